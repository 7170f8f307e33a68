import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockNames } from '../leads/lock-names.ts';
import { leadKey } from '../leads/merge-leads.ts';

/**
 * Keeps out whoever erases the person of an answer until the transaction ends: what is written of it after that would be kept of somebody who
 * was erased. Before all other locks; `names` are locked with it.
 */
export async function lockPersonOf(
  tx: Queryable,
  { lead_id }: { readonly lead_id: string | null },
  names: readonly string[] = [],
): Promise<void> {
  await lockNames(tx, names, lead_id === null ? [] : [leadKey(lead_id)]);
}
