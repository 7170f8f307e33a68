import type { WaitNode } from '../../../language/plan/nodes/wait.ts';
import { type Move, perform, rest } from './move.ts';

/** Plain durations need no calendar and no activity; all else and conditions do. */
export function arriveAtWait(node: WaitNode, enteredAt: number): Move {
  if (node.condition !== undefined || node.duration.unit !== 'ms') return perform;
  return restInWait(node.duration.count, enteredAt);
}

/** The condition held. */
export function performedWait(node: WaitNode, enteredAt: number): Move {
  return restInWait(node.duration.unit === 'ms' ? node.duration.count : 0, enteredAt);
}

function restInWait(count: number, enteredAt: number): Move {
  return rest({ is: 'timer', until: enteredAt + count, text: 'Waits before the next step' });
}
