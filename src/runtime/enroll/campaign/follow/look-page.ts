import { type CampaignRow, lockCampaign } from '../../../store/campaigns/read-campaign.ts';
import { type GivenRow, lastRow, stageRows } from '../../../store/campaigns/stage-rows.ts';
import { keepSourceRead, moveOffset } from '../../../store/campaigns/update-campaign.ts';
import { endFollow, makeFollowWait, readFollow } from '../../../store/follows/follow.ts';
import { addToLook, endLook, hasEarlierRow, type LookRow } from '../../../store/follows/look.ts';
import type { EnrollDeps } from '../../enroll-lead.ts';
import type { CandidateSource, KeptSource } from '../campaign-source.ts';
import { CANDIDATES_PER_PAGE, type Job, keptJob, type ReadOrder, readCandidates, readJob } from '../read-candidates.ts';
import { readSearch } from '../read-search.ts';
import { SourceWaits, type V2Reader } from '../v2-reader.ts';
import { wantedRows } from '../wanted-rows.ts';
import { countingCredits } from './counting-credits.ts';
import { planNextLook } from './look-times.ts';
import { waitAfter } from './wait-after.ts';

interface LookDeps extends EnrollDeps {
  readonly v2: V2Reader;
}

/** Candidates that a look for new ones asks for at a time: as many as the smallest charge covers. */
const NEW_PER_PAGE = 10;
/** The newest applications first: whoever has come since the last look is at the top. */
const NEWEST_FIRST: ReadOrder = { count: NEW_PER_PAGE, newest_first: true };
const OLDEST_FIRST: ReadOrder = { count: CANDIDATES_PER_PAGE, newest_first: false };

interface SeenPage {
  readonly rows: readonly GivenRow[];
  readonly people: number;
  readonly next_offset: number | null;
  /** Read anew with each look: a title may change. */
  readonly job?: Job;
  /** Nobody can appear in it any more. */
  readonly over?: string;
}

/**
 * Reads one page of a look. What it found, what it cost and where the look goes on are committed together, so nobody is there twice
 * after a crash. What passes makes the look wait, and it begins again at the top; a refusal that stays is thrown for the first look, in
 * which somebody sees it, and makes a later one wait as well.
 */
export async function keepLookedPage(
  deps: LookDeps,
  campaign: CampaignRow,
  source: KeptSource,
  { look, offset }: { readonly look: LookRow; readonly offset: number },
): Promise<void> {
  const { v2, spent } = countingCredits(deps.v2);
  try {
    const page = await readSeen({ ...deps, v2 }, campaign, source, { look, offset });
    await keep(deps, campaign, page, { look, offset, credits: spent() });
  } catch (error) {
    const passes = error instanceof SourceWaits || look.number > 1;
    const wait = passes ? waitAfter(error, deps.clock.now()) : null;
    if (wait === null) throw error;
    await deps.db.transaction(async (tx) => {
      const now = await lockCampaign(tx, campaign.id);
      if (now?.next_offset !== offset) return;
      const follow = await readFollow(tx, campaign.id);
      await moveOffset(tx, campaign.id, offset, null);
      await makeFollowWait(tx, campaign.id, await wait(tx, (follow?.failures ?? 0) + 1));
      await addToLook(tx, look, { people: 0, credits: spent(), from_start: false });
    });
  }
}

async function readSeen(
  deps: LookDeps,
  campaign: CampaignRow,
  source: KeptSource,
  { look, offset }: { readonly look: LookRow; readonly offset: number },
): Promise<SeenPage> {
  if ('search' in source) {
    const { rows, next_offset } = await readSearch(deps.v2, source.search, offset);
    return { rows, people: rows.length, next_offset };
  }
  if (!('candidates' in source)) return { rows: [], people: 0, next_offset: null };
  const job = await jobOf(deps, campaign, source.candidates, offset);
  if (job.is_closed && look.number > 1) {
    return { rows: [], people: 0, next_offset: null, over: `The job "${job.title}" was closed.` };
  }
  const order = look.whole ? OLDEST_FIRST : NEWEST_FIRST;
  const { candidates, next_offset } = await readCandidates(deps.v2, source.candidates, offset, order);
  const { is_closed: _, ...kept } = job;
  return { rows: wantedRows(source.candidates, candidates, kept), people: candidates.length, next_offset, job: kept };
}

/** Reads the job once for all pages of a look. */
async function jobOf(deps: LookDeps, campaign: CampaignRow, source: CandidateSource, offset: number) {
  const kept = keptJob.safeParse(campaign.source_read);
  return offset > 0 && kept.success ? { ...kept.data.job, is_closed: false } : readJob(deps.v2, source);
}

async function keep(
  { db, clock }: LookDeps,
  { id }: CampaignRow,
  { rows, people, next_offset, job, over }: SeenPage,
  { look, offset, credits }: { readonly look: LookRow; readonly offset: number; readonly credits: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    if (campaign?.next_offset !== offset || campaign.status === 'stopped') return;
    const reached =
      !look.whole &&
      (await hasEarlierRow(
        tx,
        look,
        rows.flatMap(({ key }) => key ?? []),
      ));
    const next = reached ? null : next_offset;
    await moveOffset(tx, id, offset, next);
    if (job !== undefined) await keepSourceRead(tx, id, { job });
    const last = await lastRow(tx, id);
    await stageRows(
      tx,
      id,
      rows.map((row, index) => ({ ...row, row: last + index + 1 })),
      look.number,
    );
    await addToLook(tx, look, { people, credits, from_start: offset === 0 });
    if (next !== null) return;
    const now = clock.now();
    await endLook(tx, look, new Date(now), over ?? null);
    if (over !== undefined) return endFollow(tx, id, over, new Date(now));
    await planNextLook(tx, id, { begun_at: look.begun_at, now });
  });
}
