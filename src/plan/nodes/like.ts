import type { NodeBase, WithElse } from './common.ts';

/** A like of the lead's latest post; `else` when there is none. */
export interface LikeNode extends NodeBase, WithElse {
  readonly kind: 'like';
  readonly on: 'latest_post';
}
