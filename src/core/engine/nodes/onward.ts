import type { Node } from '../../../language/plan/node.ts';
import { enter, finish, type Move } from './move.ts';

export function toNext(node: Node): Move {
  return node.kind === 'end' ? finish(node.outcome) : enter(node.next);
}

/** Goes past the step, and past what would follow from it. */
export function pastNode(node: Node): Move {
  return node.kind === 'end' ? finish(node.outcome) : enter(node.past ?? node.next);
}

/** Takes `else`, the sequence's answer where nothing was sent and nothing can be. */
export function performedImpossible(node: Node, tries: number): Move {
  // Beside a `then`, an `else` is a choice's: of the deadline, the condition, a person.
  if ('else' in node && node.else !== undefined && !('then' in node)) return enter(node.else);
  return performedFailed(node, tries);
}

/**
 * Enters the node again for a retry, because a new visit is a new intent with a new key; else decides by `on_error`.
 */
export function performedFailed(node: Node, tries: number): Move {
  if (node.kind === 'end') return finish(node.outcome);
  const { on_error } = node;
  if (on_error.do === 'continue') return pastNode(node);
  if (on_error.do === 'retry' && tries < on_error.times) return enter(node.id, tries + 1);
  return finish('failed');
}
