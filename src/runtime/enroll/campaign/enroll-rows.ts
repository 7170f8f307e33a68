import { setImmediate } from 'node:timers/promises';
import type { ImportedPage } from '../../../core/engine/contracts.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordSizes } from '../../store/campaigns/campaign-sizes.ts';
import { type CampaignRow, lockCampaign, readCampaign } from '../../store/campaigns/read-campaign.ts';
import { listPendingRows } from '../../store/campaigns/record-rows.ts';
import { moveCampaign, noteImportRate } from '../../store/campaigns/update-campaign.ts';
import type { Admission } from '../admission/admission.ts';
import { readLeads } from '../admission/admit-leads.ts';
import { type EnrollDeps, openAdmission } from '../enroll-lead.ts';
import { type KeptSource, keptSource } from './campaign-source.ts';
import { beginPart, type Part, type ReadRow } from './enroll-part.ts';
import { updateKnown } from './update-known.ts';

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

/**
 * Enrolls rows part by part, each in a transaction of its own. A part asks for its locks as soon as the one before it has all of its own, so that Postgres goes on with it when that one is
 * committed; and rows are read while Postgres is at work.
 */
export async function enrollRows(
  deps: EnrollDeps,
  campaign: CampaignRow,
  admission: Admission,
  source: KeptSource,
): Promise<ImportedPage> {
  const { db, clock } = deps;
  const begun = performance.now();
  const isLongEnough = () => performance.now() - begun > LONG_ENOUGH;
  const readAfter = createReader(db, campaign, admission, source);
  const begin = (rows: readonly ReadRow[], before: Part | null) =>
    beginPart(deps, { campaign, admission, rows, before });
  let [done, rated] = [0, begun];
  /** Ends a part, while the next one has begun. */
  const end = async (part: Part, isLast: boolean): Promise<void> => {
    for (const one of await part.done) {
      // Each takes a transaction. Those that are left are found again by the next activity.
      if (isLongEnough()) break;
      await updateKnown(deps, admission, campaign.id, one);
    }
    done += part.rows.length;
    const now = performance.now();
    if (!isLast && now - rated <= RATED_EVERY) return;
    await noteImportRate(db, campaign.id, (done / (now - begun)) * SECOND);
    rated = now;
  };
  let part = begin(await readAfter(0), null);
  for (;;) {
    const last = part.rows.at(-1)?.row.row;
    if (last === undefined)
      return { next_offset: await db.transaction((tx) => endImport(tx, campaign.id, new Date(clock.now()))) };
    let next: Part | null = null;
    try {
      const [rows] = await Promise.all([readAfter(last), part.hasLocks]);
      if (!isLongEnough()) next = begin(rows, part);
      await end(part, next === null);
    } catch (error) {
      // Nothing is under way any more when somebody tries again.
      await Promise.allSettled([part.done, next?.done]);
      throw error;
    }
    if (next === null) return { next_offset: last };
    part = next;
  }
}

/** Reads the next rows behind one, and what can be said of them before anything is asked of the database. */
function createReader(db: Queryable, { id, senders }: CampaignRow, { version }: Admission, source: KeptSource) {
  const more = { campaign_id: id, senders, ...accountOf(source) };
  return async (after: number): Promise<readonly ReadRow[]> => {
    const rows = await listPendingRows(db, id, after, LEADS_AT_ONCE);
    const read: ReadRow[] = [];
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const some = rows.slice(from, from + READ_AT_ONCE);
      const leads = readLeads(
        version,
        some.map(({ given }) => ({ ...given, ...more })),
      );
      for (const [place, lead] of leads.entries()) {
        const row = some[place];
        if (row !== undefined) read.push({ row, lead });
      }
      // The part that is under way goes on as soon as Postgres has answered.
      await setImmediate();
    }
    return read;
  };
}

function accountOf(source: KeptSource): { campaign_account?: string } {
  if ('candidates' in source) return { campaign_account: source.candidates.account_id };
  return 'search' in source ? { campaign_account: source.search.account_id } : {};
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
