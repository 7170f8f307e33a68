import type { Queryable } from '../../../shared/postgres/database.ts';

/** Those of them whose walk goes on. */
export async function findListening(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    `select id from enrollments where id = any($1) and status <> 'finished' order by id`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}
