import { markAllBehind, readLastCall } from '../../../src/runtime/store/accounts/behind.ts';
import { noteGap } from '../../../src/runtime/store/accounts/gap.ts';
import type { Clock } from '../../../src/shared/kit/clock.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';

/**
 * Marks all accounts as behind, because a workflow is ahead of its row: nothing is sent from any of them until each
 * walk was looked at. As where the log has calls that the ledger lacks, answers that the newer database had were
 * acknowledged there.
 */
export async function noteBackupPutBack({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): Promise<void> {
  const at = new Date(clock.now());
  await db.transaction(async (tx) => {
    for (const account_id of await markAllBehind(tx, at)) {
      await noteGap(tx, { account_id, reason: 'a backup was put back', at, since: await readLastCall(tx, account_id) });
    }
  });
}
