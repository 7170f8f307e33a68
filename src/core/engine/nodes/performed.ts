import type { Node } from '../../../language/plan/node.ts';
import type { EnrollmentState } from '../state.ts';
import { enter, finish, type Move } from './move.ts';
import { performedWait } from './wait.ts';
import { awaitEvent } from './wait-for.ts';

/** The step happened. */
export function performedDone(node: Node, state: EnrollmentState): Move {
  if (node.kind === 'wait') return performedWait(node, state.entered_at);
  if (node.kind === 'wait_for') return awaitEvent(node, state);
  return toNext(node);
}

export function toNext(node: Node): Move {
  return node.kind === 'end' ? finish(node.outcome) : enter(node.next);
}

/** Over the step, and over what would follow from it. */
export function pastNode(node: Node): Move {
  return node.kind === 'end' ? finish(node.outcome) : enter(node.past ?? node.next);
}

/** An `if` or a `split` chose. */
export function performedBranch(node: Node, to: string): Move {
  if (node.kind === 'if') return enter(to === 'then' ? node.then : node.else);
  if (node.kind === 'split') return enter(node.arms.find(({ name }) => name === to)?.to ?? node.next);
  return toNext(node);
}

/** Nothing was sent and nothing can be: `else` is the sequence's answer to that. */
export function performedImpossible(node: Node, tries: number): Move {
  // The `else` of a wait_for is its deadline's branch, that of an `if` its condition's, that of a task a person's.
  const decides = node.kind === 'wait_for' || node.kind === 'if' || node.kind === 'task';
  if ('else' in node && node.else !== undefined && !decides) return enter(node.else);
  return performedFailed(node, tries);
}

/** A retry enters the node again, because a new visit is a new intent with a new key. */
export function performedFailed(node: Node, tries: number): Move {
  if (node.kind === 'end') return finish(node.outcome);
  const { on_error } = node;
  if (on_error.do === 'continue') return pastNode(node);
  if (on_error.do === 'retry' && tries < on_error.times) return enter(node.id, tries + 1);
  return finish('failed');
}
