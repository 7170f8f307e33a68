import type { Queryable } from '../../../shared/postgres/database.ts';

/** Nobody else enrolls these people until the transaction ends. */
export async function lockLeads(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query('select id from leads where id = any($1) order by id for no key update', [[...ids]]);
}
