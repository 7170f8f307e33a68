import type { Queryable } from '../../../shared/postgres/database.ts';

export async function deleteFromOutbox(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query('delete from outbox where id = any($1::bigint[])', [[...ids]]);
}

/** Due again after `delay_ms` of wall time: what failed is our own side of the wire. */
export async function postponeInOutbox(
  tx: Queryable,
  row: { readonly id: string; readonly delay_ms: number; readonly error: string },
): Promise<void> {
  await tx.query(
    `update outbox set tries = tries + 1, last_error = $3, wall_due_at = now() + $2 * interval '1 millisecond' where id = $1`,
    [row.id, row.delay_ms, row.error],
  );
}
