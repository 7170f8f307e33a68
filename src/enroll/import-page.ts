import type { ImportedPage, ImportPage } from '../engine/contracts.ts';
import { type CampaignRow, readCampaign } from '../store/campaigns/read-campaign.ts';
import { moveCampaign, noteRefusals } from '../store/campaigns/update-campaign.ts';
import { createAdmissionTurns } from './admission-turns.ts';
import type { Admission } from './admit-person.ts';
import { type CampaignSource, campaignSource } from './campaign-source.ts';
import { admitLead, type EnrollDeps, openAdmission } from './enroll-lead.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { type Job, readCandidates, readJob, SourceRefused, type V2Reader } from './read-candidates.ts';

export interface ImportDeps extends EnrollDeps {
  readonly v2: V2Reader;
}

interface SourcePage {
  readonly rows: readonly { readonly row: string; readonly lead: unknown }[];
  readonly job: Job | null;
  readonly account_id: string | null;
  readonly next_offset: number | null;
}

const LEADS_PER_PAGE = 100;
const AT_A_TIME = 4;

/**
 * Reads one page of a campaign's source and enrolls it: the activity `importPage`. Run again, it finds everybody enrolled. A
 * source that refuses ends the import as failed; anything else that goes wrong is thrown, and Temporal tries again.
 */
export function importPage(deps: ImportDeps): (page: ImportPage) => Promise<ImportedPage> {
  return async ({ campaign_id, offset }) => {
    const campaign = await readCampaign(deps.db, { id: campaign_id });
    if (campaign?.status !== 'importing' && campaign?.status !== 'running') return { next_offset: null };
    const source = campaignSource.safeParse(campaign.source);
    const admission = await openAdmission(deps, campaign.sequence, campaign.version);
    if (!source.success || admission.kind === 'refused') {
      return failed(deps, campaign, admission.kind === 'refused' ? admission.message : 'its source cannot be read');
    }
    try {
      const page = await readPage(deps, source.data, offset);
      await enrollPage(deps, campaign, admission, page);
      if (page.next_offset === null) await moveCampaign(deps.db, campaign.id, { from: ['importing'], to: 'running' });
      return { next_offset: page.next_offset };
    } catch (error) {
      if (error instanceof SourceRefused) return failed(deps, campaign, `${error.code}: ${error.message}`);
      throw error;
    }
  };
}

async function readPage({ v2 }: ImportDeps, source: CampaignSource, offset: number): Promise<SourcePage> {
  if ('leads' in source) {
    const end = offset + LEADS_PER_PAGE;
    return {
      rows: source.leads.slice(offset, end).map((lead, index) => ({ row: String(offset + index), lead })),
      job: null,
      account_id: null,
      next_offset: end < source.leads.length ? end : null,
    };
  }
  const job = await readJob(v2, source.candidates);
  const { candidates, next_offset } = await readCandidates(v2, source.candidates, offset);
  return {
    rows: candidates.filter(({ rejected }) => !rejected || source.candidates.include_rejected),
    job,
    account_id: source.candidates.account_id,
    next_offset,
  };
}

async function enrollPage(
  deps: ImportDeps,
  campaign: CampaignRow,
  admission: Admission,
  page: SourcePage,
): Promise<void> {
  const refusals: Record<string, string> = {};
  const inTurn = createAdmissionTurns(admission);
  await mapConcurrently(page.rows, AT_A_TIME, async ({ row, lead }) => {
    const enrolled = await inTurn(lead, () =>
      admitLead(deps, admission, {
        lead,
        campaign_id: campaign.id,
        ...(page.account_id === null ? {} : { campaign_account: page.account_id }),
        ...(page.job === null ? {} : { job: { ...page.job } }),
      }),
    );
    if (enrolled.kind === 'created') return;
    // Of a colleague who is in, the enrollment is not the person's own.
    const existing = enrolled.code === 'per_company' ? undefined : enrolled.existing_id;
    const own = existing !== undefined && (await isOwn(deps, campaign.id, existing));
    if (!own) refusals[row] = enrolled.code;
  });
  await noteRefusals(deps.db, campaign.id, refusals);
}

/** The page was read before: who is in by this very campaign was not refused. */
async function isOwn({ db }: ImportDeps, campaignId: string, enrollmentId: string): Promise<boolean> {
  const { rowCount } = await db.query('select from enrollments where id = $1 and campaign_id = $2', [
    enrollmentId,
    campaignId,
  ]);
  return rowCount === 1;
}

async function failed({ db }: ImportDeps, campaign: CampaignRow, error: string): Promise<ImportedPage> {
  await moveCampaign(db, campaign.id, { from: ['importing'], to: 'failed', error });
  return { next_offset: null };
}
