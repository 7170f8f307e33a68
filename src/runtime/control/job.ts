import type { Clock } from '../../shared/kit/clock.ts';
import { newId } from '../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import type { CalendarDeps } from '../slots/calendar-deps.ts';
import { recordChange } from '../store/audit-log/record-change.ts';
import { refusePendingRows } from '../store/campaigns/refuse-pending-rows.ts';
import { countMatching, findMatching, readPresent } from '../store/control/find-matching.ts';
import { claimJob, insertJob, type JobRow, type NewJob, readJob, saveJobPart } from '../store/control/jobs.ts';
import { lockPauses } from '../store/control/pauses.ts';
import type { EnrollmentFilter } from '../store/enrollments/enrollment-filter.ts';
import { controlMany } from './control-many.ts';

export type JobDeps = CalendarDeps & { readonly db: Database; readonly clock: Clock };

/** Rows per transaction: enough to be quick, few enough that nobody waits long for their locks. */
const PART = 200;
/** Rows per transaction of an import, which nobody else waits for. */
const ROWS = 2000;
/** An action that moves others up in an account's calendar locks that account after the enrollment, so it takes one enrollment at a time. */
const STEP_ACTIONS: readonly JobRow['action'][] = ['skip', 'retry', 'reschedule'];

export interface JobRequest {
  readonly action: Exclude<JobRow['action'], 'wake'>;
  readonly filter: EnrollmentFilter;
  readonly note: string | null;
  /** The time of a reschedule: epoch milliseconds of virtual time. */
  readonly until?: number;
}

/**
 * Begins a job for the enrollments that fit the filter now. `carryOnJob` does the work. Who is being written is waited for: a job goes through its
 * enrollments once, and would never see one that was committed behind it.
 */
export async function beginJob(deps: JobDeps, request: JobRequest): Promise<NewJob> {
  return deps.db.transaction(async (tx) => {
    await lockPauses(tx);
    const created_at = new Date(deps.clock.now());
    const filter = { ...request.filter, open: true, created_by: await readPresent(tx, created_at) };
    const job: NewJob = {
      ...{ id: newId('job'), action: request.action, filter, note: request.note, created_at },
      given: request.until === undefined ? {} : { until: request.until },
      matched: await countMatching(tx, filter),
    };
    await insertJob(tx, job);
    await recordChange(tx, {
      did: `asked ${job.matched} enrollments at once to ${request.action}, as ${job.id}`,
      target: { kind: 'control_job', id: job.id },
      after: { action: request.action, filter: request.filter, note: request.note, ...job.given, matched: job.matched },
    });
    return job;
  });
}

/**
 * Does one part of a job that no other process works on: the one named, or the oldest. The part, its signals and how far the job is are
 * one transaction, so a job that was cut off goes on where it stopped. False when there was none.
 */
export function carryOnJob(deps: JobDeps, id: string | null = null): Promise<boolean> {
  return retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      const job = await claimJob(tx, id);
      if (job === null) return false;
      await doPart(deps, tx, job);
      return true;
    }),
  );
}

/** Works on a job until it is done or the wall time is over; the loop that runs `carryOnJob` does the rest. */
export async function hastenJob(deps: JobDeps, id: string, wallUntil: number): Promise<JobRow | null> {
  for (;;) {
    const did = await carryOnJob(deps, id);
    const job = await readJob(deps.db, id);
    if (job?.status !== 'running' || Date.now() >= wallUntil) return job;
    if (!did) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function doPart(deps: JobDeps, tx: Queryable, job: JobRow): Promise<void> {
  const limit = STEP_ACTIONS.includes(job.action) ? 1 : PART;
  const ids = await findMatching(tx, job.filter, { after: job.cursor, limit });
  const at = new Date(deps.clock.now());
  const { done, refused } = await controlMany(deps, tx, { job, ids, at });
  const sums: Record<string, number> = { ...job.refused };
  for (const code of refused) sums[code] = (sums[code] ?? 0) + 1;
  await saveJobPart(tx, job.id, {
    cursor: ids.at(-1) ?? job.cursor,
    done: job.done + done,
    refused: sums,
    finished_at: ids.length < limit && !(await hasMore(tx, job, ids)) ? at : null,
  });
}

/** Fields of a filter that leave it a whole campaign: they say when and by whom it is asked, and not which people are meant. */
const WHOLE: readonly string[] = [
  'campaign_id',
  'open',
  'created_by',
  'stopped',
  'within',
] satisfies (keyof EnrollmentFilter)[];

/** The stop of a whole campaign reaches the rows that are still to be enrolled: in parts of their own, for an import locks them before enrollments. */
async function hasMore(tx: Queryable, { action, filter }: JobRow, ids: readonly string[]): Promise<boolean> {
  const { campaign_id } = filter;
  if (action !== 'stop' || campaign_id === undefined) return false;
  if (Object.keys(filter).some((name) => !WHOLE.includes(name))) return false;
  return ids.length > 0 || (await refusePendingRows(tx, campaign_id, ROWS)) === ROWS;
}
