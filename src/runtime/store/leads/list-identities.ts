import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** All names by which these people are known. */
export async function listIdentities(tx: Queryable, leadIds: readonly string[]): Promise<Identity[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await tx.query<Identity & Record<string, unknown>>(
    'select kind, value from identities where lead_id = any($1) order by kind, value',
    [[...leadIds]],
  );
  return rows;
}
