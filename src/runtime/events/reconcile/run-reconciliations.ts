import {
  completeReconciliation,
  listDueReconciliations,
  type ReconciliationRow,
} from '../../store/events/reconciliation.ts';
import { findAcceptances } from './find-acceptances.ts';
import { findMessages } from './find-messages.ts';
import type { ReconcileDeps, Search } from './search.ts';

/**
 * Looks for what events may have missed, account by account: first by calls that cost nothing, then, where there is a reason, in the
 * inbox. What is found is inserted as events whose ids are derived from the finding, so repeats deduplicate. Returns how many were new.
 */
export async function runReconciliations(deps: ReconcileDeps, accounts: ReadonlySet<string>): Promise<number> {
  let found = 0;
  for (const row of await listDueReconciliations(deps.db, new Date(deps.clock.now()))) {
    if (!accounts.has(row.account_id)) continue;
    try {
      found += await run(deps, row);
    } catch (error) {
      // The request stays, and is tried again at the next look.
      deps.onError(error);
    }
  }
  return found;
}

async function run(deps: ReconcileDeps, row: ReconciliationRow): Promise<number> {
  const searches: Search[] = [await findAcceptances(deps, row.account_id)];
  if (row.depth === 'full') searches.push(await findMessages(deps, row));
  const sum = (field: 'found' | 'credits') => searches.reduce((total, search) => total + search[field], 0);
  const note = searches.map((search) => search.note).join('; ');
  const at = new Date(deps.clock.now());
  const done = { id: row.id, state: 'done', found: sum('found'), credits: sum('credits'), note, at } as const;
  await completeReconciliation(deps.db, done);
  return done.found;
}
