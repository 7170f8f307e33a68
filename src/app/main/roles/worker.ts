import { readFileSync } from 'node:fs';
import { createAccountLanes } from '../../../../activities/call/account-lanes.ts';
import { withinLane } from '../../../../activities/call/calls-in-lanes.ts';
import { watchBytesSent } from '../../../../activities/call/watch-bytes-sent.ts';
import { createActivities, createStepDeps } from '../../../../activities/create-activities.ts';
import { calendarOf, settingsForTimeout } from '../../../../activities/deps.ts';
import { reconcileWalks, type Workflows } from '../../../../activities/reconcile/lost-walks/reconcile-walk.ts';
import { sweepDoubt } from '../../../../activities/reconcile/sweep.ts';
import { worldSpan } from '../../../../activities/world-wall.ts';
import { carryOnJob } from '../../../runtime/control/job.ts';
import { createBeginning } from '../../../runtime/enroll/admission/begin-waiting.ts';
import { carryOnChanges } from '../../../runtime/enroll/apply/apply-change.ts';
import { importPage } from '../../../runtime/enroll/campaign/import-page.ts';
import { reconcileImports } from '../../../runtime/enroll/campaign/reconcile-imports.ts';
import type { V2Reader } from '../../../runtime/enroll/campaign/v2-reader.ts';
import { continueIn } from '../../../runtime/enroll/continue-in.ts';
import { startEventDispatcher } from '../../../runtime/events/dispatch-events.ts';
import { startOutboxDispatcher } from '../../../runtime/events/dispatch-outbox.ts';
import { startLoop } from '../../../runtime/events/loop.ts';
import { readCredits } from '../../../runtime/events/read-credits.ts';
import { createCalendarKeeper } from '../../../runtime/slots/keep-calendars.ts';
import { tidyCalendars } from '../../../runtime/slots/tidy-calendars.ts';
import { purgeFailedSteps } from '../../../runtime/store/control/failed-steps.ts';
import { readWallTime } from '../../../runtime/store/walks/read-wall-time.ts';
import { connectClient, connectWorker, requireNamespace } from '../../../runtime/temporal/connect.ts';
import { endRun, isImporting, lookUpEnrollment } from '../../../runtime/temporal/look-up.ts';
import { restartEnrollment } from '../../../runtime/temporal/restart.ts';
import { installRuntime } from '../../../runtime/temporal/runtime.ts';
import { moveEnrollment, signalEnrollment } from '../../../runtime/temporal/signal.ts';
import { startCampaign, startEnrollment } from '../../../runtime/temporal/start.ts';
import { createWorker } from '../../../runtime/temporal/worker.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import { listenForNotifications } from '../../../shared/postgres/notifier.ts';
import { unsubscribeUrl } from '../../api/auth/unsubscribe.ts';
import { readNetworkProfiles } from '../read-network-profiles.ts';
import { reportReady, untilStopped } from '../until-stopped.ts';
import { CONNECTIONS } from './connections.ts';
import { faultHook } from './fault-hook.ts';
import { EVENTS_TOPIC, OUTBOX_TOPIC, openEngine } from './open-engine.ts';
import { publicUrl } from './public-url.ts';
import { tellClock } from './tell-clock.ts';

/** How long a failed step is remembered: far longer than the last steps of anything that still runs. */
const FAILURES_KEPT = 30 * DAY;

