import type { ImapFlow } from 'imapflow';
import type { Transporter } from 'nodemailer';
import type { Mailbox } from './mailbox.ts';

/** Signed-in connections to the servers of real mailboxes, kept for the next caller. */
export interface MailboxConnections {
  /** With a signed-in IMAP connection of the mailbox, one caller at a time per connection; a broken one is replaced. */
  imap<T>(mailbox: Mailbox, use: (client: ImapFlow) => Promise<T>): Promise<T>;
  /** A connection of its own that stays open for IDLE; the caller closes it. */
  watch(mailbox: Mailbox): Promise<ImapFlow>;
  /** The pooled transport of the mailbox. */
  smtp(mailbox: Mailbox): Transporter;
  close(): Promise<void>;
}
