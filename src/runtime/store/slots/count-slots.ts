import type { Queryable } from '../../../shared/postgres/database.ts';

/** Counts the slots of an account per class and local day. */
export interface CountedSlots {
  readonly limit_class: string;
  readonly local_day: string;
  readonly used: number;
  readonly booked: number;
}

export async function countSlots(db: Queryable, accountId: string, fromDay: string): Promise<CountedSlots[]> {
  const { rows } = await db.query<CountedSlots & Record<string, unknown>>(
    `select limit_class, local_day::text as local_day,
            coalesce(sum(amount) filter (where state = 'used'), 0)::int as used,
            coalesce(sum(amount) filter (where state = 'booked'), 0)::int as booked
       from slots where account_id = $1 and local_day >= $2
      group by 1, 2 order by 1, 2`,
    [accountId, fromDay],
  );
  return rows;
}
