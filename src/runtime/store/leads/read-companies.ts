import type { Queryable } from '../../../shared/postgres/database.ts';

/** The companies of those of these people who have one, by lead. */
export async function readCompanies(tx: Queryable, leadIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (leadIds.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; company: string }>(
    'select id, company from leads where id = any($1) and company_key is not null',
    [[...leadIds]],
  );
  return new Map(rows.map(({ id, company }) => [id, company]));
}
