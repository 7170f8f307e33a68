import type { Queryable } from '../../../shared/postgres/database.ts';

export const FLIGHT_QUANTILES = [0.5, 0.95, 1] as const;

const LAST = 1000;

/**
 * Wall seconds from writing an intent to storing its outcome, over the last sends, for each quantile: this window is the
 * only one in which a stop comes too late. Empty before the first send.
 */
export async function measureFlight(db: Queryable): Promise<readonly number[]> {
  const { rows } = await db.query<{ seconds: number[] | null }>(
    `select percentile_cont($1::float8[]) within group (order by seconds) as seconds
       from (select extract(epoch from wall_answered_at - wall_created_at)::float8 as seconds
               from intents where wall_answered_at is not null order by wall_answered_at desc limit $2) as last`,
    [[...FLIGHT_QUANTILES], LAST],
  );
  return rows[0]?.seconds ?? [];
}
