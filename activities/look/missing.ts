import type { PerformRequest, PerformResult } from '../../src/core/engine/perform.ts';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { virtualAfterWall } from '../virtual-time.ts';

/** The number of times a missing row is looked for: at growing intervals, over about a day. */
const LOOKS = 30;

/**
 * Waits for a row that is missing because Postgres was set back to a time before this enrollment, or is being restored;
 * the walk takes its signals meanwhile. A row that is missing after a day will not come back, and nobody can be written
 * to without one.
 */
export function untilFound(deps: StepDeps, { attempt }: PerformRequest): PerformResult {
  if (attempt >= LOOKS) return { status: 'stopped', outcome: 'stopped' };
  const until = virtualAfterWall(deps, backoff(attempt + 1, MINUTE, HOUR));
  return deferred(until, 'time', 'Its row is not in the database');
}
