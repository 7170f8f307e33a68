import { createHmac } from 'node:crypto';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { createReceiver, type Delivery } from '../../src/runtime/events/receive/receive.ts';
import { receivedEvents } from '../../src/runtime/events/receive/received-event.ts';
import { insertEvents } from '../../src/runtime/store/events/insert-events.ts';
import { saveSubscription } from '../../src/runtime/store/events/subscription.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import type { Identity } from '../../src/shared/identity/identity.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import type { Bench } from '../enroll/fixtures.ts';

export const SECRET = 'whsec_of_anna';
export const box = createSecretBox(Buffer.alloc(32, 7));

export async function subscribe(
  bench: Bench,
  id = 'sub_anna',
  account_id = 'acc_anna',
  secret = SECRET,
): Promise<void> {
  await saveSubscription(bench.db, {
    id,
    account_id,
    webhook_id: `wh_${id}`,
    secret: box.seal(secret),
    url: `http://127.0.0.1/hooks/v2/${id}`,
    at: new Date(),
  });
}

export function receiverOf(bench: Bench, more: Partial<Parameters<typeof createReceiver>[0]> = {}) {
  return createReceiver({
    db: bench.db,
    clock: bench.clock,
    secrets: box,
    onReceived: () => undefined,
    onGap: () => undefined,
    ...more,
  });
}

let number = 0;

/** An event as the service envelops it. */
export function envelope(
  type: string,
  event: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> & { event_id: string } {
  number += 1;
  const timestamp = '2026-01-06T10:00:00.000Z';
  return {
    event_id: `evt_${String(number).padStart(6, '0')}`,
    account_id: 'acc_anna',
    account_name: 'Anna',
    platform: 'professional',
    event: { type, timestamp, ...event },
    timestamp,
    ...more,
  };
}

export const message = (profile_url: string, more: Record<string, unknown> = {}) =>
  envelope('message', {
    inbox: 'classic',
    message_text: 'Yes, tell me more',
    message_type: 'TEXT',
    sender: { name: 'Ada Lovelace', profile_url },
    conversation: { participants: [], is_group_chat: false, unread_count: 1 },
    metadata: {},
    has_attachments: false,
    attachments: [],
    ...more,
  });

export const ADA_ID = 'https://professional.example/in/ACoAAB1c2D3e4F5g6H7i8J9k0';

export const accepted = (...people: { profile_url?: string; public_identifier?: string }[]) =>
  envelope('accepted_invitation', { connections: people.map((person) => ({ name: 'x', headline: '', ...person })) });

export const email = (more: Record<string, unknown> = {}) =>
  envelope(
    'message',
    {
      subject: 'Re: Hello',
      message_id: '<answer@x.example>',
      in_reply_to: null,
      sender: { name: 'Ada', email: 'Ada@Example.org', is_self_sent: false },
      message_text: 'Yes',
      raw_data: {},
      ...more,
    },
    { account_id: 'acc_mail', platform: 'email' },
  );

export function delivery(
  body: unknown,
  { secret = SECRET, timestamp = Math.floor(Date.now() / 1000), headers = {}, subscription_id = 'sub_anna' } = {},
): Delivery {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${raw}`).digest('hex');
  return {
    subscription_id,
    raw: Buffer.from(raw),
    headers: { 'x-service-timestamp': String(timestamp), 'x-service-signature': `v1=${signature}`, ...headers },
  };
}

/** As if received. */
export async function storeEvents(bench: Pick<Bench, 'db'>, events: readonly Record<string, unknown>[]): Promise<void> {
  for (const event of events) {
    // Whole milliseconds, as the engine's clock gives them: a cursor names a place among them, not among microseconds.
    await bench.db.query(
      `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
       values ($1, $2, $3, $4, $5, now()::timestamptz(3), now()::timestamptz(3), 'pending') on conflict do nothing`,
      [event.event_id, event.account_id, event.platform, (event.event as { type: string }).type, JSON.stringify(event)],
    );
  }
}

/** Takes events in as if received, and matches them. */
export async function happens(
  bench: Pick<Bench, 'db' | 'clock' | 'close'>,
  ...events: Record<string, unknown>[]
): Promise<void> {
  await storeEvents(bench, events);
  await match(bench);
}

export async function match(bench: Pick<Bench, 'db' | 'clock' | 'close'>): Promise<void> {
  await dispatchEvents({
    ...bench,
    onError: (error) => {
      throw error;
    },
  });
}

export async function enrolled(bench: Bench, lead: unknown, sequence = 'hello'): Promise<string> {
  const result = await enrollLead(bench, { sequence, lead });
  if (result.kind === 'refused') throw new Error(result.message);
  await bench.db.query(
    `update enrollments set status = 'active', node = 'invite', waiting_kind = 'slot' where id = $1`,
    [result.enrollment.id],
  );
  return result.enrollment.id;
}

export async function signalsOf(bench: Bench): Promise<{ target_id: string; payload: { id: string; type: string } }[]> {
  const { rows } = await bench.db.query<{ target_id: string; payload: { id: string; type: string } }>(
    `select target_id, payload from outbox where kind = 'signal_enrollment' order by id`,
  );
  return rows;
}

/** Receives an event as a service posts it, and ingests it at once. */
export async function receive(
  bench: Bench,
  body: unknown,
  account_id = 'acc_anna',
  platform = 'professional',
): Promise<void> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const received = receivedEvents(text, { account_id, platform }, Date.now());
  await insertEvents(
    bench.db,
    received.map(({ row }) => row),
  );
  await match(bench);
}

/** Further names of the person of an enrollment. */
export async function learnNames(bench: Bench, id: string, names: readonly (Identity | null)[]): Promise<void> {
  const { rows } = await bench.db.query<{ lead_id: string }>('select lead_id from enrollments where id = $1', [id]);
  await learnIdentities(
    bench.db,
    rows[0]?.lead_id ?? '',
    names.filter((name) => name !== null),
  );
}
