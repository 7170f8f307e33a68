import type { Clock } from '../../shared/kit/clock.ts';
import { newId } from '../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { endBackoff } from '../store/accounts/back-off-account.ts';
import { resumeMailbox } from '../store/accounts/guard-mailbox.ts';
import { announce } from '../store/announcements/announce.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import { lockCampaign } from '../store/campaigns/read-campaign.ts';
import { hasPendingRows } from '../store/campaigns/refuse-pending-rows.ts';
import { moveCampaign } from '../store/campaigns/update-campaign.ts';
import { countFlights } from '../store/control/count-flights.ts';
import { forgetFailedSteps } from '../store/control/failed-steps.ts';
import { countMatching, countWithPart, findMatching, readPresent } from '../store/control/find-matching.ts';
import { insertJob, type NewJob } from '../store/control/jobs.ts';
import {
  deletePause,
  findPause,
  lockPauses,
  type PauseRow,
  type PauseScope,
  savePause,
} from '../store/control/pauses.ts';
import type { EnrollmentFilter } from '../store/enrollments/enrollment-filter.ts';
import { endFollow } from '../store/follows/follow.ts';
import { DONE } from './titles.ts';

export interface PauseDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Wall milliseconds after which a call that was admitted does not begin any more. */
  readonly lease_ms: number;
}

export interface PauseRequest {
  readonly scope: PauseScope;
  readonly target: string;
  readonly action: 'pause' | 'resume' | 'stop';
  readonly note: string | null;
}

/** The state that results, and the job that signals the enrollments; null where none needs a signal. */
export interface PauseChange {
  readonly scope: PauseScope;
  readonly target: string;
  readonly state: 'running' | 'paused' | 'stopped';
  readonly note: string | null;
  readonly at: Date;
  readonly job_id: string | null;
  /** Enrollments that have not ended and that it concerns. */
  readonly matched: number;
  /** Calls that had begun before and were not answered yet when this was answered; each is recorded as it ends. */
  readonly in_flight: number;
}

export type PauseResult =
  | { readonly kind: 'changed'; readonly change: PauseChange }
  | { readonly kind: 'stopped'; readonly pause: PauseRow };

/**
 * Pauses, stops or resumes everything, an account, a campaign or a sequence; what puts an account off for a while ends when it is resumed. One
 * row is enough, because every step reads it in the transaction of its intent. This waits for the steps that have read it before, and for the
 * calls that they are about to send: once it has answered, no call of theirs begins any more. The enrollments get their signals afterwards, at
 * a limited rate.
 */
export async function changePause(deps: PauseDeps, request: PauseRequest): Promise<PauseResult> {
  // Counted before, because no step can begin while the pause is being written.
  const counted = await countConcerned(deps.db, request);
  const result = await deps.db.transaction(async (tx) => {
    // Before the pauses, as whoever reads its source locks them.
    if (request.scope === 'campaign') await lockCampaign(tx, request.target);
    await lockPauses(tx);
    const before = await findPause(tx, request.scope, request.target);
    const changed = await change(deps, tx, request, { ...counted, before });
    await record(tx, request, before, changed);
    return changed;
  });
  if (result.kind === 'stopped' || request.action === 'resume') return result;
  const in_flight = await waitForFlights(deps, enrollmentsOf(request));
  return { ...result, change: { ...result.change, in_flight } };
}

/** How many enrollments it would concern, and the first of them. */
export async function previewPause(db: Queryable, request: PauseRequest) {
  const { action, scope, target } = request;
  const isLifted = action === 'resume' && (await findPause(db, scope, target)) !== null;
  const filter = action !== 'resume' || isLifted ? concerned(request) : woken(request);
  return { matched: await countMatching(db, filter), sample: await findMatching(db, filter, { after: '', limit: 5 }) };
}

/**
 * Counts the enrollments that a pause or resume concerns, and those it will signal: a resume signals only those that wait because of what it ends.
 */
async function countConcerned(db: Queryable, request: PauseRequest) {
  if (request.action !== 'resume') {
    const matched = await countMatching(db, concerned(request));
    return { matched, signals: matched };
  }
  const { all, part } = await countWithPart(db, concerned(request), whomResumeWakes(request));
  return { matched: all, signals: part };
}

/**
 * The enrollments that a request concerns. A resume concerns as many as the pause that it lifts, whether or not they have come to a step meanwhile.
 */
const concerned = (request: PauseRequest): EnrollmentFilter => ({ ...enrollmentsOf(request), open: true });

const woken = (request: PauseRequest): EnrollmentFilter => ({ ...concerned(request), ...whomResumeWakes(request) });

/** The enrollments that a resume signals. Those that wait for an account that is put off have a deadline, which resuming the account ends. */
const whomResumeWakes = ({ scope }: PauseRequest): EnrollmentFilter =>
  scope === 'account' ? { put_off: true } : { held: true };

/** A pause that was there already is no change; a stop of what has been stopped only looks for who came in since. */
async function record(
  tx: Queryable,
  request: PauseRequest,
  before: PauseRow | null,
  result: PauseResult,
): Promise<void> {
  if (result.kind === 'stopped') return;
  const { scope, target, note } = request;
  const { state, job_id } = result.change;
  if (state === (before?.state ?? 'running') && job_id === null) return recordNoChange();
  const what = scope === 'all' ? 'everything' : `the ${scope} ${target}`;
  await recordChange(tx, {
    did: `${DONE[request.action]} ${what}`,
    target: { kind: scope === 'all' ? 'everything' : scope, id: scope === 'all' ? null : target },
    before: { state: before?.state ?? 'running', note: before?.note ?? null },
    after: { state, note },
  });
}

