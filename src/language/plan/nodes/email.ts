import type { CallDescriptor } from '../descriptor.ts';
import type { MediaItem, NodeBase, WithElse, WithReview } from './common.ts';
import { worded } from './say.ts';

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

export const email: CallDescriptor<EmailNode> = {
  noun: 'email',
  doing: 'Send an email',
  drawn: ({ thread, subject, text }) => ({
    title: thread ? 'Email in the thread' : 'Email',
    detail: subject ?? text ?? '',
  }),
  words: ({ subject, text, html }) => worded('email', subject ?? text ?? html),
  texts: ({ subject, text, html }) => ({ subject, text, html }),
  channel: () => 'email',
  limit_class: () => 'email',
  credits: () => 1,
  effect: () => 'send',
};
