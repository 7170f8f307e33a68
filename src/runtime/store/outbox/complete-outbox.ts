import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Temporal was told. The row of each enrollment is locked, which leaves a trace in it: whoever has seen a workflow at rest sees that there is a reason to
 * look again. Only an erasure of the row would keep this lock out, and is passed over.
 */
export async function deleteFromOutbox(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `with told as (delete from outbox where id = any($1::bigint[]) returning target_id)
     select from enrollments where id in (select target_id from told) for key share skip locked`,
    [[...ids]],
  );
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
