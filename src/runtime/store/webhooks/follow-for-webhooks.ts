import type { Queryable } from '../../../shared/postgres/database.ts';

export interface FollowingWebhook {
  readonly id: string;
  readonly events: readonly string[];
  /** Everything up to this line or announcement has been queued for it. */
  readonly cursor: bigint;
}

/** Finds the cause up to which all active webhooks have been followed; null: none is active. */
export async function findOldestCursor(db: Queryable): Promise<bigint | null> {
  const { rows } = await db.query<{ cursor: string | null }>(
    `select min(cursor) as cursor from webhooks where status = 'active'`,
  );
  const cursor = rows[0]?.cursor ?? null;
  return cursor === null ? null : BigInt(cursor);
}

/** The active webhooks, locked; null: another process queues for them at this moment, or two people become one. */
export async function lockFollowing(tx: Queryable): Promise<FollowingWebhook[] | null> {
  const { rows: turn } = await tx.query<{ ours: boolean }>('select pg_try_advisory_xact_lock(4400, 80) as ours');
  if (turn[0]?.ours !== true) return null;
  const { rows } = await tx.query<{ id: string; events: string[]; cursor: string }>(
    `select id, events, cursor from webhooks where status = 'active' order by id for no key update`,
  );
  return rows.map((row) => ({ ...row, cursor: BigInt(row.cursor) }));
}

/** Until the end of this transaction nobody queues, and whatever was being queued is committed. */
export async function pauseQueueing(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(4400, 80)');
}

export async function moveCursors(tx: Queryable, ids: readonly string[], to: bigint): Promise<void> {
  await tx.query('update webhooks set cursor = $2 where id = any($1) and cursor < $2', [ids, String(to)]);
}

/** Whether anything was ever to be sent: until then nobody needs to look for what is due. */
export async function hasDeliveries(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from deliveries where due_at is not null limit 1');
  return rowCount === 1;
}
