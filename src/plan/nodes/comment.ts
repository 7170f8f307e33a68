import type { NodeBase, WithElse, WithReview } from './common.ts';

/** A comment below the lead's latest post; `else` when there is none. */
export interface CommentNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'comment';
  readonly on: 'latest_post';
  /** Template. */
  readonly text: string;
}
