import type { Connection, KnownConnection } from '../accounts/known-connection.ts';
import type { Call, OffsetRange, Outcome, Page } from './call.ts';
import type { SeenProfile } from './professional-channel.ts';

export interface InvitationState {
  readonly state: 'ACCEPTED' | 'PENDING' | 'NO_INVITATION';
  readonly type: 'CONNECTED' | 'SENT' | 'RECEIVED' | null;
  readonly invitation_id: number | null;
  readonly distance: number;
}

export interface SentInvitation {
  readonly invitation_id: number;
  readonly profile_url: string;
  readonly name: string;
  /** Virtual time, epoch ms. */
  readonly sent_at: number;
}

export interface ReceivedInvitation {
  readonly entity_urn: string;
  readonly shared_secret: string;
  readonly invitation_type: string;
  readonly sent_at: number;
  readonly sender: {
    readonly first_name: string;
    readonly last_name: string;
    readonly headline: string;
    readonly profile_url: string;
    readonly profile_picture: string;
  };
}

export interface NetworkChannel {
  /** `profile`: URL of either form, slug, urn or member id, here and below. */
  invite(
    call: Call,
    profile: string,
    note: string | null,
  ): Promise<Outcome<{ invitation_id: number; profile_url: string }>>;
  withdraw(call: Call, invitationId: number): Promise<Outcome<{ withdrawn: true }>>;
  accept(
    call: Call,
    invitation: { readonly entity_urn: string; readonly shared_secret: string },
  ): Promise<Outcome<KnownConnection>>;
  checkInvitation(call: Call, profile: string): Promise<Outcome<InvitationState>>;
  /** Pending ones, newest first; `type` null for all. */
  listInvitations(call: Call, type: string | null, range: OffsetRange): Promise<Outcome<Page<ReceivedInvitation>>>;
  /** Pending ones, newest first. */
  listSent(call: Call, range: OffsetRange): Promise<Outcome<Page<SentInvitation>>>;
  /** Newest first. */
  listConnections(call: Call, range: OffsetRange): Promise<Outcome<Page<Connection>>>;
  /** All of them at once, newest first, for the stored copy. */
  readConnections(call: Call): Promise<Outcome<readonly KnownConnection[]>>;
  /** The `member_urn` that a reference names, from what is known without asking the network. */
  identify(call: Call, profile: string): Promise<Outcome<string>>;
  recommendations(call: Call, range: OffsetRange): Promise<Outcome<Page<SeenProfile>>>;
}
