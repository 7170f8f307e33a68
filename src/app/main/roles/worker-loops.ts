import type { Client } from '@temporalio/client';
import { createAnswerDispatcher } from '../../../../activities/answers/dispatch-answers.ts';
import { calendarOf, type StepDeps } from '../../../../activities/deps.ts';
import { readBackForgotten } from '../../../../activities/reconcile/forgotten/read-back.ts';
import { createWalkKeeper } from '../../../../activities/reconcile/lost-walks/keep-walks.ts';
import { missOverdue } from '../../../../activities/reconcile/lost-walks/reconcile-walk.ts';
import type { Workflows } from '../../../../activities/reconcile/lost-walks/workflows.ts';
import { sweepInDoubt } from '../../../../activities/reconcile/sweep.ts';
import { virtualSpan } from '../../../../activities/virtual-time.ts';
import { readCredits } from '../../../runtime/accounts/read-credits.ts';
import { carryOnJob } from '../../../runtime/control/job.ts';
import { bringBack } from '../../../runtime/conversations/bring-back.ts';
import { followLedger } from '../../../runtime/conversations/follow-ledger.ts';
import { createBeginning } from '../../../runtime/enroll/admission/begin-waiting.ts';
import { carryOnChanges } from '../../../runtime/enroll/apply/apply-change.ts';
import { beginLooks } from '../../../runtime/enroll/campaign/follow/begin-looks.ts';
import { reconcileImports } from '../../../runtime/enroll/campaign/reconcile-imports.ts';
import { bringNames } from '../../../runtime/enroll/names/bring-names.ts';
import { purgeNext } from '../../../runtime/erasure/purge-next.ts';
import { bringAddressReports } from '../../../runtime/events/bounces/bring-address-reports.ts';
import { askWhoWrote } from '../../../runtime/events/match/ask-who-wrote.ts';
import { createCalendarKeeper } from '../../../runtime/slots/keep-calendars.ts';
import { tidyCalendars } from '../../../runtime/slots/tidy-calendars.ts';
import { listAccounts } from '../../../runtime/store/accounts/find-account.ts';
import { endGaps } from '../../../runtime/store/accounts/gap.ts';
import { wakeHeard } from '../../../runtime/store/accounts/unheard-waits.ts';
import { sumUpTallies } from '../../../runtime/store/campaigns/add-tallies.ts';
import { recountNext } from '../../../runtime/store/campaigns/recount-campaign.ts';
import { purgeFailedSteps } from '../../../runtime/store/control/failed-steps.ts';
import { isLookedFor, type WaitingWork } from '../../../runtime/store/find-waiting.ts';
import { purgeConfirmations } from '../../../runtime/store/keys/confirmations.ts';
import { purgeIdempotentRequests } from '../../../runtime/store/keys/idempotent-request.ts';
import { endRun, isImporting, lookUpEnrollment } from '../../../runtime/temporal/look-up.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import { type Loop, type StartedLoop, startLoop } from '../../../shared/kit/start-loop.ts';
import { watchReturn } from '../../../shared/kit/watch-return.ts';
import { purgeLogs } from '../mask-files.ts';
import { createErasing } from './erasing.ts';
import { LOOKS_BY_ITSELF, startLook, type Waker } from './look-for-work.ts';
import type { Engine } from './open-engine.ts';

/** Wall milliseconds after which it is taken to be away. */
const TEMPORAL_ANSWERS_IN = 2 * SECOND;

/** How long a failed step is remembered: far longer than the last steps of anything that still runs. */
const FAILURES_KEPT = 30 * DAY;

/** So many amounts of one campaign are summed up. */
const MOST_TALLIES = 500;

export type LoopName =
  | 'answers'
  | 'doubts'
  | 'unmatched'
  | 'forgotten'
  | 'gaps'
  | 'lostWalks'
  | 'beginnings'
  | 'looks'
  | 'versions'
  | 'bulkControl'
  | 'conversations'
  | 'reminders'
  | 'upkeep'
  | 'calendars'
  | 'erasures'
  | 'retention'
  | 'tallies';

interface NamedLoop {
  /** Resolves to true while there is more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Wall milliseconds between two looks. */
  readonly every: number;
  /** The message of the log when it fails. */
  readonly failed: string;
  /** Waits for what it has begun and does not wait for itself. */
  readonly waitForBegun?: () => Promise<void>;
}

export interface LoopDeps {
  readonly engine: Pick<Engine, 'db' | 'clock' | 'v2' | 'log' | 'secrets' | 'home' | 'service'>;
  readonly client: Client;
  readonly step: StepDeps;
  /** When the worker began, wall time of Postgres: walks from before are looked at whatever their rows say. */
  readonly since: Date;
  /** Something was written for Temporal. */
  readonly wakeOutbox: () => void;
  /** Dispatchers whose work is looked for together with that of the loops. */
  readonly dispatchers: Readonly<Record<Exclude<WaitingWork, LoopName>, Waker>>;
}

/** Starts what a worker does beside the steps of workflows, again and again. */
export function startWorkerLoops(deps: LoopDeps): Readonly<Record<LoopName | 'look', Loop>> {
  const loops = loopsOf(deps);
  const warn = (what: string) => (err: unknown) => deps.engine.log.warn({ err }, `${what}; retrying`);
  const start = (name: LoopName): StartedLoop => {
    const { work, every, failed, waitForBegun } = loops[name];
    const idle_ms = isLookedFor(name) ? Math.max(every, LOOKS_BY_ITSELF) : every;
    const loop = startLoop({ work, idle_ms, onError: warn(failed) });
    return waitForBegun === undefined ? loop : { ...loop, stop: () => loop.stop().then(waitForBegun) };
  };
  const started = startEach(start);
  const wakers: Readonly<Record<WaitingWork, Waker>> = { ...started, ...deps.dispatchers };
  const everyOf = (name: WaitingWork): number => (Object.hasOwn(loops, name) ? loops[name as LoopName].every : 0);
  const onError = warn('what waits could not be looked for');
  const look = startLook({ ...deps.engine, wakers, everyOf, onError });
  return { ...started, look };
}

