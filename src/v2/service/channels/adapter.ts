import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import type { SecretBox } from '../../../shared/secrets/secret-box.ts';
import type { Platform } from '../../contract/definition.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { ActivityEvent, EventSink } from '../events/event-sink.ts';
import type { Purge } from '../store/purge.ts';
import type { Call, Outcome, RemoteCall } from './call.ts';
import type { ChannelParts, PartName, RemotePart } from './parts.ts';
import type { AdapterSignIn } from './sign-in.ts';

/** Parts of the service that an adapter is given. */
export interface AdapterTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventSink;
  readonly secrets: SecretBox;
}

/**
 * Stands for a network toward the service: the actions validate, charge and shape; the adapter does. Refusals are values; what is thrown is
 * a fault of the adapter, undoes the call and is answered with INTERNAL_ERROR.
 */
export type Adapter = LocalAdapter | RemoteAdapter;

/** One whose effects are rows of this database: they are committed together with the charge, the log row and the answer. */
export interface LocalAdapter extends AdapterOf<LocalChannel> {
  readonly kind: 'local';
}

/** One whose effects take place elsewhere. */
export interface RemoteAdapter extends AdapterOf<RemoteChannel> {
  readonly kind: 'remote';
  /**
   * Ends the call of an act that was noted and has not ended, as far as its end can be known; a repeat of the call asks for it.
   * `running` while somebody executes the act, `unknown` where it may have taken place and nothing proves it. Null: this adapter
   * noted no such act.
   */
  resolve(effectId: string): Promise<Resolution | null>;
  /** Begins what runs beside the calls: ending what processes that died left behind, a watch of its own. */
  start?(): Promise<void>;
  /** The last: also without a start. */
  stop?(): Promise<void>;
  /** Lists what arrives at the adapter's accounts, where the service is to watch for it. */
  readonly incoming?: Incoming;
  /** How many items have come to its accounts that were not ingested yet. Absent: it cannot tell, or `incoming` lists it. */
  countUnread?(): Promise<number>;
}

/** The service reads each connected account in turn; an event is stored once, whatever crashes and however often it is listed. */
export interface Incoming {
  /** Wall milliseconds between two readings. */
  readonly every_ms: number;
  /** The items that were not confirmed by `taken` yet, oldest first. `id` is the network's own and unique within the account. */
  list(account: AccountRow): Promise<readonly { readonly id: string; readonly event: ActivityEvent }[]>;
  /** Confirms an item whose event was emitted: it is not listed from here on. */
  taken(account: AccountRow, id: string): Promise<void>;
}

export type Resolution = 'running' | 'ended' | 'unknown';

interface AdapterOf<Channel> {
  /** Stored with what waits for a code: it must not change. Letters, digits and dashes. */
  readonly name: string;
  readonly platforms: readonly Platform[];
  /**
   * Returns the channels of those accounts that belong to this adapter, by `account_id`. Every call asks for them, so it may take
   * one query or none.
   */
  channelsOf(db: Queryable, accounts: readonly AccountRow[]): Promise<ReadonlyMap<string, Channel>>;
  /** For what needs no account. */
  readonly without_account?: Channel;
  readonly sign_in: AdapterSignIn;
  /** Deletes what of its notes is over. */
  readonly purges?: readonly Purge[];
}

/** The channel of an account. What is absent it cannot do; an action that needs it is answered with INVALID_PARAMS. */
export type AccountChannel = LocalChannel | RemoteChannel;

export interface LocalChannel extends ChannelOf {
  readonly kind: 'local';
  readonly parts: { readonly [P in PartName]?: ChannelParts[P] };
}

export interface RemoteChannel extends ChannelOf {
  readonly kind: 'remote';
  readonly parts: { readonly [P in PartName]?: RemotePart<P> };
  /** Fetches a file of a message when it is asked for; files stay at the network. Absent where messages carry none. */
  openFile?(
    call: RemoteCall,
    query: { readonly conversation_id: string; readonly asset_urn: string },
  ): Promise<Outcome<RemoteFile>>;
}

interface ChannelOf {
  /**
   * Set by a channel that waits for nothing but the call's transaction, so that several calls may share one: over a network, several for one
   * account as well. Default: each has one to itself.
   */
  readonly shares_transactions?: true;
  /**
   * spec: Errors, rule 2. Moves the session to another country or proxy; a refusal leaves it where it is. In the call's transaction: over
   * a network, the session moves with the next connection.
   */
  moveSession?(
    call: Call,
    to: { readonly country: string } | { readonly proxy_url: string | null },
  ): Promise<Outcome<{ readonly moved: true }>>;
}

export interface RemoteFile {
  readonly name: string;
  readonly mime_type: string;
  readonly byte_size: number;
  /** Once: to be read to its end, or destroyed. */
  content(): Readable;
}
