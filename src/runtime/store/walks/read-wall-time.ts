import type { Queryable } from '../../../shared/postgres/database.ts';

/** By Postgres' own clock, which the times of looks are written by. */
export async function readWallTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
