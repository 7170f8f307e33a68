import type { Call, CursorPage, Outcome } from './call.ts';

export interface OutgoingEmail {
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly reply_to: string | null;
  readonly subject: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly thread_ref: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface EmailConversation {
  readonly conversation_id: string;
  readonly id: string;
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly participant: { readonly name: string; readonly email: string };
  readonly last_message: {
    readonly text: string;
    readonly subject: string;
    readonly time: number;
    readonly sender: { readonly name: string; readonly email: string; readonly is_me: boolean };
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
  readonly sender: { readonly name: string; readonly email: string; readonly is_me: boolean };
  readonly headers: Readonly<Record<string, string>>;
}

export interface SentEmail {
  readonly message_id: string;
  readonly thread_id: string;
  readonly sends_today: number;
  /** Share of the mailbox's sends that bounced, 0 to 1. */
  readonly bounce_rate: number;
}

export interface EmailChannel {
  send(call: Call, email: OutgoingEmail): Promise<Outcome<SentEmail>>;
  listInbox(
    call: Call,
    query: {
      readonly label: 'inbox' | 'sent';
      readonly unread_only: boolean;
      readonly count: number;
      readonly cursor: string | null;
    },
  ): Promise<Outcome<CursorPage<EmailConversation>>>;
  getConversation(
    call: Call,
    query: { readonly conversation_id: string; readonly count: number; readonly cursor: string | null },
  ): Promise<Outcome<CursorPage<EmailMessage>>>;
}
