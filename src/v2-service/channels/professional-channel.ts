import type { Call, CursorPage, OffsetRange, Outcome, Page } from './call.ts';

/** A person as an account sees them. */
export interface SeenProfile {
  readonly public_identifier: string;
  readonly profile_url: string;
  readonly profile_id_url: string;
  readonly member_urn: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly headline: string;
  readonly location: string;
  readonly industry: string;
  readonly summary: string;
  readonly company: string | null;
  readonly job_title: string | null;
  /** Null for oneself. */
  readonly degree: 1 | 2 | 3 | null;
  readonly connected: boolean;
  readonly open_profile: boolean;
  readonly premium: boolean;
  readonly profile_picture: string;
  readonly experiences: readonly Experience[];
}

export interface Experience {
  readonly title: string;
  readonly company: string;
  readonly company_url: string;
  readonly date_range: string;
  readonly description: string;
}

export interface SearchFilters {
  readonly keyword?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly title?: string;
  readonly company_name?: string;
  readonly location?: readonly string[];
  readonly industry?: readonly string[];
  /** `F`, `S`, `O`: first, second, third degree. */
  readonly network?: readonly string[];
}

export interface InvitationState {
  readonly state: 'ACCEPTED' | 'PENDING' | 'NO_INVITATION';
  readonly type: 'CONNECTED' | 'SENT' | 'RECEIVED' | null;
  readonly invitation_id: number | null;
  readonly distance: number;
}

export interface SentMessage {
  readonly message_id: string;
  readonly conversation_id: string;
  /** Epoch ms, world time. */
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
  readonly recipient_urn: string | null;
}

export interface ConversationMessage {
  readonly message_id: string;
  readonly text: string;
  readonly subject: string | null;
  readonly time: number;
  readonly sender: ConversationParty;
}

export type InboxCategory = 'INBOX' | 'UNREAD' | 'MY_CONNECTIONS' | 'INMAIL' | 'STARRED';

export interface Connection {
  readonly name: string;
  readonly job_title: string;
  readonly profile_url: string;
  readonly profile_picture: string;
  readonly connected_at: number;
}

export interface ProfessionalChannel {
  /** `profile`: URL of either form, slug, urn or member id. */
  getProfile(call: Call, profile: string): Promise<Outcome<SeenProfile>>;
  getMe(call: Call): Promise<Outcome<SeenProfile>>;
  visit(call: Call, profile: string): Promise<Outcome<SeenProfile>>;
  searchPeople(call: Call, filters: SearchFilters, range: OffsetRange): Promise<Outcome<Page<SeenProfile>>>;
  invite(
    call: Call,
    profile: string,
    note: string | null,
  ): Promise<Outcome<{ invitation_id: number; profile_url: string }>>;
  withdraw(call: Call, invitationId: number): Promise<Outcome<{ withdrawn: true }>>;
  checkInvitation(call: Call, profile: string): Promise<Outcome<InvitationState>>;
  listConnections(call: Call, range: OffsetRange): Promise<Outcome<Page<Connection>>>;
  findConnection(call: Call, profile: string): Promise<Outcome<Connection | null>>;
  sendMessage(call: Call, profile: string, text: string): Promise<Outcome<SentMessage>>;
  sendInMail(
    call: Call,
    to: { readonly profile_url: string } | { readonly recipient_urn: string },
    message: { readonly subject: string | null; readonly text: string },
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
  /** Refused without a premium seat. */
  inmailBalance(call: Call): Promise<Outcome<{ product: string; inmail_credits: number }>>;
}
