import type { Database, Queryable } from '../../shared/postgres/database.ts';

export async function readIds(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

/**
 * Reads ids by an index of words and by keys only. The planner cannot know how many rows have the beginning of a word: where it expects many, it would go
 * through the whole table.
 */
export const readIdsByIndex = (db: Database, text: string, values: readonly unknown[]): Promise<string[]> =>
  db.transaction(async (tx) => {
    await tx.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`);
    return await readIds(tx, text, values);
  });
