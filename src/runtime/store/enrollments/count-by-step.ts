import type { Queryable } from '../../../shared/postgres/database.ts';
import { SENDS_FROM, type Within } from '../within.ts';

/** How many people stand at each step of one version now, and how many ended at each end. */
export async function countByStep(
  db: Queryable,
  sequence: string,
  version: number,
  within: Within = null,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ node: string; count: number }>(
    `select node, count(*)::int as count from enrollments e
      where sequence = $1 and version = $2 and node is not null and ($3::text[] is null or ${SENDS_FROM('$3')})
      group by node order by node`,
    [sequence, version, within],
  );
  return Object.fromEntries(rows.map(({ node, count }) => [node, count]));
}
