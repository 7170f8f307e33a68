import type { PerformRequest, PerformResult } from '../src/core/engine/perform.ts';
import { SECOND } from '../src/shared/kit/duration.ts';
import type { StepDeps } from './deps.ts';
import { worldAfterWall } from './world-wall.ts';

/** The enrollment is in another version than the walk that asks: it has not heard of its move yet. */
export const hasMoved = (request: PerformRequest, enrollment: { readonly digest: string }): boolean =>
  request.digest !== undefined && request.digest !== enrollment.digest;

/** The signal that moves the walk is on its way, and wakes it. */
export function untilMoved(deps: StepDeps): PerformResult {
  return {
    status: 'deferred',
    until: worldAfterWall(deps, 5 * SECOND),
    kind: 'time',
    text: 'Moves to another version',
  };
}
