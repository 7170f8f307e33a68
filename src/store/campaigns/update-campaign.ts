import type { Queryable } from '../../postgres/database.ts';
import type { CampaignRow } from './read-campaign.ts';

/** Moves the campaign on, if it is still in one of the states `from`. */
export async function moveCampaign(
  tx: Queryable,
  id: string,
  move: {
    readonly from: readonly CampaignRow['status'][];
    readonly to: CampaignRow['status'];
    readonly error?: string;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update campaigns set status = $3, error = $4 where id = $1 and status = any($2)',
    [id, [...move.from], move.to, move.error ?? null],
  );
  return rowCount === 1;
}

/** What was not enrolled, by its row in the source, so that a page read twice counts once. */
export async function noteRefusals(
  tx: Queryable,
  id: string,
  refusals: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(refusals).length === 0) return;
  await tx.query('update campaigns set refusals = refusals || $2 where id = $1', [id, JSON.stringify(refusals)]);
}
