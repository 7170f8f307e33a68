import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { PAGE_IS_SMALL, withSettings } from '../../shared/postgres/settings.ts';

export async function readIds(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

/**
 * Reads ids by an index of words and by keys only. The planner cannot know how many rows have the beginning of a word: where it expects many, it would go
 * through the whole table.
 */
export const readIdsByIndex = (db: Database, text: string, values: readonly unknown[]): Promise<string[]> =>
  withSettings(db, { ...PAGE_IS_SMALL, enable_seqscan: 'off', enable_indexscan: 'off' }, (tx) =>
    readIds(tx, text, values),
  );

/** Reads ids by keys only, one after the other, which many make look dear. */
export const readIdsByKeys = (db: Database, text: string, values: readonly unknown[]): Promise<string[]> =>
  withSettings(db, { ...PAGE_IS_SMALL, enable_seqscan: 'off', enable_bitmapscan: 'off' }, (tx) =>
    readIds(tx, text, values),
  );
