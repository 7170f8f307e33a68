import { canonicalJson } from '../../../language/plan/canonical-json.ts';
import type { WaitNode } from '../../../language/plan/nodes/wait.ts';
import type { EnrollmentState, Phase } from '../state.ts';
import { type Move, perform, rest } from './move.ts';

/** Plain durations need no calendar and no activity; all else and conditions do. */
export function arriveAtWait(node: WaitNode, enteredAt: number): Move {
  if (node.condition !== undefined || node.duration.unit !== 'ms') return perform;
  return restInWait(node.duration.count, enteredAt);
}

/** Begins the rest, once the condition held. */
export function performedWait(node: WaitNode, enteredAt: number): Move {
  return restInWait(node.duration.unit === 'ms' ? node.duration.count : 0, enteredAt);
}

function restInWait(count: number, enteredAt: number): Move {
  return rest({ is: 'timer', until: enteredAt + count, text: 'Waits before the next step' });
}

/**
 * Goes on with a wait in another version: it began when it began, whatever its length is now. A calendar's deadline is
 * an activity's to compute, and it begins now.
 */
export function waitGoesOn(
  from: WaitNode,
  to: WaitNode,
  { phase, entered_at }: Pick<EnrollmentState, 'phase' | 'entered_at'>,
): Phase | null {
  if (phase.is !== 'timer') return null;
  if (canonicalJson(from.duration) === canonicalJson(to.duration)) return phase;
  return to.duration.unit === 'ms' ? { ...phase, until: entered_at + to.duration.count } : null;
}
