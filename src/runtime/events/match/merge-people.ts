import type { Clock } from '../../../shared/kit/clock.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { listPendingMerges, mergeLeads } from '../../store/leads/merge-leads.ts';
import { moveLeftBehind } from '../../store/leads/move-to-survivor.ts';

const AT_A_TIME = 50;

/**
 * Merges the leads that proved to be one person. Apart from the transaction that learned it: that one holds an enrollment, and
 * names come before enrollments. Returns how many were decided.
 */
export async function mergePeople(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): Promise<number> {
  let done = 0;
  for (const pair of await listPendingMerges(deps.db, AT_A_TIME)) {
    try {
      const merged = await retryConflicts(() => mergeLeads(deps.db, pair, new Date(deps.clock.now())));
      if (merged !== 'again') done += 1;
    } catch (error) {
      deps.onError(error);
    }
  }
  if (done > 0) await moveLeftBehind(deps.db);
  return done;
}
