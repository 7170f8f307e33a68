import { canonicalJson } from '../../../language/plan/canonical-json.ts';
import type { WaitForNode } from '../../../language/plan/nodes/wait-for.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { EnrollmentState, Phase } from '../state.ts';
import { type Move, perform, rest } from './move.ts';

/** The walk's knowledge when it comes to a `wait_for`. */
type Known = Pick<EnrollmentState, 'entered_at' | 'facts' | 'reply_taken' | 'labeled'>;

/** Business days need a calendar, so an activity computes their deadline. */
export function arriveAtWaitFor(node: WaitForNode, known: Known): Move {
  return node.condition === undefined ? awaitEvent(node, known) : perform;
}

/** Waits for the event, unless it has already happened. */
export function awaitEvent(node: WaitForNode, known: Known): Move {
  if (hasHappened(node, known)) return pass(node);
  if (typeof node.within !== 'number') return perform;
  return rest({ is: 'awaiting', until: known.entered_at + node.within });
}

export const pass = ({ event, then: node }: WaitForNode): Move => ({
  go: 'enter',
  node,
  tries: 0,
  // Of a label it is the reply that was labeled.
  takes_reply: event !== 'accepted_invitation',
  ...(event === 'label' ? { takes_label: true } : {}),
});

/**
 * Whether what it waits for has happened. A reply or a label that an earlier `wait_for` took does not count again: the
 * next one waits for another.
 */
export function hasHappened(
  { event }: WaitForNode,
  { facts, reply_taken = false, labeled = false }: Omit<Known, 'entered_at'>,
): boolean {
  switch (event) {
    case 'accepted_invitation':
      return facts.connected;
    case 'reply':
      return facts.replied && !reply_taken;
    case 'label':
      return labeled;
    default:
      return unreachable(event);
  }
}

/** Goes on with a wait in another version as a `wait` does, as long as it waits for the same event. */
export function waitForGoesOn(
  from: WaitForNode,
  to: WaitForNode,
  { phase, entered_at }: Pick<EnrollmentState, 'phase' | 'entered_at'>,
): Phase | null {
  if (from.event !== to.event) return null;
  if (canonicalJson(from.within) !== canonicalJson(to.within)) {
    return isWaiting(phase) && typeof to.within === 'number' ? { is: 'awaiting', until: entered_at + to.within } : null;
  }
  // Whoever was to wake it there knows nothing of it here: it looks back again.
  return phase.is === 'deferred' && phase.deadline !== undefined
    ? { is: 'awaiting', until: phase.deadline }
    : phase.is === 'awaiting'
      ? phase
      : null;
}

const isWaiting = (phase: Phase): boolean =>
  phase.is === 'awaiting' || (phase.is === 'deferred' && phase.deadline !== undefined);
