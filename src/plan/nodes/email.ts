import type { MediaItem, NodeBase, WithElse, WithReview } from './common.ts';

/** `messages/send` from a mailbox. Text fields are templates. */
export interface EmailNode extends NodeBase, WithElse, WithReview {
  readonly kind: 'email';
  /** Absent only with `thread`, which answers the lead's last email of this enrollment under its subject. */
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  /** In place of the lead's own address. */
  readonly to?: string;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly reply_to?: string;
  readonly thread: boolean;
  /** Adds `List-Unsubscribe` (RFC 8058) unless false. */
  readonly unsubscribe: boolean;
  readonly media?: readonly MediaItem[];
  /** Names begin with `X-`. */
  readonly headers?: Readonly<Record<string, string>>;
}
