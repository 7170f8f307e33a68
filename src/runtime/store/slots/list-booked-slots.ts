import type { Queryable } from '../../../shared/postgres/database.ts';

/** Booked slots of an account, class and day: how many, how many of these people, and when the last one falls. */
export interface BookedDay {
  readonly account_id: string;
  readonly limit_class: string;
  readonly day: string;
  readonly booked: number;
  readonly theirs: number;
  readonly last: Date;
}

export async function countBookedSlots(
  db: Queryable,
  accountIds: readonly string[],
  enrollmentIds: readonly string[],
): Promise<BookedDay[]> {
  const { rows } = await db.query<BookedDay & Record<string, unknown>>(
    `select account_id, limit_class, local_day::text as day, sum(amount)::int as booked,
            coalesce(sum(amount) filter (where enrollment_id = any($2)), 0)::int as theirs, max(at) as last
       from slots where state = 'booked' and (account_id = any($1) or enrollment_id = any($2))
      group by account_id, limit_class, local_day order by account_id, limit_class, local_day`,
    [[...accountIds], [...enrollmentIds]],
  );
  return rows;
}
