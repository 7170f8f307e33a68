import type { Queryable } from '../../../shared/postgres/database.ts';

/** Reads Postgres' own clock, by which the times of looks are written. */
export async function readWallTime(db: Queryable): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
