import type { Queryable } from '../../../shared/postgres/database.ts';
import { newestCause } from '../announcements/follow-causes.ts';
import { byId, type Listing } from '../listing.ts';

export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  /** `switched_off`: its receiver failed for days. */
  readonly status: 'active' | 'paused' | 'switched_off';
  readonly status_reason: string | null;
  readonly sealed_secret: string;
  /** Until then a former secret signs too, wall time; null: none does. */
  readonly wall_former_until: Date | null;
  /** The time since which every attempt has failed. */
  readonly failing_since: Date | null;
  readonly created_at: Date;
}

const COLUMNS = `id, url, description, events, status, status_reason, sealed_secret, failing_since, created_at,
  (select max(wall_until) from former_webhook_secrets where webhook_id = webhooks.id and wall_until > now()) as wall_former_until`;

export const webhookListing: Listing<WebhookRow> = {
  ...{ columns: COLUMNS, tables: 'webhooks', where: 'true', values: [] },
  orders: { created_at: byId() },
  usual: '-created_at',
};

export async function countWebhooks(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from webhooks');
  return rows[0]?.count ?? 0;
}

export async function findWebhook(
  db: Queryable,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<WebhookRow | null> {
  const { rows } = await db.query<WebhookRow & Record<string, unknown>>(
    `select ${COLUMNS} from webhooks where id = $1 ${lock ? 'for no key update' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

export type NewWebhook = Pick<WebhookRow, 'id' | 'url' | 'description' | 'events' | 'sealed_secret' | 'created_at'>;

/** Inserts a webhook, which receives the events that begin from now on. */
export async function insertWebhook(tx: Queryable, given: NewWebhook): Promise<WebhookRow> {
  const { rows } = await tx.query<WebhookRow & Record<string, unknown>>(
    `insert into webhooks (id, url, description, events, sealed_secret, cursor, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     returning ${COLUMNS}`,
    [
      ...[given.id, given.url, given.description, given.events, given.sealed_secret],
      ...[String(await newestCause(tx)), given.created_at],
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the webhook was not stored');
  return row;
}

/** Changes what is given; another status also changes what is queued. The webhook is locked. */
export async function changeWebhook(
  tx: Queryable,
  before: WebhookRow,
  change: {
    readonly url?: string | undefined;
    readonly events?: readonly string[] | undefined;
    readonly description?: string | null | undefined;
    readonly status?: WebhookRow['status'] | undefined;
    readonly status_reason?: string | null;
  },
  at: Date,
): Promise<WebhookRow> {
  const { id, url, events, description, status, status_reason } = { ...before, status_reason: null, ...given(change) };
  const { rows } = await tx.query<WebhookRow & Record<string, unknown>>(
    `update webhooks set url = $2, events = $3, description = $4, status = $5, status_reason = $6,
            failing_since = case when $7 then null else failing_since end, cursor = case when $7 then $8 else cursor end
      where id = $1 returning ${COLUMNS}`,
    [
      ...[id, url, events, description, status, status === before.status ? before.status_reason : status_reason],
      // Events from the time in which it was not active are not kept for it.
      ...[status === 'active' && before.status !== 'active', String(await newestCause(tx))],
    ],
  );
  if (status !== before.status) await pauseDeliveries(tx, id, status !== 'active', at);
  const [row] = rows;
  if (row === undefined) throw new Error('a webhook under lock is gone');
  return row;
}

/** In the order of their ids, as a sender locks them. What may go out again goes at once. */
async function pauseDeliveries(tx: Queryable, webhookId: string, held: boolean, at: Date): Promise<void> {
  await tx.query(
    `update deliveries set held = $2, due_at = case when $2 or due_at = 'infinity' then due_at else least(due_at, $3) end
      where delivery_id in (select delivery_id from deliveries where webhook_id = $1 and due_at is not null order by delivery_id for update)`,
    [webhookId, held, at],
  );
}

const given = <Change extends object>(change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Change]?: Exclude<Change[Name], undefined>;
  };

export async function deleteWebhook(tx: Queryable, id: string): Promise<boolean> {
  // A queue whose rows all go needs nobody to be next.
  await tx.query(
    'update deliveries set queue = null where webhook_id = $1 and queue is not null and due_at is not null',
    [id],
  );
  return (await tx.query('delete from webhooks where id = $1', [id])).rowCount === 1;
}

/**
 * The former secret signs too until `keep_ms` of wall time have passed, and one before it for as long as was said of it; with 0, the new one alone.
 * Under the webhook's lock.
 */
export async function rotateSecret(tx: Queryable, id: string, sealed: string, keep_ms: number): Promise<WebhookRow> {
  await tx.query('delete from former_webhook_secrets where webhook_id = $1 and ($2 <= 0 or wall_until <= now())', [
    id,
    keep_ms,
  ]);
  await tx.query(
    `insert into former_webhook_secrets (webhook_id, sealed_secret, wall_until)
     select id, sealed_secret, now() + $2 * interval '1 millisecond' from webhooks where id = $1 and $2 > 0`,
    [id, keep_ms],
  );
  const { rows } = await tx.query<WebhookRow & Record<string, unknown>>(
    `update webhooks set sealed_secret = $2 where id = $1 returning ${COLUMNS}`,
    [id, sealed],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a webhook under lock is gone');
  return row;
}

/** Whether an attempt of it is under way in any process. */
export async function isSending(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from deliveries where webhook_id = $1 and lease is not null and wall_lease_until > now() limit 1',
    [id],
  );
  return rowCount === 1;
}
