import type { Queryable } from '../../../shared/postgres/database.ts';
import { findPause, type PauseRow } from '../control/pauses.ts';
import { addTallies } from './add-tallies.ts';

/** The reason in rows of a campaign that were not enrolled when it was stopped. */
export const whyStopped = ({ note, at }: Pick<PauseRow, 'note' | 'at'>): string =>
  `The campaign was stopped ${at.toISOString().slice(0, 10)}, before this row was enrolled${note === null ? '' : `: ${note}`}.`;

/** Refuses the next rows of a stopped campaign that nobody has looked at: how many. None of a campaign that is not stopped. */
export async function refusePendingRows(tx: Queryable, campaignId: string, limit: number): Promise<number> {
  const stop = await findPause(tx, 'campaign', campaignId);
  if (stop?.state !== 'stopped') return 0;
  const { rowCount } = await tx.query(
    `update campaign_rows c set status = 'refused', code = 'stopped', message = $2
       from (select row from campaign_rows where campaign_id = $1 and status = 'pending' order by row limit $3 for update) as next
      where c.campaign_id = $1 and c.row = next.row`,
    [campaignId, whyStopped(stop), limit],
  );
  const amount = rowCount ?? 0;
  if (amount > 0) await addTallies(tx, [{ campaign_id: campaignId, what: 'refused', name: 'stopped', amount }]);
  return amount;
}

export async function hasPendingRows(tx: Queryable, campaignId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from campaign_rows where campaign_id = $1 and status = 'pending' limit 1`,
    [campaignId],
  );
  return rowCount === 1;
}
