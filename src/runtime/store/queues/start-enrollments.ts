import type { Queryable } from '../../../shared/postgres/database.ts';

/** The next of a group, oldest first; enrollments that another transaction has locked are passed over. */
export async function takeWaiting(tx: Queryable, queueId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from enrollments where queue = $1 and started_at is null and status = 'queued'
      order by id limit $2 for no key update skip locked`,
    [queueId, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Starts these enrollments, in their order, through the outbox. What happened to them while they had no walk follows as
 * signals, for a wait that may ask for it.
 */
export async function startEnrollments(
  tx: Queryable,
  ids: readonly string[],
  at: Date,
  options: { readonly leave_queue: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update enrollments set started_at = $2, waiting_kind = null, waiting_text = null, queue = case when queue = any($3::bigint[]) then null else queue end
      where id = any($1)`,
    [[...ids], at, [...options.leave_queue]],
  );
  await tellStarts(tx, ids, at);
  await tx.query(
    `insert into outbox (kind, target_id, payload, created_at)
     select 'signal_enrollment', id, jsonb_build_object('id', 'before/' || type, 'type', type), $2
       from enrollments, lateral (values ('accepted_invitation', accepted_at), ('reply', replied_at)) as happened (type, moment)
      where id = any($1) and moment is not null`,
    [[...ids], at],
  );
}

/** Writes the starts of enrollments whose rows are written as started. */
export async function tellStarts(tx: Queryable, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `insert into outbox (kind, target_id, created_at)
     select 'start_enrollment', id, $2 from unnest($1::text[]) with ordinality as given (id, place) order by place`,
    [[...ids], at],
  );
}
