import type { Node } from '../../../language/plan/node.ts';
import { isCall } from '../../../language/plan/node-traits.ts';
import type { EnrollmentState } from '../state.ts';
import type { Move } from './move.ts';
import { toNext } from './onward.ts';
import { walkOf } from './own-steps.ts';

/** Goes on after a step that happened. */
export function performedDone(node: Node, state: EnrollmentState): Move {
  const own = isCall(node) ? undefined : walkOf(node.kind).done?.(node, state);
  return own ?? toNext(node);
}

/** Takes the way that an `if` or a `split` chose. */
export function performedBranch(node: Node, to: string): Move {
  const own = isCall(node) ? undefined : walkOf(node.kind).branch?.(node, to);
  return own ?? toNext(node);
}
