import type { NodeBase, WithElse } from './common.ts';

/** `messages/send` from a mailbox. Text fields are templates. */
export interface EmailNode extends NodeBase, WithElse {
  readonly kind: 'email';
  /** Absent only with `thread`, which answers the lead's last email of this enrollment under its subject. */
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly thread: boolean;
  /** Adds `List-Unsubscribe` (RFC 8058) unless false. */
  readonly unsubscribe: boolean;
}
