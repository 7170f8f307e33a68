import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/** A like of the lead's latest post; `else` when there is none. */
export interface LikeNode extends NodeBase, WithElse {
  readonly kind: 'like';
  readonly on: 'latest_post';
}

export const like: CallDescriptor<LikeNode> = {
  noun: 'like',
  doing: 'Like the latest post',
  drawn: () => ({ title: 'Like the latest post' }),
  words: () => 'like the latest post',
  channel: () => 'professional',
  limit_class: () => null,
  // The post is read before.
  credits: () => 2,
  effect: () => 'touch',
};
