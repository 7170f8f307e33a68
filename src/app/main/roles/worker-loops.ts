import type { Client } from '@temporalio/client';
import { calendarOf, type StepDeps } from '../../../../activities/deps.ts';
import { reconcileWalks, type Workflows } from '../../../../activities/reconcile/lost-walks/reconcile-walk.ts';
import { sweepInDoubt } from '../../../../activities/reconcile/sweep.ts';
import { virtualSpan } from '../../../../activities/virtual-time.ts';
import { carryOnJob } from '../../../runtime/control/job.ts';
import { createBeginning } from '../../../runtime/enroll/admission/begin-waiting.ts';
import { carryOnChanges } from '../../../runtime/enroll/apply/apply-change.ts';
import { reconcileImports } from '../../../runtime/enroll/campaign/reconcile-imports.ts';
import { type Loop, startLoop } from '../../../runtime/events/loop.ts';
import { readCredits } from '../../../runtime/events/read-credits.ts';
import { createCalendarKeeper } from '../../../runtime/slots/keep-calendars.ts';
import { tidyCalendars } from '../../../runtime/slots/tidy-calendars.ts';
import { purgeFailedSteps } from '../../../runtime/store/control/failed-steps.ts';
import { purgeIdempotentRequests } from '../../../runtime/store/keys/idempotent-request.ts';
import { readWallTime } from '../../../runtime/store/walks/read-wall-time.ts';
import { endRun, isImporting, lookUpEnrollment } from '../../../runtime/temporal/look-up.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import type { Engine } from './open-engine.ts';

/** How long a failed step is remembered: far longer than the last steps of anything that still runs. */
const FAILURES_KEPT = 30 * DAY;

export type LoopName = 'doubts' | 'lostWalks' | 'beginnings' | 'versions' | 'bulkControl' | 'upkeep' | 'calendars';

interface NamedLoop {
  /** Resolves to true while there is more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Wall milliseconds between two looks. */
  readonly every: number;
  /** What the log says when it fails. */
  readonly failed: string;
}

export interface LoopDeps {
  readonly engine: Pick<Engine, 'db' | 'clock' | 'v2' | 'log'>;
  readonly client: Client;
  readonly step: StepDeps;
  /** When the worker began, wall time of Postgres: walks from before are looked at whatever their rows say. */
  readonly since: Date;
  /** Something was written for Temporal. */
  readonly wakeOutbox: () => void;
}

/** What a worker does beside the steps of workflows, again and again. */
export function startWorkerLoops(deps: LoopDeps): Readonly<Record<LoopName, Loop>> {
  const loops = loopsOf(deps);
  const start = (name: LoopName): Loop => {
    const { work, every, failed } = loops[name];
    return startLoop({ work, idle_ms: every, onError: (err) => deps.engine.log.warn({ err }, `${failed}; retrying`) });
  };
  return {
    doubts: start('doubts'),
    lostWalks: start('lostWalks'),
    beginnings: start('beginnings'),
    versions: start('versions'),
    bulkControl: start('bulkControl'),
    upkeep: start('upkeep'),
    calendars: start('calendars'),
  };
}

function loopsOf({
  engine: { db, clock, v2 },
  client,
  step,
  wakeOutbox,
  ...begun
}: LoopDeps): Readonly<Record<LoopName, NamedLoop>> {
  const { profiles } = step.settings;
  const calendar = { ...calendarOf(step), db };
  /** What was done wrote something for Temporal. */
  const waking = async (work: Promise<boolean>): Promise<boolean> => {
    const did = await work;
    if (did) wakeOutbox();
    return did;
  };
  const workflows: Workflows = {
    look: (id, told) => lookUpEnrollment(client, id, told),
    end: (id, run_id) => endRun(client, id, run_id),
  };
  const begin = createBeginning({ db, clock, profiles });
  const keepCalendars = createCalendarKeeper(calendar);
  let { since } = begun;

  return {
    // Sends that were in doubt when their enrollment ended: no step would read back what became of them.
    doubts: {
      every: MINUTE,
      failed: 'in-doubt sends could not be looked up',
      work: async () => (await sweepInDoubt(step)) > 0,
    },
    // Postgres is the truth: an enrollment that has not ended has a workflow that runs.
    lostWalks: {
      every: SECOND,
      failed: 'lost workflows could not be looked for',
      work: async () => {
        const { mended, set_back } = await reconcileWalks(step, workflows, { since });
        if (set_back) since = await readWallTime(db);
        if (mended > 0) wakeOutbox();
        return mended > 0;
      },
    },
    // Only those who can act soon become workflows; all others stay rows.
    beginnings: {
      every: SECOND / 4,
      failed: 'queued enrollments could not be started',
      work: () => waking(begin()),
    },
    versions: {
      every: 10 * SECOND,
      failed: 'moving people to a new version of a sequence failed',
      work: () => carryOnChanges({ db, clock, profiles, calendars: step.calendars }),
    },
    bulkControl: {
      every: SECOND,
      failed: 'a pause, stop or resume of many enrollments failed',
      work: () => waking(carryOnJob(calendar)),
    },
    // What the owner may still spend, and what imports are left.
    upkeep: {
      every: MINUTE,
      failed: 'credits and imports could not be brought up to date',
      work: async () => {
        await readCredits({ db, clock, v2 });
        await tidyCalendars({ db });
        const restarted = await reconcileImports({ db, clock, profiles }, (id, run) => isImporting(client, id, run));
        if (restarted > 0) wakeOutbox();
        await purgeFailedSteps(db, FAILURES_KEPT);
        await purgeIdempotentRequests(db);
        return false;
      },
    },
    calendars: {
      every: MINUTE,
      failed: 'calendars could not be brought up to date',
      work: async () => {
        // Later than any timer of a step may be.
        await keepCalendars(virtualSpan(step, MINUTE));
        return false;
      },
    },
  };
}
