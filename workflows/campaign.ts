import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities, CampaignStart } from '../src/core/engine/contracts.ts';
import { CAMPAIGN_START } from '../src/core/engine/schema/chains.ts';
import { readCampaignStart } from '../src/core/engine/schema/read-inputs.ts';
import { stamped } from '../src/core/engine/schema/up-to-date.ts';
import { inWholeSteps } from './in-whole-steps.ts';

/**
 * The import of a page, with a heartbeat: a worker that lives says so all the time, so that the page of one that was
 * killed is asked for again soon. A page is idempotent, so a retry costs time only.
 */
const { importPage } = proxyActivities<Activities>({
  startToCloseTimeout: '60 seconds',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Imports a campaign's source, page by page. Cancelled, it ends after the page that is under way, and the campaign says so. */
export async function campaign(given: CampaignStart): Promise<void> {
  let cancelled = false;
  await inWholeSteps(
    () => importPages(given, () => cancelled),
    () => {
      cancelled = true;
    },
  );
}

async function importPages(given: CampaignStart, isCancelled: () => boolean): Promise<void> {
  const { campaign_id, offset: from = 0 } = readCampaignStart(given);
  for (let offset: number | null = from; offset !== null; ) {
    const page = { campaign_id, offset, ...(isCancelled() ? ({ cancelled: true } as const) : {}) };
    const summary = isCancelled() ? `Cancelled at row ${offset}` : `Import from row ${offset}`;
    ({ next_offset: offset } = await importPage.executeWithOptions({ summary }, [page]));
    if (offset !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof campaign>(stamped(CAMPAIGN_START, { campaign_id, offset }));
    }
  }
}
