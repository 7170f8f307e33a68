import { ATTEMPT, EVENT_ID, SIGNATURE, TIMESTAMP } from '../contract/headers.ts';
import type { Clock } from '../kit/clock.ts';
import { MINUTE } from '../kit/duration.ts';
import type { Database } from '../postgres/database.ts';
import { insertEvents } from '../store/events/insert-events.ts';
import { readSubscription } from '../store/events/subscription.ts';
import { createGroupWriter } from './group-writer.ts';
import { receivedEvent } from './received-event.ts';
import { isSigned } from './signature.ts';

/** How far the signed timestamp may be off our wall clock, either way. */
const FRESHNESS = 5 * MINUTE;
/** A signature that fails may mean a rotated secret: it is read again, but not once per bad request. */
const REREAD_AFTER = 5000;

export interface SecretBox {
  seal(plain: string): string;
  open(sealed: string): string;
}

export interface ReceiverDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  /** New events wait to be matched. */
  readonly onReceived: () => void;
  /** The service had to try again: events between may be missing. */
  readonly onGap: (subscriptionId: string) => void;
}

export interface Delivery {
  readonly subscription_id: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: Buffer;
}

export type Reception =
  | { readonly status: 200 }
  | { readonly status: 400 | 401 | 404; readonly code: string; readonly message: string };

interface KnownSubscription {
  readonly account_id: string;
  readonly secret: string;
  readonly read_at: number;
}

const refused = (status: 400 | 401 | 404, code: string, message: string): Reception => ({ status, code, message });

/** Takes in the POSTs of our webhooks: proven, fresh, kept, and only then answered; everything else happens afterwards. */
export function createReceiver(deps: ReceiverDeps): (delivery: Delivery) => Promise<Reception> {
  const known = new Map<string, KnownSubscription>();
  const keep = createGroupWriter((events: Parameters<typeof insertEvents>[1]) => insertEvents(deps.db, events));

  const read = async (id: string): Promise<KnownSubscription | null> => {
    const row = await readSubscription(deps.db, id);
    if (row === null) return null;
    const subscription = { account_id: row.account_id, secret: deps.secrets.open(row.secret), read_at: Date.now() };
    known.set(id, subscription);
    return subscription;
  };

  return async ({ subscription_id, headers, raw }) => {
    let subscription = known.get(subscription_id) ?? (await read(subscription_id));
    if (subscription === null) return refused(404, 'unknown_subscription', 'There is no such webhook.');

    const timestamp = headerOf(headers, TIMESTAMP);
    const signed = { timestamp, signature: headerOf(headers, SIGNATURE), raw };
    if (!isSigned(signed, subscription.secret)) {
      if (Date.now() - subscription.read_at > REREAD_AFTER) subscription = await read(subscription_id);
      if (subscription === null || !isSigned(signed, subscription.secret)) {
        return refused(401, 'bad_signature', 'The signature is missing or wrong.');
      }
    }
    if (Math.abs(Date.now() - Number(timestamp) * 1000) > FRESHNESS) {
      return refused(401, 'stale', 'The signed timestamp is more than five minutes off.');
    }
    const event = receivedEvent(raw.toString('utf8'), deps.clock.now());
    if (event === null) return refused(400, 'malformed', 'The body is no event.');
    // The header is not signed: where the two differ, somebody wants an old body to pass as a new event.
    const named = headerOf(headers, EVENT_ID);
    if (named !== undefined && named !== event.event_id) {
      return refused(401, 'other_event', 'The header names another event than the body.');
    }
    if (event.account_id !== subscription.account_id) {
      return refused(401, 'other_account', 'The event is of another account than the webhook.');
    }
    await keep(event);
    deps.onReceived();
    if (Number(headerOf(headers, ATTEMPT) ?? 1) > 1) deps.onGap(subscription_id);
    return { status: 200 };
  };
}

function headerOf(headers: Delivery['headers'], name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}
