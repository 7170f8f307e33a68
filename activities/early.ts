import type { StepAnswer, StepRequest } from '../src/core/engine/contracts.ts';
import { isWallClock } from '../src/shared/kit/clock.ts';
import type { StepDeps } from './deps.ts';

/**
 * The answer to a walk that is ahead of the world; null: it is not. Where the world was slowed down and the worker killed before it could
 * tell the walk, a timer of days fires after seconds: the step waits for its time, and the walk is told the clock.
 */
export function untilItsTime({ clock }: StepDeps, { walk }: StepRequest): StepAnswer | null {
  const setting = clock.setting();
  if (walk === undefined || isWallClock(setting) || walk.entered_at <= clock.now()) return null;
  return { status: 'deferred', until: walk.entered_at, kind: 'time', text: 'Its time has not come', clock: setting };
}
