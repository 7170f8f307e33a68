import { unreachable } from '../../kit/result.ts';
import type { AwaitedEvent, WaitForNode } from '../../plan/nodes/wait-for.ts';
import type { Facts } from '../perform.ts';
import { enter, type Move, perform, rest } from './move.ts';

export function arriveAtWaitFor(node: WaitForNode, enteredAt: number, facts: Facts): Move {
  if (node.condition !== undefined) return perform;
  return awaitEvent(node, enteredAt, facts);
}

/** What has already happened is not waited for. */
export function awaitEvent(node: WaitForNode, enteredAt: number, facts: Facts): Move {
  if (hasHappened(node.event, facts)) return enter(node.then);
  return rest({ is: 'awaiting', until: enteredAt + node.within });
}

export function hasHappened(event: AwaitedEvent, facts: Facts): boolean {
  switch (event) {
    case 'accepted_invitation':
      return facts.connected;
    case 'reply':
      return facts.replied;
    default:
      return unreachable(event);
  }
}
