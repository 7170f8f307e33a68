import { setImmediate } from 'node:timers/promises';
import type { ImportedPage } from '../../../core/engine/contracts.ts';
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
import { moveCampaign, noteImportRate } from '../../store/campaigns/update-campaign.ts';
import type { Admission, Enrolled } from '../admission/admission.ts';
import { admitRead, type ReadLead, readLeads } from '../admission/admit-leads.ts';
import { isDuplicate } from '../enroll-batch.ts';
import { type EnrollDeps, openAdmission } from '../enroll-lead.ts';
import { type KeptSource, keptSource } from './campaign-source.ts';
import { type KnownRow, updateKnown } from './update-known.ts';

/**
 * Rows per transaction: what a transaction costs whatever it holds is divided among them, and the locks of their names are two fifths of those that
 * there are, for as long as a tenth of a second.
 */
const LEADS_AT_ONCE = 1000;
/**
 * Wall milliseconds after which an activity begins no further transaction. Temporal waits a minute for it (`workflows/campaign.ts`), and hands out the next one, where thousands walk, only after seconds in which
 * nothing is imported.
 */
const LONG_ENOUGH = 40_000;
/** Rows that are read between two looks at what Postgres has answered. */
const READ_AT_ONCE = 50;
/** Wall milliseconds between two words about how fast it goes. */
const RATED_EVERY = 2_000;
/** Enrolls the next rows of a campaign, for who knows no more than its id. Where it cannot, the next page says why. */
export async function enrollRowsOf(deps: EnrollDeps, campaignId: string): Promise<ImportedPage> {
  const campaign = await readCampaign(deps.db, { id: campaignId });
  const source = keptSource.safeParse(campaign?.source);
  if (campaign === null || !source.success) return { next_offset: 0 };
  const admission = await openAdmission(deps, campaign.sequence, campaign.version);
  return admission.kind === 'refused' ? { next_offset: 0 } : enrollRows(deps, campaign, admission, source.data);
}

/** While Postgres writes what the rows of one transaction have become, those of the next one are fetched and read. */
export async function enrollRows(
  deps: EnrollDeps,
  campaign: CampaignRow,
  admission: Admission,
  source: KeptSource,
): Promise<ImportedPage> {
  const { db, clock } = deps;
  const begun = performance.now();
  const isLongEnough = () => performance.now() - begun > LONG_ENOUGH;
  const readAfter = async (after: number): Promise<readonly ReadRow[]> => {
    const rows = await listPendingRows(db, campaign.id, after, LEADS_AT_ONCE);
    const more = { campaign_id: campaign.id, senders: campaign.senders, ...accountOf(source) };
    const read: ReadRow[] = [];
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const part = rows.slice(from, from + READ_AT_ONCE);
      const leads = readLeads(
        admission.version,
        part.map(({ given }) => ({ ...given, ...more })),
      );
      read.push(...part.map((row, index) => ({ row, lead: leads[index] ?? missing() })));
      // The transaction before it goes on as soon as Postgres has answered.
      await setImmediate();
    }
    return read;
  };
  let rows = await readAfter(0);
  let [done, rated] = [0, begun];
  for (;;) {
    const last = rows.at(-1)?.row.row;
    if (last === undefined)
      return { next_offset: await db.transaction((tx) => endImport(tx, campaign.id, new Date(clock.now()))) };
    let next: Promise<readonly ReadRow[]> | undefined;
    const readNext = () => {
      next ??= readAfter(last);
      // Where it fails, that is seen when the rows are asked for.
      next.catch(() => undefined);
      return next;
    };
    const known = await enrollPart(deps, campaign, admission, { read: rows, whileWriting: readNext });
    for (const one of known) {
      // Each takes a transaction. Those that are left are found again by the next activity.
      if (isLongEnough()) break;
      await updateKnown(deps, admission, campaign.id, one);
    }
    done += rows.length;
    const [now, isLast] = [performance.now(), isLongEnough()];
    if (isLast || now - rated > RATED_EVERY) {
      await noteImportRate(db, campaign.id, (done / (now - begun)) * SECOND);
      rated = now;
    }
    if (isLast) return { next_offset: last };
    rows = await readNext();
  }
}

interface ReadRow {
  readonly row: PendingRow;
  readonly lead: ReadLead;
}

/** Enrolls those of the rows that nobody has changed meanwhile, and gives those by which somebody who is known is to be corrected. */
function enrollPart(
  { db, clock }: EnrollDeps,
  campaign: CampaignRow,
  admission: Admission,
  { read, whileWriting }: { readonly read: readonly ReadRow[]; readonly whileWriting: () => void },
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
        whileWriting,
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
