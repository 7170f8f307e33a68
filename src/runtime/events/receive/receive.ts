import { batch } from '../../../shared/kit/batch.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import { watchCrowd } from '../../../shared/kit/watch-crowd.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { Notifier } from '../../../shared/postgres/notifier.ts';
import { markSpan } from '../../../shared/telemetry/tracing.ts';
import { ATTEMPT, EVENT_ID, SIGNATURE, TIMESTAMP } from '../../../v2/contract/headers.ts';
import { insertEvents, type NewEvent } from '../../store/events/insert-events.ts';
import { readSubscription } from '../../store/events/subscription.ts';
import { measureLag } from '../measure-event.ts';
import { type Origin, type ReceivedEvent, receivedEvents } from './received-event.ts';
import { verifySignature } from './verify-signature.ts';

/** How far the signed timestamp may be off our wall clock, either way. */
const FRESHNESS = 5 * MINUTE;
/** A signature that fails may mean a rotated secret: it is read again, but not once per bad request. */
const REREAD_AFTER = 5000;
/** Wall time by which deliveries may pass each other and mean nothing by it. */
const LATE = MINUTE;
/** While commits wait for the disk, others are filled: with two of them all senders waited for the disk at the same time. */
const COMMITS_AT_ONCE = 4;
const LARGEST_COMMIT = 200;

export interface SecretBox {
  seal(plain: string): string;
  open(sealed: string): string;
}

export interface ReceiverDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  /** New events wait to be matched. With `takeTurn`, their insert may notify whoever waits for them by itself. */
  readonly onReceived: (() => void) & Partial<Pick<Notifier, 'takeTurn'>>;
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
  | { readonly status: Refusal; readonly code: string; readonly message: string };

/** 413: the list is refused whole, so that it comes again, in pieces. */
type Refusal = 401 | 404 | 413;

interface KnownSubscription extends Origin {
  readonly secret: string;
  readonly read_at: number;
  /** When the newest event happened that it brought, virtual time. */
  newest: number;
}

const refused = (status: Refusal, code: string, message: string): Reception => ({ status, code, message });

/**
 * Receives the POSTs of our webhooks: verified, fresh, stored, and only then answered; everything else happens afterwards. A body that
 * is verified is stored whatever it says: what cannot be read now may be read later, and a refusal would lose it.
 */
export function createReceiver(deps: ReceiverDeps): (delivery: Delivery) => Promise<Reception> {
  const known = new Map<string, KnownSubscription>();
  const crowd = watchCrowd();
  const keep = batch(
    async (groups: readonly (readonly NewEvent[])[]) => {
      const about = deps.onReceived.takeTurn?.() ?? null;
      await insertEvents(deps.db, groups.flat(), about);
      return groups.map(() => ({ notified: about !== null }));
    },
    { at_once: COMMITS_AT_ONCE, most: LARGEST_COMMIT, fails_apart: true, lingerFor: crowd.lingerFor },
  );

  const read = async (id: string): Promise<KnownSubscription | null> => {
    const row = await readSubscription(deps.db, id);
    if (row === null || row.mode === 'hosted') return null;
    const { account_id, platform } = row;
    const subscription = {
      account_id,
      platform,
      secret: deps.secrets.open(row.secret),
      read_at: Date.now(),
      newest: known.get(id)?.newest ?? 0,
    };
    known.set(id, subscription);
    return subscription;
  };

  return async ({ subscription_id, headers, raw }) => {
    let subscription = known.get(subscription_id) ?? (await read(subscription_id));
    if (subscription === null) return refused(404, 'unknown_subscription', 'There is no such webhook.');

    const timestamp = headerOf(headers, TIMESTAMP);
    const signed = { timestamp, signature: headerOf(headers, SIGNATURE), raw };
    if (!verifySignature(signed, subscription.secret)) {
      if (Date.now() - subscription.read_at > REREAD_AFTER) subscription = await read(subscription_id);
      if (subscription === null || !verifySignature(signed, subscription.secret)) {
        return refused(401, 'bad_signature', 'The signature is missing or wrong.');
      }
    }
    if (Math.abs(Date.now() - Number(timestamp) * 1000) > FRESHNESS) {
      return refused(401, 'stale', 'The signed timestamp is more than five minutes off.');
    }
    const events = receivedEvents(raw.toString('utf8'), subscription, deps.clock.now());
    if (events.some(({ is_too_long }) => is_too_long)) {
      const fix = 'Send up to 20,000 events in one body, in as many bodies as it takes.';
      return refused(413, 'too_many_events', `The list of events is too long, so none of them was ingested. ${fix}`);
    }
    // The header is not signed: where the two differ, somebody wants an old body to pass as a new event.
    if (isOther(events, headerOf(headers, EVENT_ID))) {
      return refused(401, 'other_event', 'The header names another event than the body.');
    }
    const { account_id } = subscription;
    if (events.some(({ named_account }) => named_account !== null && named_account !== account_id)) {
      return refused(401, 'other_account', 'The event is of another account than the webhook.');
    }
    const [first] = events;
    if (first) crowd.note(first.row.event_id);
    const kept = await keep(events.map(({ row }) => row));
    measureLag(deps.clock, subscription.platform, 'webhook', events);
    for (const { row } of events) markSpan({ name: 'receive event', kind: 'consumer', of: { event: row.event_id } });
    if (!kept?.notified) deps.onReceived();
    if (Number(headerOf(headers, ATTEMPT) ?? 1) > 1 || isLate(subscription, events, deps.clock.setting().speed))
      deps.onGap(subscription_id);
    return { status: 200 };
  };
}

/** A list of events has no header of its own to go by, and a body without an id nothing to differ from. */
function isOther(events: readonly ReceivedEvent[], header: string | undefined): boolean {
  const [only, ...more] = events;
  return (
    header !== undefined && only !== undefined && more.length === 0 && only.is_named && only.row.event_id !== header
  );
}

/** Whether these events are so much older than the newest one received that something must have held deliveries up: others may be missing. */
function isLate(subscription: KnownSubscription, events: readonly ReceivedEvent[], speed: number): boolean {
  const newest = events.reduce((latest, { row }) => Math.max(latest, row.occurred_at.getTime()), 0);
  const late = newest < subscription.newest - LATE * speed;
  subscription.newest = Math.max(subscription.newest, newest);
  return late;
}

function headerOf(headers: Delivery['headers'], name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}
