import type { OwnDescriptor } from '../descriptor.ts';
import { longestWithin } from '../longest-within.ts';
import type { NodeBase, NodeId } from './common.ts';
import { withinWords } from './say.ts';

export type AwaitedEvent = 'accepted_invitation' | 'reply';

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
  drawn: ({ event }) => ({ title: event === 'reply' ? 'Wait for a reply' : 'Wait for the invitation to be accepted' }),
  words: ({ event, within }) => {
    const what = event === 'reply' ? 'a reply' : 'the invitation to be accepted';
    return `wait for ${what}, ${withinWords(within)} at most`;
  },
  box: 'wait',
  longest_wait: ({ within }) => longestWithin(within),
  ways: (node) => [
    [node.then, node.event === 'reply' ? 'replied' : 'accepted'],
    [node.else, `not within ${withinWords(node.within)}`],
  ],
};
