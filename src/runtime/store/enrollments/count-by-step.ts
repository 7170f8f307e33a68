import type { Queryable } from '../../../shared/postgres/database.ts';

/** How many people stand at each step of one version now, and how many ended at each end. */
export async function countByStep(
  db: Queryable,
  sequence: string,
  version: number,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ node: string; count: number }>(
    `select node, count(*)::int as count from enrollments
      where sequence = $1 and version = $2 and node is not null
      group by node order by node`,
    [sequence, version],
  );
  return Object.fromEntries(rows.map(({ node, count }) => [node, count]));
}
