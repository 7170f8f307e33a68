import { recordChange } from '../../runtime/store/audit-log/record-change.ts';
import { type DeliveryRow, findDelivery } from '../../runtime/store/webhooks/list-deliveries.ts';
import { queueDeliveries, saveOutgoing } from '../../runtime/store/webhooks/queue-deliveries.ts';
import {
  changeWebhook,
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  isSending,
  rotateSecret,
  type WebhookRow,
} from '../../runtime/store/webhooks/webhook.ts';
import { checkForeignUrl } from '../../shared/dial/check-foreign-url.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { HOUR } from '../../shared/kit/duration.ts';
import { newId } from '../../shared/kit/ids.ts';
import type { Result } from '../../shared/kit/result.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import type { createSecretBox } from '../../shared/secrets/secret-box.ts';
import { RETRY_POLICY } from '../../shared/webhook-delivery/retry-policy.ts';
import { newStandardSecret } from '../../shared/webhook-delivery/sign.ts';
import { type EngineEvent, type EngineEventType, exampleEvent } from '../api-contract/engine-events.ts';
import { outgoing } from './queue-events.ts';

export interface ManageDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<ReturnType<typeof createSecretBox>, 'seal'>;
}

/** Each is one transaction that the worker looks at. */
export const MOST_WEBHOOKS = 100;

/** The failure's text says what is wrong with it. */
export const checkWebhookUrl = (url: string, allow_private: boolean): Promise<Result<URL, string>> =>
  checkForeignUrl(url, { allow_private });

export type WithSecret = WebhookRow & { readonly secret: string };

/** Null: there are as many as may be. */
export async function addWebhook(
  { db, clock, secrets }: ManageDeps,
  given: Pick<WebhookRow, 'url' | 'events' | 'description'>,
): Promise<WithSecret | null> {
  const secret = newStandardSecret();
  const [id, created_at] = [newId('whk'), new Date(clock.now())];
  const row = await db.transaction(async (tx) => {
    // Of two that are added at once, one waits and counts the other.
    await tx.query('select pg_advisory_xact_lock(4400, 81)', []);
    if ((await countWebhooks(tx)) >= MOST_WEBHOOKS) return null;
    await recordChange(tx, { did: `added the webhook ${id}`, target: targetOf(id), after: { ...loggedFields(given) } });
    return insertWebhook(tx, { ...given, id, sealed_secret: secrets.seal(secret), created_at });
  });
  return row && { ...row, secret };
}

export type WebhookChange = Omit<Parameters<typeof changeWebhook>[2], 'status_reason'>;

/** Null: there is none. */
export function updateWebhook(
  { db, clock }: Pick<ManageDeps, 'db' | 'clock'>,
  id: string,
  change: WebhookChange,
): Promise<WebhookRow | null> {
  return db.transaction(async (tx) => {
    const before = await findWebhook(tx, id, { lock: true });
    if (before === null) return null;
    const after = await changeWebhook(tx, before, change, new Date(clock.now()));
    await recordChange(tx, {
      ...{
        did: `changed the webhook ${id}`,
        target: targetOf(id),
        before: loggedFields(before),
        after: loggedFields(after),
      },
    });
    return after;
  });
}

/** False: there is none. Nothing more goes out once this has resolved. */
export async function removeWebhook({ db, clock }: Pick<ManageDeps, 'db' | 'clock'>, id: string): Promise<boolean> {
  if ((await updateWebhook({ db, clock }, id, { status: 'paused' })) === null) return false;
  await untilSent(db, id);
  return db.transaction(async (tx) => {
    await recordChange(tx, { did: `removed the webhook ${id}`, target: targetOf(id) });
    return deleteWebhook(tx, id);
  });
}

/** Null: there is none. */
export async function rotateWebhookSecret(
  { db, secrets }: ManageDeps,
  id: string,
  keep_hours: number,
): Promise<WithSecret | null> {
  const secret = newStandardSecret();
  const row = await db.transaction(async (tx) => {
    const before = await findWebhook(tx, id, { lock: true });
    if (before === null) return null;
    const did = `changed the secret of the webhook ${id}`;
    await recordChange(tx, { did, target: targetOf(id), after: { keep_hours } });
    return rotateSecret(tx, id, secrets.seal(secret), Math.round(keep_hours * HOUR));
  });
  return row && { ...row, secret };
}

export type Sent =
  | { readonly kind: 'queued'; readonly delivery: DeliveryRow }
  | { readonly kind: 'unknown_webhook' | 'unknown_delivery' | 'not_active' };

/** A `webhook.test`, at once and behind nothing. */
export function sendTest({ db, clock }: ManageDeps, id: string, event: EngineEventType | undefined): Promise<Sent> {
  const at = new Date(clock.now());
  return db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, id, { lock: true });
    if (webhook === null) return { kind: 'unknown_webhook' };
    if (webhook.status !== 'active') return { kind: 'not_active' };
    const test = testEvent(id, event, at);
    await recordChange(tx, { did: `sent a test to the webhook ${id}`, target: targetOf(id) });
    await saveOutgoing(tx, [outgoing(test)], at);
    return queued(tx, { webhook_id: id, event_id: test.id, event_type: test.type, replay: false }, at);
  });
}

const testEvent = (webhook_id: string, event: EngineEventType | undefined, at: Date): EngineEvent => ({
  ...{ id: newId('evt'), type: 'webhook.test' as const, timestamp: at.toISOString() },
  data: { webhook_id, example: event === undefined ? null : exampleEvent(event) },
});

/** The same event again, with the same id and the same words. */
export function replayDelivery({ db, clock }: ManageDeps, id: string, deliveryId: string): Promise<Sent> {
  const at = new Date(clock.now());
  return db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, id, { lock: true });
    if (webhook === null) return { kind: 'unknown_webhook' };
    const before = await findDelivery(tx, id, deliveryId);
    if (before === null) return { kind: 'unknown_delivery' };
    if (webhook.status !== 'active') return { kind: 'not_active' };
    const { event_id, event_type } = before;
    await recordChange(tx, { did: `sent ${event_id} to the webhook ${id} again`, target: targetOf(id) });
    return queued(tx, { webhook_id: id, event_id, event_type, replay: true }, at);
  });
}

async function queued(
  tx: Queryable,
  one: {
    readonly webhook_id: string;
    readonly event_id: string;
    readonly event_type: string;
    readonly replay: boolean;
  },
  at: Date,
): Promise<Sent> {
  const [id = ''] = await queueDeliveries(tx, [{ ...one, queue: null, place: null }], at);
  const delivery = await findDelivery(tx, one.webhook_id, id);
  if (delivery === null) throw new Error(`the delivery ${id} was not queued`);
  return { kind: 'queued', delivery };
}

const targetOf = (id: string) => ({ kind: 'webhook', id });

/** A path may hold a secret of the receiver. */
const loggedFields = ({
  url,
  events,
  status,
}: Pick<WebhookRow, 'url' | 'events'> & Partial<Pick<WebhookRow, 'status'>>) => ({
  ...{ url: new URL(url).origin, events },
  ...(status === undefined ? {} : { status }),
});

const LOOK_EVERY = 25;
const LONGEST = (RETRY_POLICY.timeout_seconds + 2) * 1000;

/** Waits until every attempt of a webhook that is not active has ended. None lasts longer than its timeout. */
export async function untilSent(db: Queryable, id: string): Promise<void> {
  const end = Date.now() + LONGEST;
  while (Date.now() < end && (await isSending(db, id))) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
}
