import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Lane } from './claim-outbox.ts';

/**
 * Deletes rows that Temporal has been sent. The row of each enrollment is locked, which leaves a trace in it: whoever has seen a workflow at rest sees that there is a reason to
 * look again. Only an erasure of the row would keep this lock out, and is passed over. True: more is due beside these and what is in hand.
 */
export async function deleteFromOutbox(
  tx: Queryable,
  ids: readonly string[],
  inHand: Iterable<string> = [],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } = await tx.query<{ more: boolean }>(
    `with deleted as (
       delete from outbox where id = any($1::bigint[]) returning target_id
     ), locked as materialized (
       select from enrollments where id in (select target_id from deleted) for key share skip locked
     )
     select ${isDue('now')} or ${isDue('bulk')} as more, (select count(*) from locked) as locked`,
    [[...ids], [...inHand]],
  );
  return rows[0]?.more ?? false;
}

const isDue = (lane: Lane): string =>
  `exists (select from outbox where lane = '${lane}' and wall_due_at <= clock_timestamp() and id <> all($1::bigint[]) and id <> all($2::bigint[]))`;

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
