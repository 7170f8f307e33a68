import type { Queryable } from '../../src/shared/postgres/database.ts';

/**
 * The blocks that this connection has looked into so far. Those of its database count what others do there, too: Postgres vacuums and counts the rows of tables whenever it likes.
 */
export async function blocksLookedInto(one: Queryable): Promise<number> {
  await one.query('select pg_stat_force_next_flush()');
  const { rows } = await one.query<{ blocks: number }>(
    `select sum(hits + reads)::float8 as blocks from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'`,
  );
  return rows[0]?.blocks ?? 0;
}
