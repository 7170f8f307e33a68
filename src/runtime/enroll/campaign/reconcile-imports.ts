import { listImporting } from '../../store/campaigns/list-importing.ts';
import { lockCampaign } from '../../store/campaigns/read-campaign.ts';
import { countRun } from '../../store/campaigns/update-campaign.ts';
import { addToOutbox } from '../../store/outbox/add-to-outbox.ts';
import type { EnrollDeps } from '../enroll-lead.ts';

/** Whether this import of the campaign has a workflow that runs. */
export type IsImporting = (campaignId: string, run: number) => Promise<boolean>;

/** An import that has not ended has a workflow that runs: one that Temporal has lost goes on in a further one. How many did. */
export async function reconcileImports({ db, clock }: EnrollDeps, isRunning: IsImporting): Promise<number> {
  let mended = 0;
  for (const { id, runs } of await listImporting(db)) {
    if (await isRunning(id, runs)) continue;
    const begun = await db.transaction(async (tx) => {
      const campaign = await lockCampaign(tx, id);
      // Between the two looks the import has ended, or another process has begun it.
      if (campaign?.status !== 'importing' || campaign.runs !== runs) return false;
      const run = await countRun(tx, id);
      await addToOutbox(tx, { kind: 'start_campaign', target_id: id, payload: { run } }, new Date(clock.now()));
      return true;
    });
    if (begun) mended += 1;
  }
  return mended;
}
