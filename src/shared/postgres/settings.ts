import type { Database, Queryable } from './database.ts';
import { unavailableBy } from './unavailable.ts';

/** Settings of Postgres by name; ours, never a user's. */
export type Settings = Readonly<Record<string, string>>;

/** To compile a statement, or to start a process that helps with it, takes longer than a page of a list may. */
export const PAGE_IS_SMALL: Settings = { jit: 'off', parallel_setup_cost: '1e12' };

/**
 * Memory for a statement about hundreds of thousands, which would else write to a disk what it puts together. None of it is shared by processes that help each other (`sharing` lets them): for that a
 * container has 64 MB (`/dev/shm`) unless somebody has given it more, which one table of hashes may need, and Postgres says then that its disk is full.
 */
export const FOR_MANY: Settings = { work_mem: '64MB', enable_parallel_hash: 'off' };

/** The only way in which Postgres may find rows: by default it takes what it expects to cost least, and how many rows fit it may be unable to know. */
export type FoundBy = 'bitmaps' | 'keys' | 'order' | 'sets';

export const FOUND_BY: Readonly<Record<FoundBy, Settings>> = {
  /** Several indexes together, or one of words: each yields a bitmap of its rows, and they are narrowed down before one is looked at. */
  bitmaps: { enable_seqscan: 'off', enable_indexscan: 'off' },
  /** Keys that are looked up one after the other, which looks dear to Postgres where they are many. */
  keys: { enable_seqscan: 'off', enable_bitmapscan: 'off' },
  /** An index in its order: where Postgres expects too few to fit for a page, it would put everybody in order. */
  order: { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' },
  /** All that meet each condition, which are compared as a whole: no row is looked up for another. */
  sets: { ...FOR_MANY, enable_nestloop: 'off', enable_mergejoin: 'off' },
};

/** Applies these settings until the transaction ends. */
export async function applySettings(tx: Queryable, settings: Settings): Promise<void> {
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  await tx.query(`select ${set.join(', ')}`);
}

/**
 * Does `work` in a transaction of its own with these settings: they change the way that the planner takes, never what is found. A plan that a connection has once is
 * kept whatever is set later, so no statement may be asked both with them and without.
 */
export const withSettings = <T>(db: Database, settings: Settings, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await applySettings(tx, settings);
    return await work(tx);
  });

/** SQL that says to Postgres that this is another statement, which has a plan of its own. */
export type Remark = '' | '/* nothing is shared */';

/** Asks with a table of hashes that processes share, and without one where there is no memory for it: that takes longer. */
export async function sharing<T>(
  db: Database,
  settings: Settings,
  ask: (tx: Queryable, remark: Remark) => Promise<T>,
): Promise<T> {
  try {
    return await withSettings(db, { ...settings, enable_parallel_hash: 'on' }, (tx) => ask(tx, ''));
  } catch (error) {
    if (unavailableBy(error) !== 'out_of_shared_memory') throw error;
    return await withSettings(db, { ...settings, enable_parallel_hash: 'off' }, (tx) =>
      ask(tx, '/* nothing is shared */'),
    );
  }
}