function startEach(start: (name: LoopName) => StartedLoop): Readonly<Record<LoopName, StartedLoop>> {
  return {
    answers: start('answers'),
    doubts: start('doubts'),
    unmatched: start('unmatched'),
    forgotten: start('forgotten'),
    gaps: start('gaps'),
    lostWalks: start('lostWalks'),
    beginnings: start('beginnings'),
    looks: start('looks'),
    versions: start('versions'),
    bulkControl: start('bulkControl'),
    conversations: start('conversations'),
    reminders: start('reminders'),
    upkeep: start('upkeep'),
    calendars: start('calendars'),
    erasures: start('erasures'),
    retention: start('retention'),
    tallies: start('tallies'),
  };
}

function loopsOf({ engine, client, step, wakeOutbox, since }: LoopDeps): Readonly<Record<LoopName, NamedLoop>> {
  const { db, clock, v2 } = engine;
  const { profiles } = step.settings;
  const calendar = { ...calendarOf(step), db };
  /** Wakes the outbox where something was done, since that wrote something for Temporal. */
  const waking = async (work: Promise<boolean>): Promise<boolean> => {
    const did = await work;
    if (did) wakeOutbox();
    return did;
  };
  const workflows: Workflows = {
    look: (id, snapshot) => lookUpEnrollment(client, id, snapshot),
    end: (id, run_id) => endRun(client, id, run_id),
  };
  const begin = createBeginning({ db, clock, profiles });
  const keepCalendars = createCalendarKeeper(calendar);
  const answers = createAnswerDispatcher(step);
  const temporal = watchReturn(() =>
    client.withDeadline(Date.now() + TEMPORAL_ANSWERS_IN, () => client.workflowService.getSystemInfo({})),
  );

  return {
    // What people of ours write themselves.
    answers: {
      every: SECOND / 2,
      failed: 'answers could not be looked for',
      work: () => answers.dispatch(),
      waitForBegun: () => answers.settled(),
    },
    // Sends that were in doubt when their enrollment ended: no step would read back what became of them.
    doubts: {
      every: MINUTE,
      failed: 'in-doubt sends could not be looked up',
      work: async () => (await sweepInDoubt(step)) > 0,
    },
    // Replies that nobody fits, by which people are held until it is known who wrote.
    unmatched: {
      every: SECOND / 2,
      failed: 'who wrote an unmatched reply could not be asked',
      work: () => askWhoWrote({ db, clock, v2 }),
    },
    // What a backup that was put back does not know.
    forgotten: {
      every: SECOND,
      failed: 'what Postgres may have forgotten could not be read back',
      work: async () => {
        for (const { id } of await listAccounts(db)) await step.accountCheck?.ensure(id);
        return readBackForgotten(step);
      },
    },
    // Accounts whose inbox has been searched for what no event told.
    gaps: {
      every: SECOND / 2,
      failed: 'accounts whose inbox was searched could not go on',
      work: () =>
        waking(
          db.transaction(async (tx) => {
            const now = new Date(clock.now());
            const ended = await endGaps(tx, now);
            return (await wakeHeard(tx, now, clock.setting().speed)) > 0 || ended;
          }),
        ),
    },
    // Postgres is the truth: an enrollment that has not ended has a workflow that runs.
    lostWalks: {
      every: SECOND,
      failed: 'lost workflows could not be looked for',
      work: createWalkKeeper(step, workflows, { since, temporal, onMended: wakeOutbox }),
    },
    // Only those who can act soon become workflows; all others stay rows.
    beginnings: {
      every: SECOND / 4,
      failed: 'queued enrollments could not be started',
      work: () => waking(begin()),
    },
    looks: {
      every: SECOND,
      failed: 'looks at sources that go on could not begin',
      work: () => waking(beginLooks({ db, clock })),
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
    // Amounts of one campaign that came one by one.
    tallies: {
      every: 2 * SECOND,
      failed: 'amounts of campaigns could not be summed up',
      work: async () => {
        await sumUpTallies(db, MOST_TALLIES);
        return recountNext(db);
      },
    },
    // What people and we have written to each other, behind the ledger that holds it: for who reads, and no step waits for it.
    conversations: {
      every: SECOND,
      failed: 'conversations could not be brought up to date',
      work: () => followLedger(db),
    },
    // Conversations that were put off until now.
    reminders: {
      every: SECOND,
      failed: 'conversations could not be brought back',
      work: () => waking(bringBack({ db, clock, profiles })),
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
        await purgeConfirmations(db);
        await bringNames({ db, clock }, 2);
        await bringAddressReports({ db }, 2);
        await missOverdue(step);
        return false;
      },
    },
    // Words and lines that have been kept for as long as they are to be.
    retention: {
      every: MINUTE,
      failed: 'what is kept no longer could not be purged',
      work: () => purgeNext({ db, clock, purgeLogs: (before) => purgeLogs(engine.home, before) }),
    },
    // People to be erased: what is left of them elsewhere than in their own rows.
    erasures: {
      every: SECOND / 2,
      failed: 'erasures could not be carried on',
      work: createErasing(engine, client),
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
