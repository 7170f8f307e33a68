import type { StoredAttachment } from '../media/attachments.ts';
import type { ResolvedFile } from '../media/resolved-file.ts';
import type { Call, CursorPage, Outcome } from './call.ts';
import type { MailLabel } from './mail-labels.ts';
import type { MailTerm } from './mail-query.ts';

export interface OutgoingEmail {
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to: string | null;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  /** Message-ID, with or without its angle brackets; it need not be known. */
  readonly thread_ref: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly files: readonly ResolvedFile[];
}

export interface MailParty {
  readonly name: string;
  readonly email: string;
}

/** One mail as an item of a list, with what there is to say about its thread. */
export interface EmailConversation {
  /** The thread. */
  readonly conversation_id: string;
  /** The mail. */
  readonly id: string;
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly participant: MailParty;
  readonly last_message: {
    readonly text: string;
    readonly subject: string;
    readonly time: number;
    readonly sender: MailParty & { readonly is_me: boolean };
  };
  readonly unread: number;
  readonly is_bounce: boolean;
  readonly has_attachments: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

export interface EmailMessage {
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly references: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly time: number;
  readonly sender: MailParty & { readonly is_me: boolean };
  readonly to: readonly MailParty[];
  readonly cc: readonly MailParty[];
  /** Distinguishes what a machine wrote from what a person wrote. */
  readonly kind: 'mail' | 'bounce' | 'automatic';
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly StoredAttachment[];
}

/** The health of a mailbox: receipts report it, and a pool is routed by it. */
export interface MailboxHealth {
  /** Sends of the present day (UTC) of the service's clock. */
  readonly sends_today: number;
  /** Share of the mailbox's sends that bounced, 0 to 1. */
  readonly bounce_rate: number;
}

/** The state by which a mailbox of a pool is chosen. */
export interface MailboxState extends MailboxHealth {
  readonly holds_thread: boolean;
}

export interface SentEmail extends MailboxHealth {
  readonly message_id: string;
  readonly thread_id: string;
}

/** A whole thread, some mails, or some mails of one thread. */
export interface MailSelection {
  readonly conversation_id: string | null;
  /** Message-IDs. */
  readonly message_ids: readonly string[] | null;
}

export type MailChange = 'mark_as_read' | 'mark_as_unread' | 'archive' | 'trash';

interface PageQuery {
  readonly count: number;
  readonly cursor: string | null;
}

export interface EmailChannel {
  /** Sends a mail. The receipt names the mail before it has gone out, since the Message-ID is ours. */
  send(call: Call, email: OutgoingEmail): Promise<Outcome<SentEmail>>;
  /**
   * Returns the states of those of the owner's mailboxes that this adapter serves, by `account_id`, from its notes in the
   * database; they stay true until the end of the call. `holds_thread`: the mailbox knows the Message-ID `thread_ref`.
   */
  mailboxes(
    call: Call,
    query: { readonly account_ids: readonly string[]; readonly thread_ref: string | null },
  ): Promise<ReadonlyMap<string, MailboxState>>;
  listInbox(
    call: Call,
    query: { readonly labels: readonly MailLabel[]; readonly unread_only: boolean } & PageQuery,
  ): Promise<Outcome<CursorPage<EmailConversation>>>;
  /** `query`: the words as the caller wrote them, `terms`: what they mean. */
  search(
    call: Call,
    query: { readonly query: string; readonly terms: readonly MailTerm[] } & PageQuery,
  ): Promise<Outcome<CursorPage<EmailConversation>>>;
  getConversation(
    call: Call,
    query: { readonly conversation_id: string } & PageQuery,
  ): Promise<Outcome<CursorPage<EmailMessage>>>;
  /** `updated`: the mails that were meant, also those that were so already: it may be done twice. */
  change(call: Call, selection: MailSelection, change: MailChange): Promise<Outcome<{ readonly updated: number }>>;
  listLabels(
    call: Call,
  ): Promise<Outcome<readonly { readonly id: MailLabel; readonly name: string; readonly unread: number }[]>>;
}
