import type { OwnDescriptor } from '../descriptor.ts';
import { longestWithin } from '../longest-within.ts';
import type { NodeBase, NodeId } from './common.ts';
import { withinWords } from './say.ts';

/** The events that may be waited for, in words: what each is, the title of the step, and the way that it takes then. */
export const AWAITED = {
  accepted_invitation: {
    what: 'the invitation to be accepted',
    title: 'Wait for the invitation to be accepted',
    way: 'accepted',
  },
  reply: { what: 'a reply', title: 'Wait for a reply', way: 'replied' },
  label: { what: 'a label', title: 'Wait for a label', way: 'labeled' },
} as const;
export type AwaitedEvent = keyof typeof AWAITED;

/** `then` when it happens, or already had; `else` at the deadline. Both default to `next`. */
export interface WaitForNode extends NodeBase {
  readonly kind: 'wait_for';
  readonly event: AwaitedEvent;
  /** Milliseconds of virtual time; business days need a calendar, so an activity computes their deadline. */
  readonly within: number | { readonly business_days: number };
  readonly then: NodeId;
  readonly else: NodeId;
}

export const waitFor: OwnDescriptor<WaitForNode> = {
  noun: 'wait',
  doing: 'Wait for an event',
  drawn: ({ event }) => ({ title: AWAITED[event].title }),
  words: ({ event, within }) => `wait for ${AWAITED[event].what}, ${withinWords(within)} at most`,
  box: 'wait',
  longest_wait: ({ within }) => longestWithin(within),
  ways: (node) => [
    [node.then, AWAITED[node.event].way],
    [node.else, `not within ${withinWords(node.within)}`],
  ],
};
