import type { Queryable } from '../../../shared/postgres/database.ts';
import type { EventType } from '../../contract/subscriptions.ts';
import type { KnownConnection } from '../accounts/known-connection.ts';

/** spec: Webhook event envelope. What happened on an account; written in the transaction that made it happen. */
export interface ActivityEvent {
  readonly account_id: string;
  readonly type: EventType;
  /** For the `message_type` filter; events that are no messages are `incoming`. */
  readonly direction: 'incoming' | 'outgoing';
  /** Virtual time of the activity, epoch milliseconds. */
  readonly at: number;
  /** The type-specific fields of `event`, without `type` and `timestamp`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Connections that the activity made: they go into the account's stored copy of its connections, if it has one. */
  readonly connections?: readonly KnownConnection[];
}

/** Stores an event for the account's webhooks and queues its deliveries, in the caller's transaction. */
export interface EventSink {
  emit(tx: Queryable, event: ActivityEvent): Promise<void>;
  /** Calls back after each commit that stored events, in this process; returns the unsubscribe function. */
  onStored(listener: () => void): () => void;
}
