import { createAccountLanes } from '../../../../activities/call/account-lanes.ts';
import { withinLane } from '../../../../activities/call/calls-in-lanes.ts';
import { createWake } from '../../../../activities/call/create-wake.ts';
import { createActivities, createStepDeps } from '../../../../activities/create-activities.ts';
import { settingsForTimeout } from '../../../../activities/deps.ts';
import { createAccountCheck } from '../../../../activities/reconcile/forgotten/check-accounts.ts';
import type { ReportedWalks } from '../../../../activities/reconcile/lost-walks/find-ahead.ts';
import { importPage } from '../../../runtime/enroll/campaign/import-page.ts';
import type { V2Reader } from '../../../runtime/enroll/campaign/v2-reader.ts';
import { continueIn } from '../../../runtime/enroll/continue-in.ts';
import { startEventDispatcher } from '../../../runtime/events/dispatch-events.ts';
import { startOutboxDispatcher } from '../../../runtime/outbox/dispatch-outbox.ts';
import { tellClock } from '../../../runtime/outbox/tell-clock.ts';
import { wakeFirstPutOff } from '../../../runtime/store/accounts/wake-put-off.ts';
import { readWallTime } from '../../../runtime/store/walks/read-wall-time.ts';
import { connectClient, requireNamespace } from '../../../runtime/temporal/connect.ts';
import { connectWorker } from '../../../runtime/temporal/connect-worker.ts';
import { lookUpEnrollment } from '../../../runtime/temporal/look-up.ts';
import { readReported } from '../../../runtime/temporal/read-reported.ts';
import { restartEnrollment } from '../../../runtime/temporal/restart.ts';
import { installRuntime } from '../../../runtime/temporal/runtime.ts';
import { registrationFix } from '../../../runtime/temporal/search-attributes.ts';
import { moveEnrollment, signalEnrollment } from '../../../runtime/temporal/signal.ts';
import { startCampaign, startEnrollment } from '../../../runtime/temporal/start.ts';
import { createWorker } from '../../../runtime/temporal/worker.ts';
import { workflowBundle } from '../../../runtime/temporal/workflow-bundle.ts';
import { createHttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { THIS_MACHINE } from '../../../shared/dial/policies.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { createNotifier, listenForNotifications } from '../../../shared/postgres/notifier.ts';
import { keepScope } from '../../../shared/telemetry/scope.ts';
import { unsubscribeUrl } from '../../api/auth/unsubscribe.ts';
import { startWebhooks } from '../../webhooks/start-webhooks.ts';
import { freePort } from '../free-port.ts';
import { readNetworkProfiles } from '../read-network-profiles.ts';
import { LET_IN, whyIdle, workerVersion } from '../temporal/worker-version.ts';
import { reportReady, untilStopped } from '../until-stopped.ts';
import { CONNECTIONS } from './connections.ts';
import { LOOKS_BY_ITSELF } from './look-for-work.ts';
import { EVENTS_TOPIC, NEWS_TOPIC, OUTBOX_TOPIC, openEngine } from './open-engine.ts';
import { publicUrl } from './public-url.ts';
import { METRICS_PORT, serveMetrics } from './serve-metrics.ts';
import { startWorkerLoops } from './worker-loops.ts';

/** The worker alone, until it is asked to end: workflows, activities, and the two dispatchers. */
export async function runWorker(
  env: NodeJS.ProcessEnv,
  { report }: { readonly report: (line: string) => void },
): Promise<void> {
  const stopped = untilStopped();
  keepScope();
  const engine = await openEngine(env, 'worker', CONNECTIONS.worker);
  const { db, clock, log, temporal, dataConverter, environment, home } = engine;
  try {
    const sdk = `127.0.0.1:${await freePort(0)}`;
    installRuntime(log, { metrics: sdk });
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
    const accounts_shared = environment.V2_ACCOUNTS_SHARED ?? false;
    const walks: ReportedWalks = {
      look: (id, snapshot) => lookUpEnrollment(client, id, snapshot),
      reported: (id) => readReported(client, id),
    };
    const accountCheck = createAccountCheck({ db, clock, v2: engine.v2, walks, accounts_shared });
    engine.onConnectionLost(accountCheck.forget);
    const activityDeps = {
      accountCheck,
      askForNews: createNotifier(db, NEWS_TOPIC),
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
        accounts_shared,
        idempotency_honored: environment.V2_IDEMPOTENCY_HONORED ?? ('detect' as const),
        ...(V2_TIMEOUT === undefined ? {} : settingsForTimeout(V2_TIMEOUT * SECOND)),
      },
    };
    const { OVERTURE_CACHED_WORKFLOWS: cached } = environment;
    const bundle = await workflowBundle();
    const version = workerVersion(environment, bundle);
    const worker = await createWorker({
      ...(version === null ? {} : { version }),
      workflowBundle: bundle,
      connection,
      namespace: temporal.namespace,
      dataConverter,
      activities: createActivities(activityDeps),
      ...(cached === undefined ? {} : { maxCachedWorkflows: cached }),
    });
    const since = await readWallTime(db);
    const clockTeller = tellClock({ db, clock, client, log });
    const notFindable = (err: unknown) =>
      log.warn(
        { err, fix: registrationFix(temporal.namespace) },
        "workflows cannot be found in Temporal's interface: its namespace does not know our search attributes",
      );
    const outbox = startOutboxDispatcher({
      ...{ db, clock, idle_ms: LOOKS_BY_ITSELF },
      workflows: {
        startEnrollment: (start) => clockTeller.start(start, () => startEnrollment(client, start, notFindable)),
        restartEnrollment: (restart) =>
          clockTeller.start(restart, () => restartEnrollment(client, restart, notFindable)),
        startCampaign: (campaign_id, run, found_by) =>
          startCampaign(client, { campaign_id, ...(found_by === undefined ? {} : { found_by }) }, run, notFindable),
        signalEnrollment: (id, event) => clockTeller.signal(id, () => signalEnrollment(client, id, event)),
        moveEnrollment: (id, move) => clockTeller.signal(id, () => moveEnrollment(client, id, move)),
      },
      onMissed: () => loops.lostWalks.wake(),
      onError: (err, row) =>
        log.warn({ err, outbox: row?.id }, 'Temporal could not be reached with a start or a signal; retrying'),
    });
    const events = startEventDispatcher({
      ...{ db, clock, idle_ms: LOOKS_BY_ITSELF },
      onError: (err, event) => log.error({ err, event }, 'an event could not be ingested; retrying'),
      onDispatched: outbox.wake,
    });
    const step = createStepDeps(activityDeps);
    const sending = {
      ...{ db, clock, secrets: engine.secrets },
      allow_private: environment.OVERTURE_ALLOW_PRIVATE_WEBHOOKS === true,
      onError: (err: unknown, what: string) => log.warn({ err }, `${what} failed; retrying`),
      onSwitchedOff: ({ id }: { readonly id: string }, reason: string) =>
        log.warn({ webhook: id }, `a webhook was switched off: ${reason}; see: overture webhooks list`),
    };
    const webhooks = startWebhooks(sending, LOOKS_BY_ITSELF);
    const loops = startWorkerLoops({
      ...{ engine, client, step, since, wakeOutbox: outbox.wake },
      dispatchers: { outbox, events, merges: { wake: events.wakeMerges }, webhooks },
    });
    const notifications = listenForNotifications(engine.direct_url, {
      handlers: {
        [EVENTS_TOPIC]: events.wake,
        [OUTBOX_TOPIC]: () => {
          outbox.wake();
          loops.beginnings.wake();
        },
      },
      onError: (err) => {
        accountCheck.forget();
        log.warn({ err }, 'LISTEN connection lost; polling until it is back');
      },
    });
    // A jump may begin a new day.
    const unwatchClock = clock.onChange(() => {
      loops.beginnings.wake();
      loops.looks.wake();
      loops.calendars.wake();
      loops.reminders.wake();
    });
    // The worker before this one may have died before it woke them.
    await wakeFirstPutOff(db, new Date(clock.now())).catch((err: unknown) =>
      log.warn({ err }, 'those who wait for slow accounts could not be woken; they come by themselves'),
    );
    const http = createHttpDialer(THIS_MACHINE);
    const metrics = await serveMetrics({
      host: environment.OVERTURE_HOST ?? '127.0.0.1',
      port: environment.OVERTURE_METRICS_PORT ?? METRICS_PORT,
      also: async () => (await http.request(`http://${sdk}/metrics`)).body.text(),
      onError: (err) => log.warn({ err }, 'metrics could not be shown'),
    });
    const running = worker.run();
    const at = temporal.connection.address;
    const build = version === null ? '' : `, build ${version.build_id} of ${version.deployment}`;
    report(
      `worker on task queue ${worker.options.taskQueue}${build}, Temporal at ${at}, metrics at ${metrics.url}/metrics`,
    );
    reportReady();
    if (version !== null) {
      const idle = await whyIdle(client, version).catch(() => null);
      if (idle !== null) log.warn({ ...version, fix: LET_IN }, idle);
    }
    try {
      const why = await Promise.race([stopped, running.then(() => 'the worker ended by itself')]);
      report(`stopping: ${why}`);
    } finally {
      await metrics.close();
      await http.destroy();
      unwatchClock();
      await Promise.all([
        clockTeller.stop(),
        notifications.close(),
        events.stop(),
        outbox.stop(),
        webhooks.stop(),
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
