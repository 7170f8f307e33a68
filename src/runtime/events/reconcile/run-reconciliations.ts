import { MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockAccount } from '../../store/accounts/find-account.ts';
import { addToSearchBudget, noteGapSearched, noteGapWaits, readSearchBudget } from '../../store/accounts/gap.ts';
import {
  completeReconciliation,
  listDueReconciliations,
  postponeReconciliation,
  type ReconciliationRow,
  type SearchResult,
} from '../../store/events/reconciliation.ts';
import { findAcceptances } from './find-acceptances.ts';
import { findMessages } from './find-messages.ts';
import type { Budget } from './paid-reading.ts';
import { DEFAULT_SEARCH_CREDITS, type ReconcileDeps, type Search, type Waits } from './search.ts';

/** Wall milliseconds until the owner's credits are tried again. */
const RETRY = 10 * MINUTE;

/**
 * Looks for what events may have missed, account by account: first by calls that cost nothing, then, where there is a reason, in the
 * inbox. What is found is inserted as events whose ids are derived from the finding, so repeats deduplicate. Returns how many were new.
 */
export async function runReconciliations(
  deps: ReconcileDeps & { readonly onSearched?: () => Promise<void> },
  accounts: ReadonlySet<string>,
): Promise<number> {
  let found = 0;
  for (const row of await listDueReconciliations(deps.db, new Date(deps.clock.now()))) {
    if (!accounts.has(row.account_id)) continue;
    try {
      found += await run(deps, row);
      await deps.onSearched?.();
    } catch (error) {
      // The request stays, and is tried again at the next look.
      deps.onError(error);
    }
  }
  return found;
}

async function run(deps: ReconcileDeps, row: ReconciliationRow): Promise<number> {
  const begun = new Date(deps.clock.now());
  const searches: Search[] = [await findAcceptances(deps, row.account_id)];
  if (row.depth === 'full') searches.push(await searchInbox(deps, row, begun));
  const sum = (field: 'found' | 'credits') => searches.reduce((total, search) => total + search[field], 0);
  const note = searches.map((search) => search.note).join('; ');
  const at = new Date(deps.clock.now());
  const result = { found: sum('found'), credits: sum('credits'), note, at };
  const waits = searches.find((search) => search.waits !== undefined)?.waits;
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, row.account_id);
    if (waits !== undefined) return postpone(deps, tx, row, result, waits);
    const isDone = await completeReconciliation(tx, row, result);
    if (isDone && row.depth === 'full') await noteGapSearched(tx, row.account_id, begun);
  });
  return result.found;
}

/** Whatever comes of it, what it has cost counts against the day. */
async function searchInbox(deps: ReconcileDeps, row: ReconciliationRow, at: Date): Promise<Search> {
  const { left } = await readSearchBudget(deps.db, row.account_id, creditsPerDay(deps), at);
  const budget: Budget = { credits: left, spent: 0, broke: false };
  try {
    return await findMessages(deps, row, budget);
  } finally {
    await addToSearchBudget(deps.db, row.account_id, budget.spent, at);
  }
}

async function postpone(
  deps: ReconcileDeps,
  tx: Queryable,
  row: ReconciliationRow,
  result: SearchResult,
  waits: Waits,
): Promise<void> {
  const { account_id } = row;
  const { until } = await readSearchBudget(tx, account_id, creditsPerDay(deps), result.at);
  const retry = new Date(deps.clock.now() + RETRY * deps.clock.setting().speed);
  const due_at = waits.for === 'budget' ? until : retry;
  await postponeReconciliation(tx, row.id, result, { due_at, read_until: waits.read_until });
  const why =
    waits.for === 'budget'
      ? `the ${creditsPerDay(deps)} credits that this may cost in a day (OVERTURE_SEARCH_CREDITS) are spent; it goes on at ${until.toISOString()}`
      : 'the credits of its owner are spent; it goes on when there are some again';
  await noteGapWaits(tx, account_id, why, result.at);
}

const creditsPerDay = ({ search_credits = DEFAULT_SEARCH_CREDITS }: ReconcileDeps): number => search_credits;
