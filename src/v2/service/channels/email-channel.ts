import type { Readable } from 'node:stream';
import type { AccountRow } from '../context.ts';
import type { StoredAttachment } from '../media/attachments.ts';
import type { ResolvedFile } from '../media/resolved-file.ts';
import type { Call, CursorPage, Outcome, Underway } from './call.ts';
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
  /** What a machine wrote is told from what a person did. */
  readonly kind: 'mail' | 'bounce' | 'automatic';
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly StoredAttachment[];
}

/** How a mailbox stands: what its receipts report and what a pool is routed by. */
export interface MailboxHealth {
  /** Of the world's present day, UTC. */
  readonly sends_today: number;
  /** Share of the mailbox's sends that bounced, 0 to 1. */
  readonly bounce_rate: number;
}

export interface SentEmail extends MailboxHealth {
  readonly message_id: string;
  readonly thread_id: string;
}

/** With `underway` the mail has yet to go out: the receipt says how it will be. */
export type Sending = Outcome<SentEmail> & { readonly underway?: Underway };

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
  send(call: Call, email: OutgoingEmail): Promise<Sending>;
  /**
   * Ends the call of a send that no living process carries out, as far as can be known: `running` while one does, `unknown`
   * where the mail may have gone out and nothing proves it.
   */
  settleSend(effectId: string): Promise<'running' | 'ended' | 'unknown'>;
  /**
   * Of some mailboxes of the owner, by `account_id`; `holds_thread`: the mailbox knows that Message-ID. What it says stays
   * true until the end of the call.
   */
  mailboxes(
    call: Call,
    query: { readonly account_ids: readonly string[]; readonly thread_ref: string | null },
  ): Promise<ReadonlyMap<string, MailboxHealth & { readonly holds_thread: boolean }>>;
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
  /** `updated`: the mails that were meant, also those that were so already. */
  change(call: Call, selection: MailSelection, change: MailChange): Promise<Outcome<{ readonly updated: number }>>;
  listLabels(
    call: Call,
  ): Promise<Outcome<readonly { readonly id: MailLabel; readonly name: string; readonly unread: number }[]>>;
  /** Null: the account's mailbox takes part in the call's transaction (the sandbox's). */
  outside(account: AccountRow): Promise<OutsideMailbox | null>;
}

/**
 * A mailbox of the outside world, which takes part in no transaction and may take seconds: asked before the call's transaction, which
 * then charges and answers. What changes mails in place may be done twice.
 */
export type OutsideMailbox = {
  readonly [Method in 'listInbox' | 'search' | 'getConversation' | 'change' | 'listLabels']: (
    ...query: Parameters<EmailChannel[Method]> extends [Call, ...infer Query] ? Query : never
  ) => ReturnType<EmailChannel[Method]>;
} & {
  /** Files stay in the mailbox; one is fetched when it is asked for. */
  openFile(query: { readonly conversation_id: string; readonly asset_urn: string }): Promise<Outcome<OutsideFile>>;
};

export interface OutsideFile {
  readonly name: string;
  readonly mime_type: string;
  readonly byte_size: number;
  /** Once: to be read to its end, or destroyed. */
  content(): Readable;
}
