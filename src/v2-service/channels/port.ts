import type { SubCode } from '../../contract/errors.ts';
import type { AccountRow } from '../context.ts';
import type { Queryable } from '../store/database.ts';

/**
 * What the service needs of a channel. The actions validate, charge and shape; the adapter behind this port does. Every
 * call gets the action's transaction, so that effect, charge and log row are committed together (an adapter to a real
 * outside world ignores it). Refusals are values.
 */
export interface ChannelPort {
  readonly professional: ProfessionalChannel;
  readonly email: EmailChannel;
  readonly enrichment: EnrichmentSource;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export type Refusal =
  /** Becomes INVALID_PARAMS: the target is not there. */
  | { readonly kind: 'not_found'; readonly message: string }
  | { readonly kind: 'invalid'; readonly message: string }
  /** Becomes CHANNEL_ERROR. */
  | { readonly kind: 'refused'; readonly sub_code?: SubCode; readonly message: string };

/** The call's transaction, its account, and the world time at which it happens (epoch ms). */
export interface Call {
  readonly tx: Queryable;
  readonly account: AccountRow;
  readonly now: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export interface OffsetRange {
  readonly offset: number;
  readonly count: number;
}

export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

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
  listJobs(call: Call, query: { readonly job_id: string | null } & OffsetRange): Promise<Outcome<Page<JobPost>>>;
  listCandidates(
    call: Call,
    query: {
      readonly job_id: string;
      readonly ratings: readonly string[];
      readonly sort_by: 'RELEVANCE' | 'APPLIED_DATE';
      readonly descending: boolean;
    } & OffsetRange,
  ): Promise<Outcome<Page<Candidate>>>;
  /** Refused without a premium seat. */
  inmailBalance(call: Call): Promise<Outcome<{ product: string; inmail_credits: number }>>;
}

export interface JobPost {
  readonly linkedin_job_id: string;
  readonly title: string;
  readonly company_name: string;
  readonly location: string;
  readonly job_state: string;
  readonly description: string;
  readonly editableDescription: string;
  readonly employment_status: string;
  readonly workplace_type: string;
  readonly created_at: number;
  readonly listed_at: number;
  readonly closed_at: number | null;
  readonly num_views: number;
  readonly num_applies: number;
  readonly job_url: string;
  readonly contact_email: string;
  readonly industry: readonly string[];
}

export interface Candidate {
  readonly application_id: string;
  readonly rating: 'UNRATED' | 'GOOD_FIT' | 'MAYBE' | 'NOT_A_FIT';
  readonly is_rejected: boolean;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly rejected_at: string | null;
  readonly is_top_choice: boolean;
  readonly top_choice_message: string;
  readonly profile: SeenProfile;
}

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

/** Needs no account: the caller's user alone. */
export interface EnrichmentSource {
  findEmail(
    call: { readonly tx: Queryable; readonly user_id: string; readonly now: number },
    query: {
      readonly profile_url?: string;
      readonly first_name?: string;
      readonly last_name?: string;
      readonly domain?: string;
      readonly company?: string;
    },
  ): Promise<Outcome<{ email: string | null; status: 'valid' | 'catch_all' | 'unknown'; score: number }>>;
}
