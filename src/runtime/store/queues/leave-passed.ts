import type { Queryable } from '../../../shared/postgres/database.ts';

export interface InHand {
  /** Enrollments that have begun and are not past their first limited step. */
  readonly all: number;
  /** The part of `all` with a booked slot, by class. */
  readonly booked: ReadonlyMap<string, number>;
}

/**
 * Lets those of the group go who are past its limit: they made a call of its classes, or stand at a step behind it. Then counts
 * who is left.
 */
export async function leavePassed(
  tx: Queryable,
  queue: { readonly id: string; readonly classes: readonly string[]; readonly before: readonly string[] },
): Promise<InHand> {
  await tx.query(
    // Another transaction that has one of them locked may wait for another one, so these are left for the next look.
    `update enrollments set queue = null where id in (
       select e.id from enrollments e
        where e.queue = $1 and e.started_at is not null and e.status <> 'finished'
          and ((e.node is not null and e.node <> all($3))
            or exists (select from intents i where i.enrollment_id = e.id and i.limit_class = any($2)))
          for no key update skip locked)`,
    [queue.id, [...queue.classes], [...queue.before]],
  );
  const { rows } = await tx.query<{ limit_class: string | null; count: number }>(
    `select s.limit_class, count(*)::int as count
       from enrollments e
       left join lateral (select limit_class from slots s where s.enrollment_id = e.id and s.limit_class = any($2) limit 1) s on true
      where e.queue = $1 and e.started_at is not null and e.status <> 'finished'
      group by 1`,
    [queue.id, [...queue.classes]],
  );
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    booked: new Map(rows.flatMap(({ limit_class, count }) => (limit_class === null ? [] : [[limit_class, count]]))),
  };
}
