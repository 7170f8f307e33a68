import type { Queryable } from '../database.ts';

export interface DayUsage {
  readonly local_day: string;
  readonly limit_class: string;
  readonly used: number;
  readonly booked: number;
}

/** Places per local day and class of an account, both days included: what its capacity page shows. */
export async function countSlots(
  db: Queryable,
  query: { readonly account_id: string; readonly from_day: string; readonly to_day: string },
): Promise<DayUsage[]> {
  const { rows } = await db.query<DayUsage & Record<string, unknown>>(
    `select local_day::text, limit_class, count(*) filter (where state = 'used')::int as used,
            count(*) filter (where state = 'booked')::int as booked
       from slots where account_id = $1 and local_day between $2 and $3
      group by local_day, limit_class order by local_day, limit_class`,
    [query.account_id, query.from_day, query.to_day],
  );
  return rows;
}
