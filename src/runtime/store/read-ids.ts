import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { PAGE_IS_SMALL, withSettings } from '../../shared/postgres/settings.ts';

export async function readIds(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

/** The only ways that Postgres may take: by default it takes what it expects to cost least, and how many rows fit it may be unable to know. */
const ONLY = {
  /** An index of words, and keys: where Postgres expects many to have the beginning of a word, it would go through the whole table. */
  index: { enable_seqscan: 'off', enable_indexscan: 'off' },
  /** Keys one after the other, which looks dear to it where they are many. */
  keys: { enable_seqscan: 'off', enable_bitmapscan: 'off' },
  /** An index in its order: where Postgres expects too few to fit for a page, it would put everybody in order. */
  order: { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' },
} as const;

export const readIdsBy = (
  by: keyof typeof ONLY,
  db: Database,
  text: string,
  values: readonly unknown[],
): Promise<string[]> => withSettings(db, { ...PAGE_IS_SMALL, ...ONLY[by] }, (tx) => readIds(tx, text, values));
