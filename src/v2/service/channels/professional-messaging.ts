import type { StoredAttachment } from '../media/attachments.ts';
import type { ResolvedFile } from '../media/resolved-file.ts';
import type { Call, CursorPage, Outcome } from './call.ts';

export interface SentMessage {
  readonly message_id: string;
  readonly conversation_id: string;
  /** Epoch ms, virtual time. */
  readonly delivered_at: number;
}

export interface ConversationParty {
  readonly name: string;
  readonly headline: string;
  readonly profile_url: string;
  readonly profile_picture: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly degree: number | null;
  /** The id and the page by which premium seats know the person. */
  readonly recipient_urn: string;
  readonly sales_nav_url: string;
  readonly is_me: boolean;
}

export interface Conversation {
  readonly conversation_id: string;
  readonly type: 'normal' | 'inmail';
  readonly participant: ConversationParty;
  readonly last_message: {
    readonly text: string;
    readonly subject: string | null;
    readonly time: number;
    readonly sender: ConversationParty;
  };
  readonly unread: number;
  readonly total_message_count: number;
}

export interface ConversationMessage {
  readonly message_id: string;
  readonly text: string;
  readonly subject: string | null;
  readonly time: number;
  readonly sender: ConversationParty;
  readonly attachments: readonly StoredAttachment[];
}

export type InboxCategory = 'INBOX' | 'UNREAD' | 'MY_CONNECTIONS' | 'INMAIL' | 'STARRED';

/** Messages and InMails of the professional network. The classic and the premium inbox share no conversation. */
export interface ProfessionalMessaging {
  sendMessage(
    call: Call,
    profile: string,
    message: { readonly text: string; readonly files: readonly ResolvedFile[] },
  ): Promise<Outcome<SentMessage>>;
  sendInMail(
    call: Call,
    to: { readonly profile_url: string } | { readonly recipient_urn: string },
    message: { readonly subject: string | null; readonly text: string; readonly files: readonly ResolvedFile[] },
  ): Promise<Outcome<SentMessage & { readonly recipient_urn: string }>>;
  listInbox(
    call: Call,
    query: {
      readonly category: InboxCategory;
      readonly premium: boolean;
      readonly count: number;
      readonly cursor: string | null;
    },
  ): Promise<Outcome<CursorPage<Conversation>>>;
  getConversation(
    call: Call,
    query: {
      readonly conversation_id: string;
      readonly premium: boolean;
      readonly count: number;
      readonly cursor: string | null;
    },
  ): Promise<Outcome<CursorPage<ConversationMessage>>>;
}