async function change(
  deps: PauseDeps,
  tx: Queryable,
  request: PauseRequest,
  {
    matched,
    signals,
    before,
  }: { readonly matched: number; readonly signals: number; readonly before: PauseRow | null },
): Promise<PauseResult> {
  const { scope, target, action, note } = request;
  const at = new Date(deps.clock.now());
  const answer = (pause: PauseRow | null, more: Partial<PauseChange> = {}): PauseResult => ({
    kind: 'changed',
    change: {
      ...{ scope, target, state: pause?.state ?? 'running', note: pause?.note ?? note, at: pause?.at ?? at },
      ...{ job_id: null, matched: 0, in_flight: 0, ...more },
    },
  });
  // A campaign that was stopped has no people left to continue with.
  if (before?.state === 'stopped' && (action === 'pause' || (scope === 'campaign' && action === 'resume'))) {
    return { kind: 'stopped', pause: before };
  }
  if (action === 'resume') {
    const lifted = scope === 'account' && (await resumeMailbox(tx, target, at));
    const ended = scope === 'account' && (await endBackoff(tx, target));
    if (before === null && !lifted && !ended) return answer(null);
    await deletePause(tx, scope, target);
    if (scope === 'campaign' || scope === 'account') await forgetFailedSteps(tx, { scope, target });
    await announceResume(tx, scope, target, at);
    const { job_id } = await begin(tx, 'wake', { filter: woken(request), note, matched: signals }, at);
    // Without a pause it only ends what put an account off, which concerns nobody else.
    return answer(null, { job_id, matched: before === null ? signals : matched });
  }
  const state = action === 'pause' ? ('paused' as const) : ('stopped' as const);
  if (before?.state === state && action === 'pause') return answer(before);
  const pause: PauseRow = { scope, target, state, note, at, by_itself: false };
  if (action === 'stop' && scope === 'campaign') return stopCampaign(tx, request, { pause, before, matched }, answer);
  await savePause(tx, pause);
  if (action === 'pause') return answer(pause, { matched });
  // Whoever comes later waits for the stop to be lifted.
  const filter: EnrollmentFilter = { ...concerned(request), created_by: await readPresent(tx, at) };
  return answer(pause, { matched, ...(await begin(tx, 'stop', { filter, note, matched }, at)) });
}

/** Stops a campaign for good: whoever is in it ends, however late they were written. Asked again, it ends those that a former stop has left. */
async function stopCampaign(
  tx: Queryable,
  request: PauseRequest,
  { pause, before, matched }: { readonly pause: PauseRow; readonly before: PauseRow | null; readonly matched: number },
  answer: (pause: PauseRow, more?: Partial<PauseChange>) => PauseResult,
): Promise<PauseResult> {
  const { target, note } = request;
  const again = before?.state === 'stopped' ? before : null;
  const filter = { ...concerned(request), ...(again === null ? {} : { stopped: false }) };
  const left = again === null ? matched : await countMatching(tx, filter);
  const moved = await moveCampaign(tx, target, { from: ['importing', 'running', 'paused', 'failed'], to: 'stopped' });
  if (again !== null && !moved && left === 0 && !(await hasPendingRows(tx, target))) return answer(again);
  if (again === null) await savePause(tx, pause);
  await endFollow(tx, target, 'Its campaign was stopped.', pause.at);
  return answer(again ?? pause, {
    matched: left,
    ...(await begin(tx, 'stop', { filter, note, matched: left }, pause.at)),
  });
}

/** Those of a campaign or an account are told to webhooks. */
async function announceResume(tx: Queryable, scope: PauseScope, target: string, at: Date): Promise<void> {
  if (scope === 'campaign') {
    await announce(tx, { type: 'campaign.started', at, campaign_id: target, detail: { resumed: true } });
  }
  if (scope === 'account') {
    await announce(tx, { type: 'account.recovered', at, account_id: target, detail: { after: 'pause' } });
  }
}

async function begin(
  tx: Queryable,
  action: 'stop' | 'wake',
  job: Pick<NewJob, 'filter' | 'note' | 'matched'>,
  at: Date,
): Promise<{ job_id: string }> {
  const id = newId('job');
  await insertJob(tx, { ...job, id, action, given: {}, created_at: at });
  return { job_id: id };
}

function enrollmentsOf({ scope, target }: Pick<PauseRequest, 'scope' | 'target'>): EnrollmentFilter {
  switch (scope) {
    case 'all':
      return {};
    case 'account':
      return { account_id: target };
    case 'campaign':
      return { campaign_id: target };
    case 'sequence':
      return { sequence: target };
  }
}

const LOOK_EVERY = 25;

/**
 * Waits until every call that was admitted before has been answered, or its performer's lease is over: a performer that was delayed longer
 * gives its call up by itself. Returns how many are still in flight.
 */
async function waitForFlights({ db, lease_ms }: PauseDeps, filter: EnrollmentFilter): Promise<number> {
  const end = Date.now() + lease_ms;
  for (;;) {
    const flights = await countFlights(db, filter);
    if (flights === 0 || Date.now() >= end) return flights;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}
