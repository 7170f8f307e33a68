import type { MediaItem, NodeBase, WithElse, WithReview } from './common.ts';

/** `messages/send` on the professional or the messenger channel; not connected takes `else`. */
export interface MessageNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'message';
  readonly channel: 'professional' | 'messenger';
  /** Template; absent only with `media`. */
  readonly text?: string;
  readonly media?: readonly MediaItem[];
  /** Answers the lead's last message of the conversation, where there is one. */
  readonly quote?: true;
}
