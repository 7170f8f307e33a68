import type { NodeBase, WithElse, WithReview } from './common.ts';

/** `network/invite`; someone already connected counts as accepted. */
export interface InviteNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'invite';
  /** Template of the note. */
  readonly note?: string;
}