/** The worker alone, until it is asked to end: workflows, activities, and the two dispatchers. */
export async function runWorker(
  env: NodeJS.ProcessEnv,
  { report }: { readonly report: (line: string) => void },
): Promise<void> {
  const stopped = untilStopped();
  const engine = await openEngine(env, 'worker', CONNECTIONS.worker);
  const { db, clock, log, temporal, dataConverter, environment, home } = engine;
  try {
    installRuntime(log);
    await requireNamespace(temporal);
    const connection = await connectWorker(temporal);
    const { client, close } = await connectClient(temporal, dataConverter);
    const fault = faultHook(engine.environment.FAULT, engine.home);
    if (engine.environment.FAULT) watchBytesSent(() => fault('bytes_sent'));
    const { V2_TIMEOUT } = engine.environment;
    const profiles = readNetworkProfiles(environment);
    const lanes = createAccountLanes();
    const whole: V2Reader = engine.v2;
    const reader: V2Reader = {
      call: (category, action, options) =>
        withinLane(lanes, options.account_id, () => whole.call(category, action, options)),
    };
    const activityDeps = {
      db,
      clock,
      v2: engine.v2,
      log,
      fault,
      // The address is looked up for each mail: the API may come up later than the worker.
      unsubscribeUrl: (id: string) => unsubscribeUrl(publicUrl(environment, home), engine.keys.current.key)(id),
      lanes,
      importPage: importPage({ db, clock, v2: reader, profiles }),
      continueIn: continueIn({ db, clock, profiles }),
      settings: {
        profiles,
        idempotency_honored: environment.V2_IDEMPOTENCY_HONORED ?? ('detect' as const),
        ...(V2_TIMEOUT === undefined ? {} : settingsForTimeout(V2_TIMEOUT * SECOND)),
      },
    };
    const { OVERTURE_CACHED_WORKFLOWS: cached, OVERTURE_WORKFLOW_BUNDLE: bundle } = environment;
    const worker = await createWorker({
      connection,
      namespace: temporal.namespace,
      dataConverter,
      activities: createActivities(activityDeps),
      ...(cached === undefined ? {} : { maxCachedWorkflows: cached }),
      ...(bundle === undefined ? {} : { workflowBundle: { code: readFileSync(bundle, 'utf8') } }),
    });
    const clockTeller = tellClock({ db, clock, client, log });
    const outbox = startOutboxDispatcher({
      db,
      clock,
      workflows: {
        startEnrollment: (start) => clockTeller.start(start, () => startEnrollment(client, start)),
        restartEnrollment: (restart) => clockTeller.start(restart, () => restartEnrollment(client, restart)),
        startCampaign: (campaign_id, run) => startCampaign(client, { campaign_id }, run),
        signalEnrollment: (id, event) => clockTeller.signal(id, () => signalEnrollment(client, id, event)),
        moveEnrollment: (id, move) => clockTeller.signal(id, () => moveEnrollment(client, id, move)),
      },
      onMissed: () => lostWalks.wake(),
      onError: (err, row) =>
        log.warn({ err, outbox: row?.id }, 'Temporal could not be reached with a start or a signal; retrying'),
    });
    const events = startEventDispatcher({
      db,
      clock,
      onError: (err, event) => log.error({ err, event }, 'an event could not be ingested; retrying'),
      onDispatched: outbox.wake,
    });
    // Sends left in doubt by an enrollment that ended meanwhile: nobody else would read back what became of them.
    const step = createStepDeps(activityDeps);
    const doubts = startLoop({
      work: async () => (await sweepDoubt(step)) > 0,
      idle_ms: MINUTE,
      onError: (err) => log.warn({ err }, 'in-doubt sends could not be looked up; retrying'),
    });
    // Postgres is the truth: an enrollment that has not ended has a workflow that runs.
    const workflows: Workflows = {
      look: (id, told) => lookUpEnrollment(client, id, told),
      end: (id, run_id) => endRun(client, id, run_id),
    };
    let since = await readWallTime(db);
    const lostWalks = startLoop({
      work: async () => {
        const { mended, set_back } = await reconcileWalks(step, workflows, { since });
        if (set_back) since = await readWallTime(db);
        if (mended > 0) outbox.wake();
        return mended > 0;
      },
      idle_ms: SECOND,
      onError: (err) => log.warn({ err }, 'lost workflows could not be looked for; retrying'),
    });
    // Only those who can act soon become workflows; all others stay rows.
    const begin = createBeginning({ db, clock, profiles });
    const beginning = startLoop({
      work: async () => {
        const more = await begin();
        if (more) outbox.wake();
        return more;
      },
      idle_ms: SECOND / 4,
      onError: (err) => log.warn({ err }, 'queued enrollments could not be started; retrying'),
    });
    const notifications = listenForNotifications(engine.direct_url, {
      handlers: {
        [EVENTS_TOPIC]: events.wake,
        [OUTBOX_TOPIC]: () => {
          outbox.wake();
          beginning.wake();
        },
      },
      onError: (err) => log.warn({ err }, 'LISTEN connection lost; polling until it is back'),
    });
    const changes = startLoop({
      work: () => carryOnChanges({ db, clock, profiles, books: step.books }),
      idle_ms: 10 * SECOND,
      onError: (err) => log.warn({ err }, 'moving people to a new version of a sequence failed; retrying'),
    });
    const control = startLoop({
      work: async () => {
        const did = await carryOnJob({ ...calendarOf(step), db });
        if (did) outbox.wake();
        return did;
      },
      idle_ms: SECOND,
      onError: (err) => log.warn({ err }, 'a pause, stop or resume of many enrollments failed; retrying'),
    });
    const keepCalendars = createCalendarKeeper({ ...calendarOf(step), db });
    // What the owner may still spend, and what imports are left.
    const upkeep = startLoop({
      work: async () => {
        await readCredits({ db, clock, v2: engine.v2 });
        await tidyCalendars({ db });
        if ((await reconcileImports({ db, clock, profiles }, (id, run) => isImporting(client, id, run))) > 0)
          outbox.wake();
        await purgeFailedSteps(db, FAILURES_KEPT);
        return false;
      },
      idle_ms: MINUTE,
      onError: (err) => log.warn({ err }, 'credits and imports could not be brought up to date; retrying'),
    });
    const calendars = startLoop({
      work: async () => {
        // Later than any timer of a step may be.
        await keepCalendars(worldSpan(step, MINUTE));
        return false;
      },
      idle_ms: MINUTE,
      onError: (err) => log.warn({ err }, 'calendars could not be brought up to date; retrying'),
    });
    // A jump may begin a new day.
    const unwatchClock = clock.onChange(() => {
      beginning.wake();
      calendars.wake();
    });
    const running = worker.run();
    report(`worker on task queue ${worker.options.taskQueue}, Temporal at ${temporal.connection.address}`);
    reportReady();
    try {
      const why = await Promise.race([stopped, running.then(() => 'the worker ended by itself')]);
      report(`stopping: ${why}`);
    } finally {
      unwatchClock();
      await Promise.all([
        clockTeller.stop(),
        calendars.stop(),
        notifications.close(),
        events.stop(),
        outbox.stop(),
        doubts.stop(),
        lostWalks.stop(),
        changes.stop(),
        beginning.stop(),
        control.stop(),
        upkeep.stop(),
      ]);
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      await close();
      await connection.close();
    }
  } finally {
    await engine.close();
  }
}
