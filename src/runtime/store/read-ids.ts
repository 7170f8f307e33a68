import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { FOUND_BY, type FoundBy, PAGE_IS_SMALL, withSettings } from '../../shared/postgres/settings.ts';

export async function readIds(db: Queryable, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

export const readIdsBy = (
  found_by: FoundBy,
  db: Database,
  text: string,
  values: readonly unknown[],
): Promise<string[]> =>
  withSettings(db, { ...PAGE_IS_SMALL, ...FOUND_BY[found_by] }, (tx) => readIds(tx, text, values));
