import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse, WithReview } from './common.ts';
import { worded } from './say.ts';

/** A comment below the lead's latest post; `else` when there is none. */
export interface CommentNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'comment';
  readonly on: 'latest_post';
  /** Template. */
  readonly text: string;
}

export const comment: CallDescriptor<CommentNode> = {
  noun: 'comment',
  doing: 'Comment on the latest post',
  drawn: ({ text }) => ({ title: 'Comment on the latest post', detail: text }),
  words: ({ text }) => worded('comment', text),
  texts: ({ text }) => ({ text }),
  fills: ({ text }) => [{ what: 'the comment', template: text, as: 'text', is: 'some' }],
  channel: () => 'professional',
  limit_class: () => null,
  // The post has to be read first.
  credits: () => 2,
  effect: () => 'send',
};
