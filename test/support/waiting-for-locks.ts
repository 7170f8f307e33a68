import type { Queryable } from '../../src/shared/postgres/database.ts';

/** How many connections of the test's database wait for a lock that another holds. */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
