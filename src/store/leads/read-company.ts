import type { Queryable } from '../../postgres/database.ts';

/** The company of the first of these people that has one. */
export async function readCompany(tx: Queryable, leadIds: readonly string[]): Promise<string | null> {
  if (leadIds.length === 0) return null;
  const { rows } = await tx.query<{ company: string }>(
    'select company from leads where id = any($1) and company_key is not null order by array_position($1, id) limit 1',
    [[...leadIds]],
  );
  return rows[0]?.company ?? null;
}
