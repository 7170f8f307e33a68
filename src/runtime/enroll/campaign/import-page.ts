import type { ImportedPage, ImportPage } from '../../../core/engine/contracts.ts';
import { type CampaignRow, readCampaign } from '../../store/campaigns/read-campaign.ts';
import { refusePendingRows } from '../../store/campaigns/refuse-pending-rows.ts';
import { type GivenRow, lastRow, stageRows } from '../../store/campaigns/stage-rows.ts';
import { keepSourceRead, moveCampaign, moveOffset } from '../../store/campaigns/update-campaign.ts';
import { findOpenLook } from '../../store/follows/look.ts';
import { type EnrollDeps, openAdmission } from '../enroll-lead.ts';
import { type CandidateSource, type KeptSource, keptSource } from './campaign-source.ts';
import { enrollRows } from './enroll-rows.ts';
import { waitForPause } from './follow/begin-looks.ts';
import { keepLookedPage } from './follow/look-page.ts';
import { keptJob, readCandidates, readJob } from './read-candidates.ts';
import { readSearch } from './read-search.ts';
import { suppressOptOuts } from './suppress-opt-outs.ts';
import { SourceRefused, type V2Reader } from './v2-reader.ts';
import { wantedRows } from './wanted-rows.ts';

export interface ImportDeps extends EnrollDeps {
  readonly v2: V2Reader;
  /** Enrolls the next rows of a list that is kept whole, somewhere else than here. Absent: here. */
  readonly enrollElsewhere?: (campaignId: string) => Promise<ImportedPage>;
}

/** Rows of a stopped campaign per transaction. */
const ROWS_AT_ONCE = 2000;

/**
 * Reads on in a campaign's source and enrolls what is there: the activity `importPage`. Where it is, is in the database: run again, it goes
 * on. A source that refuses ends the import as failed; anything else that goes wrong is thrown, and Temporal tries again.
 */
export function importPage(deps: ImportDeps): (page: ImportPage) => Promise<ImportedPage> {
  return async ({ campaign_id, cancelled }) => {
    const campaign = await readCampaign(deps.db, { id: campaign_id });
    // Also those of a campaign that enrolls nobody any more have said no.
    if (campaign && campaign.opt_outs_after !== null && !(await suppressOptOuts(deps, campaign_id)))
      return { next_offset: 0 };
    if (campaign?.status === 'stopped') return refuseRest(deps, campaign);
    if (campaign?.status !== 'importing' && campaign?.status !== 'running') return { next_offset: null };
    if (cancelled) return failed(deps, campaign, 'its import was cancelled in Temporal; a retry goes on where it was');
    const source = keptSource.safeParse(campaign.source);
    const admission = await openAdmission(deps, campaign.sequence, campaign.version);
    if (!source.success || admission.kind === 'refused') {
      return failed(deps, campaign, admission.kind === 'refused' ? admission.message : 'its source cannot be read');
    }
    try {
      if (campaign.next_offset !== null) await keepNext(deps, campaign, source.data, campaign.next_offset);
      else if (deps.enrollElsewhere !== undefined) return await deps.enrollElsewhere(campaign_id);
      return await enrollRows(deps, campaign, admission, source.data);
    } catch (error) {
      if (error instanceof SourceRefused) return failed(deps, campaign, `${error.code}: ${error.message}`);
      throw error;
    }
  };
}

/** A source that is followed is read by looks, which may have to wait; another one is read on until it is read. */
async function keepNext(deps: ImportDeps, campaign: CampaignRow, source: KeptSource, offset: number): Promise<void> {
  const look = await findOpenLook(deps.db, campaign.id);
  if (look === null) return keepPage(deps, campaign, source, offset);
  if (!(await waitForPause(deps, campaign, source))) await keepLookedPage(deps, campaign, source, { look, offset });
}

/** The rows of a page and the cursor of the next one are committed together: after a crash the page is read again, and nobody is there twice. */
async function keepPage(deps: ImportDeps, campaign: CampaignRow, source: KeptSource, offset: number): Promise<void> {
  const { rows, next_offset } = await readPage(deps, campaign, source, offset);
  await deps.db.transaction(async (tx) => {
    if (!(await moveOffset(tx, campaign.id, offset, next_offset))) return;
    const last = await lastRow(tx, campaign.id);
    await stageRows(
      tx,
      campaign.id,
      rows.map((one, index) => ({ ...one, row: last + index + 1 })),
    );
  });
}

interface SourcePage {
  readonly rows: readonly GivenRow[];
  readonly next_offset: number | null;
}

async function readPage(
  deps: ImportDeps,
  campaign: CampaignRow,
  source: KeptSource,
  offset: number,
): Promise<SourcePage> {
  const { v2 } = deps;
  if ('search' in source) return readSearch(v2, source.search, offset);
  if (!('candidates' in source)) return { rows: [], next_offset: null };
  const job = await jobOf(deps, campaign, source.candidates);
  const { candidates, next_offset } = await readCandidates(v2, source.candidates, offset);
  return { rows: wantedRows(source.candidates, candidates, job), next_offset };
}

/** Reads the job once, because it costs a credit and is the same for all pages. */
async function jobOf({ db, v2 }: ImportDeps, campaign: CampaignRow, source: CandidateSource) {
  const kept = keptJob.safeParse(campaign.source_read);
  if (kept.success) return kept.data.job;
  const { is_closed: _, ...job } = await readJob(v2, source);
  await keepSourceRead(db, campaign.id, { job });
  return job;
}

/** Refuses the rows that are left, so that they say why they are not enrolled, and keep nobody out of another campaign. */
async function refuseRest({ db }: ImportDeps, { id }: CampaignRow): Promise<ImportedPage> {
  while ((await db.transaction((tx) => refusePendingRows(tx, id, ROWS_AT_ONCE))) === ROWS_AT_ONCE);
  return { next_offset: null };
}

async function failed({ db }: ImportDeps, campaign: CampaignRow, error: string): Promise<ImportedPage> {
  await moveCampaign(db, campaign.id, { from: ['importing'], to: 'failed', error });
  return { next_offset: null };
}
