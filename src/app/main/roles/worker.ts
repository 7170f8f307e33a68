import { readFileSync } from 'node:fs';
import { createAccountLanes } from '../../../../activities/call/account-lanes.ts';
import { withinLane } from '../../../../activities/call/calls-in-lanes.ts';
import { createWake } from '../../../../activities/call/create-wake.ts';
import { createActivities, createStepDeps } from '../../../../activities/create-activities.ts';
import { settingsForTimeout } from '../../../../activities/deps.ts';
import { importPage } from '../../../runtime/enroll/campaign/import-page.ts';
import type { V2Reader } from '../../../runtime/enroll/campaign/v2-reader.ts';
import { continueIn } from '../../../runtime/enroll/continue-in.ts';
import { startEventDispatcher } from '../../../runtime/events/dispatch-events.ts';
import { startOutboxDispatcher } from '../../../runtime/events/dispatch-outbox.ts';
import { wakeFirstPutOff } from '../../../runtime/store/accounts/wake-put-off.ts';
import { readWallTime } from '../../../runtime/store/walks/read-wall-time.ts';
import { connectClient, requireNamespace } from '../../../runtime/temporal/connect.ts';
import { connectWorker } from '../../../runtime/temporal/connect-worker.ts';
import { restartEnrollment } from '../../../runtime/temporal/restart.ts';
import { installRuntime } from '../../../runtime/temporal/runtime.ts';
import { moveEnrollment, signalEnrollment } from '../../../runtime/temporal/signal.ts';
import { startCampaign, startEnrollment } from '../../../runtime/temporal/start.ts';
import { createWorker } from '../../../runtime/temporal/worker.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { listenForNotifications } from '../../../shared/postgres/notifier.ts';
import { unsubscribeUrl } from '../../api/auth/unsubscribe.ts';
import { readNetworkProfiles } from '../read-network-profiles.ts';
import { reportReady, untilStopped } from '../until-stopped.ts';
import { CONNECTIONS } from './connections.ts';
import { EVENTS_TOPIC, OUTBOX_TOPIC, openEngine } from './open-engine.ts';
import { publicUrl } from './public-url.ts';
import { tellClock } from './tell-clock.ts';
import { startWorkerLoops } from './worker-loops.ts';

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
    const { V2_TIMEOUT } = engine.environment;
    const profiles = readNetworkProfiles(environment);
    const lanes = createAccountLanes({
      ...(V2_TIMEOUT === undefined ? {} : { settings: { answer_ms: V2_TIMEOUT * SECOND } }),
      wake: createWake({ db, clock, log }),
    });
    const whole: V2Reader = engine.v2;
    const reader: V2Reader = {
      call: (category, action, options) =>
        withinLane(lanes, options.account_id, (timed) => timed(() => whole.call(category, action, options))),
    };
    const activityDeps = {
      db,
      clock,
      v2: engine.v2,
      log,
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
    const since = await readWallTime(db);
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
      onMissed: () => loops.lostWalks.wake(),
      onError: (err, row) =>
        log.warn({ err, outbox: row?.id }, 'Temporal could not be reached with a start or a signal; retrying'),
    });
    const events = startEventDispatcher({
      db,
      clock,
      onError: (err, event) => log.error({ err, event }, 'an event could not be ingested; retrying'),
      onDispatched: outbox.wake,
    });
    const step = createStepDeps(activityDeps);
    const loops = startWorkerLoops({ engine, client, step, since, wakeOutbox: outbox.wake });
    const notifications = listenForNotifications(engine.direct_url, {
      handlers: {
        [EVENTS_TOPIC]: events.wake,
        [OUTBOX_TOPIC]: () => {
          outbox.wake();
          loops.beginnings.wake();
        },
      },
      onError: (err) => log.warn({ err }, 'LISTEN connection lost; polling until it is back'),
    });
    // A jump may begin a new day.
    const unwatchClock = clock.onChange(() => {
      loops.beginnings.wake();
      loops.calendars.wake();
    });
    // The worker before this one may have died before it woke them.
    await wakeFirstPutOff(db, new Date(clock.now())).catch((err: unknown) =>
      log.warn({ err }, 'those who wait for slow accounts could not be woken; they come by themselves'),
    );
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
        notifications.close(),
        events.stop(),
        outbox.stop(),
        ...Object.values(loops).map((loop) => loop.stop()),
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
