import type { Queryable } from '../../../shared/postgres/database.ts';
import { bound, type Counts, differs } from './erase-rows.ts';
import { ERASURE_MAP } from './erasure-map.ts';

/** Rows of these enrollments that are not as an erasure leaves them, by table. */
export async function findNotErased(db: Queryable, enrollments: readonly string[]): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const [table, { persons, empties }] of Object.entries(ERASURE_MAP)) {
    if (persons === undefined || !persons.includes(':enrollments')) continue;
    const left = empties === undefined ? 'true' : differs(empties);
    const { text, values } = bound(`select count(*)::int as count from ${table} where (${persons}) and ${left}`, {
      ...{ leads: [], names: [], enrollments },
    });
    const { rows } = await db.query<{ count: number }>(text, values);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[table] = count;
  }
  return counts;
}
