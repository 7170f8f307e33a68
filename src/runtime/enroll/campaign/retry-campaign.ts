import { recordChange, recordNoChange } from '../../store/audit-log/record-change.ts';
import { lockCampaign } from '../../store/campaigns/read-campaign.ts';
import { countRows, reopenRows } from '../../store/campaigns/record-rows.ts';
import { countRun, moveCampaign } from '../../store/campaigns/update-campaign.ts';
import { addToOutbox } from '../../store/outbox/add-to-outbox.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import type { RefusalCode } from '../refused.ts';

/** Codes of refusals whose cause passes by itself, or may have been put right. */
const PASSING: readonly RefusalCode[] = [
  'per_company',
  'active_elsewhere',
  'contacted_recently',
  'suppressed',
  'bad_address',
  'unknown_account',
  'no_sender',
];

export type Retried = { readonly kind: 'retried'; readonly rows: number } | { readonly kind: 'stopped' };

/** Rows that were refused for something that passes are looked at again, and an import that failed goes on where it was. */
export async function retryCampaign(
  { db, clock }: EnrollDeps,
  id: string,
  options: { readonly dry_run?: boolean } = {},
): Promise<Retried> {
  return db.transaction(async (tx): Promise<Retried> => {
    const campaign = await lockCampaign(tx, id);
    if (campaign === null || campaign.status === 'stopped') return { kind: 'stopped' };
    if (options.dry_run) return { kind: 'retried', rows: await countRows(tx, id, PASSING) };
    const rows = await reopenRows(tx, id, PASSING);
    if (rows === 0 && campaign.status !== 'failed') recordNoChange();
    else {
      await recordChange(tx, {
        did: `had the campaign ${id} tried again`,
        target: { kind: 'campaign', id },
        before: { status: campaign.status },
        after: { rows },
      });
    }
    // One that is at work finds them by itself.
    if (campaign.status === 'importing' || (rows === 0 && campaign.status !== 'failed'))
      return { kind: 'retried', rows };
    await moveCampaign(tx, id, { from: ['running', 'paused', 'failed'], to: 'importing' });
    const run = await countRun(tx, id);
    await addToOutbox(tx, { kind: 'start_campaign', target_id: id, payload: { run } }, new Date(clock.now()));
    return { kind: 'retried', rows };
  });
}
