import type { Queryable } from '../../src/shared/postgres/database.ts';

/** So often does a connection at most read the catalog anew in the middle of what is asked. */
const TRIES = 5;

/**
 * The blocks that `work` makes this connection look into; where they are more than `most`, the fewest of several times. A connection that cannot keep up with what others create and drop on its server forgets
 * the catalog, and reads it again in the middle of whatever it is asked next.
 */
export async function blocksOf(one: Queryable, work: () => Promise<unknown>, most: number): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let left = TRIES; left > 0 && fewest > most; left--) {
    const before = await blocksLookedInto(one);
    await work();
    fewest = Math.min(fewest, (await blocksLookedInto(one)) - before);
  }
  return fewest;
}

/**
 * The blocks that this connection has looked into so far. Those of its database count what others do there, too: Postgres vacuums and counts the rows of tables whenever it likes.
 */
async function blocksLookedInto(one: Queryable): Promise<number> {
  await one.query('select pg_stat_force_next_flush()');
  const { rows } = await one.query<{ blocks: number }>(
    `select sum(hits + reads)::float8 as blocks from pg_stat_get_backend_io(pg_backend_pid()) where object = 'relation'`,
  );
  return rows[0]?.blocks ?? 0;
}
