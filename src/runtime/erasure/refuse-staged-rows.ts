import type { Database } from '../../shared/postgres/database.ts';
import { recordRows } from '../store/campaigns/record-rows.ts';
import { listStagedRows } from '../store/erasure/staged-rows.ts';
import type { NameFinder } from './find-names.ts';

/**
 * Rows of imports that bring this person and that nobody has looked at yet: they are refused as they would be, and keep nothing of them. A
 * paused import would else hold them for good.
 */
export async function refuseStagedRows(db: Database, finder: NameFinder): Promise<Readonly<Record<string, number>>> {
  if (finder.coarse === null) return {};
  let count = 0;
  for (const { campaign_id, row, given } of await listStagedRows(db, finder.coarse)) {
    if (JSON.stringify(finder.redactJson(given)) === JSON.stringify(given)) continue;
    await db.transaction(async (tx) => {
      if (
        await tx
          .query(`select from campaign_rows where campaign_id = $1 and row = $2 and status = 'pending' for update`, [
            campaign_id,
            row,
          ])
          .then(({ rowCount }) => rowCount === 0)
      )
        return;
      await recordRows(tx, campaign_id, [
        { row, status: 'refused', code: 'suppressed', message: 'This person was erased.', erased: true },
      ]);
      count += 1;
    });
  }
  return count === 0 ? {} : { campaign_rows: count };
}
