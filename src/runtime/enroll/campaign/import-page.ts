import type { ImportedPage, ImportPage } from '../../../core/engine/contracts.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { recordSizes } from '../../store/campaigns/campaign-sizes.ts';
import { type CampaignRow, lockCampaign, readCampaign } from '../../store/campaigns/read-campaign.ts';
import {
  listPendingRows,
  lockPendingRows,
  type PendingRow,
  type RowResult,
  recordRows,
} from '../../store/campaigns/record-rows.ts';
import { refusePendingRows } from '../../store/campaigns/refuse-pending-rows.ts';
import { type GivenRow, lastRow, stageRows } from '../../store/campaigns/stage-rows.ts';
import { keepSourceRead, moveCampaign, moveOffset, noteImportRate } from '../../store/campaigns/update-campaign.ts';
import { findOpenLook } from '../../store/follows/look.ts';
import type { Admission, Enrolled } from '../admission/admission.ts';
import { admitRead, type ReadLead, readLeads } from '../admission/admit-leads.ts';
import { isDuplicate } from '../enroll-batch.ts';
import { type EnrollDeps, openAdmission } from '../enroll-lead.ts';
import { type CandidateSource, type KeptSource, keptSource } from './campaign-source.ts';
import { waitForPause } from './follow/begin-looks.ts';
import { keepLookedPage } from './follow/look-page.ts';
import { keptJob, readCandidates, readJob } from './read-candidates.ts';
import { readSearch } from './read-search.ts';
import { type KnownRow, updateKnown } from './update-known.ts';
import { SourceRefused, type V2Reader } from './v2-reader.ts';
import { wantedRows } from './wanted-rows.ts';

export interface ImportDeps extends EnrollDeps {
  readonly v2: V2Reader;
}

/**
 * Rows per transaction: what a transaction costs whatever it holds is divided among them, and the locks of their names are two fifths of those that
 * there are, for as long as a tenth of a second.
 */
const LEADS_AT_ONCE = 1000;
/** Transactions per activity: twenty thousand rows, so that a million are fifty activities, and each is over in seconds. */
const PARTS = 20;
/** Wall milliseconds after which an activity begins no further transaction: rows that correct somebody take one each. */
const LONG_ENOUGH = 15_000;
/** Wall milliseconds between two words about how fast it goes. */
const RATED_EVERY = 2_000;
/** Rows of a stopped campaign per transaction. */
const ROWS_AT_ONCE = 2000;

/**
 * Reads on in a campaign's source and enrolls what is there: the activity `importPage`. Where it is, is in the database: run again, it goes
 * on. A source that refuses ends the import as failed; anything else that goes wrong is thrown, and Temporal tries again.
 */
export function importPage(deps: ImportDeps): (page: ImportPage) => Promise<ImportedPage> {
  return async ({ campaign_id, cancelled }) => {
    const campaign = await readCampaign(deps.db, { id: campaign_id });
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

/** While Postgres enrolls the rows of one transaction, those of the next one are fetched and read. */
async function enrollRows(
  deps: ImportDeps,
  campaign: CampaignRow,
  admission: Admission,
  source: KeptSource,
): Promise<ImportedPage> {
  const { db, clock } = deps;
  const begun = performance.now();
  const readAfter = async (after: number): Promise<readonly ReadRow[]> => {
    const rows = await listPendingRows(db, campaign.id, after, LEADS_AT_ONCE);
    const more = { campaign_id: campaign.id, senders: campaign.senders, ...accountOf(source) };
    const leads = readLeads(
      admission.version,
      rows.map(({ given }) => ({ ...given, ...more })),
    );
    return rows.map((row, index) => ({ row, lead: leads[index] ?? missing() }));
  };
  let rows = await readAfter(0);
  let [done, rated] = [0, begun];
  for (let part = 1; ; part++) {
    const last = rows.at(-1)?.row.row;
    if (last === undefined)
      return { next_offset: await db.transaction((tx) => endImport(tx, campaign.id, new Date(clock.now()))) };
    const isLast = part === PARTS || performance.now() - begun > LONG_ENOUGH;
    const [next, known] = await Promise.all([
      isLast ? [] : readAfter(last),
      enrollPart(deps, campaign, admission, rows),
    ]);
    for (const one of known) await updateKnown(deps, admission, campaign.id, one);
    done += rows.length;
    const now = performance.now();
    if (isLast || now - rated > RATED_EVERY) {
      await noteImportRate(db, campaign.id, (done / (now - begun)) * SECOND);
      rated = now;
    }
    if (isLast) return { next_offset: last };
    rows = next;
  }
}

interface ReadRow {
  readonly row: PendingRow;
  readonly lead: ReadLead;
}

/** Enrolls those of the rows that nobody has changed meanwhile, and gives those by which somebody who is known is to be corrected. */
function enrollPart(
  { db, clock }: ImportDeps,
  campaign: CampaignRow,
  admission: Admission,
  read: readonly ReadRow[],
): Promise<readonly KnownRow[]> {
  return retryConflicts(() =>
    db.transaction(async (tx) => {
      const ours = await lockPendingRows(
        tx,
        campaign.id,
        read.map(({ row }) => row),
      );
      const rows = read.filter(({ row }) => ours.has(row.row));
      const enrolled = await admitRead(
        tx,
        admission,
        rows.map(({ lead }) => lead),
        clock.now(),
      );
      const results = rows.map(({ row }, index) => ({ row, result: settled(row, enrolled[index] ?? missing()) }));
      const isKnown = ({ result }: KnownRow) => campaign.updates && result.status === 'duplicate';
      const decided = results.filter((one) => !isKnown(one)).map(({ result }) => result);
      await recordRows(tx, campaign.id, decided);
      return results.filter(isKnown);
    }),
  );
}

function missing(): never {
  throw new Error('an admission gave no result for a row');
}

function accountOf(source: KeptSource): { campaign_account?: string } {
  if ('candidates' in source) return { campaign_account: source.candidates.account_id };
  return 'search' in source ? { campaign_account: source.search.account_id } : {};
}

function settled({ row }: PendingRow, enrolled: Enrolled): RowResult {
  if (enrolled.kind === 'created') {
    const { enrollment, warning } = enrolled;
    const warned = warning === undefined ? {} : { code: 'bad_address', message: warning };
    return { row, status: 'created', enrollment_id: enrollment.id, ...warned };
  }
  const { code, message, existing_id } = enrolled;
  const status = isDuplicate(code) ? 'duplicate' : 'refused';
  const { erased = false } = enrolled;
  return { row, status, code, message, erased, ...(existing_id === undefined ? {} : { enrollment_id: existing_id }) };
}

/** Finds where the import continues: in the source, or at rows that were opened again meanwhile; null: nothing is left. */
async function endImport(tx: Queryable, campaignId: string, at: Date): Promise<number | null> {
  const campaign = await lockCampaign(tx, campaignId);
  if (campaign === null) return null;
  if (campaign.next_offset !== null) return campaign.next_offset;
  const [left] = await listPendingRows(tx, campaignId, 0, 1);
  if (left !== undefined) return left.row;
  await moveCampaign(tx, campaignId, { from: ['importing'], to: 'running' });
  await recordSizes(tx, [campaignId], at);
  return null;
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
