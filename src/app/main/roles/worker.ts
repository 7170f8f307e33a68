import { setFlagsFromString } from 'node:v8';
import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { createActivities, createStepDeps } from '../../../../activities/create-activities.ts';
import type { ActivityDeps } from '../../../../activities/deps.ts';
import type { Activities } from '../../../core/engine/contracts.ts';
import { createRoomToBegin, type RoomToBegin } from '../../../runtime/outbox/room-to-begin.ts';
import { wakeFirstPutOff } from '../../../runtime/store/accounts/wake-put-off.ts';
import { readWallTime } from '../../../runtime/store/walks/read-wall-time.ts';
import { connectClient, requireNamespace } from '../../../runtime/temporal/connect.ts';
import { connectWorker } from '../../../runtime/temporal/connect-worker.ts';
import { installRuntime } from '../../../runtime/temporal/runtime.ts';
import { expectBuild } from '../../../runtime/temporal/search-attributes.ts';
import type { ProcessLoad } from '../../../runtime/temporal/task-slots.ts';
import { createWorker } from '../../../runtime/temporal/worker.ts';
import { workflowBundle } from '../../../runtime/temporal/workflow-bundle.ts';
import { createHttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { THIS_MACHINE } from '../../../shared/dial/policies.ts';
import { listenForNotifications } from '../../../shared/postgres/notifier.ts';
import { keepScope } from '../../../shared/telemetry/scope.ts';
import { freePort } from '../free-port.ts';
import { LET_IN, whyIdle, workerVersion } from '../temporal/worker-version.ts';
import { reportReady, untilStopped } from '../until-stopped.ts';
import { CONNECTIONS } from './connections.ts';
import { type Engine, EVENTS_TOPIC, OUTBOX_TOPIC, openEngine } from './open-engine.ts';
import { METRICS_PORT, serveMetrics } from './serve-metrics.ts';
import { workerActivityDeps } from './worker-activities.ts';
import { startDispatchers } from './worker-dispatchers.ts';
import { startWorkerLoops } from './worker-loops.ts';

/**
 * The heap of a worker grows by so many percent before Node clears it. Where there is much memory it would grow to the fourfold first: a worker through which some thousand people had gone held 280 MB for the
 * 110 that it needed. It costs no CPU that could be measured.
 */
const HEAP_GROWS_BY = 40;

/** Runs the worker alone, until it is asked to end: workflows, activities, and the dispatchers and loops beside them. */
export async function runWorker(
  env: NodeJS.ProcessEnv,
  { report }: { readonly report: (line: string) => void },
): Promise<void> {
  const stopped = untilStopped();
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY}`);
  keepScope();
  const engine = await openEngine(env, 'worker', CONNECTIONS.worker);
  const { temporal, dataConverter, log } = engine;
  try {
    const sdk = `127.0.0.1:${await freePort(0)}`;
    installRuntime(log, { metrics: sdk });
    await requireNamespace(temporal);
    const connection = await connectWorker(temporal);
    const { client, close } = await connectClient(temporal, dataConverter);
    const activityDeps = workerActivityDeps(engine, client);
    engine.onConnectionLost(activityDeps.accountCheck.forget);
    const room = createRoomToBegin(activityDeps.lanes.waiting);
    const { worker, version } = await openTemporalWorker(engine, connection, activityDeps, room);
    const { buildId: build_id } = worker.options;
    if (version === null && build_id !== undefined) expectBuild(client, build_id);
    const beside = await startBeside(engine, client, activityDeps, room);
    await wakeThoseLeft(engine);
    const metrics = await showMetrics(engine, sdk);
    const running = worker.run();
    const build = version === null ? '' : `, build ${version.build_id} of ${version.deployment}`;
    report(
      `worker on task queue ${worker.options.taskQueue}${build}, Temporal at ${temporal.connection.address}, metrics at ${metrics.url}/metrics`,
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
      await beside.stop();
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      await activityDeps.close();
      await close();
      await connection.close();
    }
  } finally {
    await engine.close();
  }
}

async function openTemporalWorker(
  { environment, temporal, dataConverter }: Engine,
  connection: NativeConnection,
  activityDeps: ActivityDeps & { readonly load: ProcessLoad },
  room: RoomToBegin,
) {
  const { OVERTURE_CACHED_WORKFLOWS: cached } = environment;
  const bundle = await workflowBundle();
  const version = workerVersion(environment, bundle);
  const worker = await createWorker({
    ...(version === null ? {} : { version }),
    workflowBundle: bundle,
    connection,
    namespace: temporal.namespace,
    dataConverter,
    activities: noting(createActivities(activityDeps), room),
    load: activityDeps.load,
    ...(cached === undefined ? {} : { maxCachedWorkflows: cached }),
  });
  return { worker, version };
}

/** Tells the room of each step who has come to it. */
const noting = ({ perform, settle, importPage }: Activities, { came }: RoomToBegin): Activities => ({
  perform(request) {
    came(request.enrollment_id);
    return perform(request);
  },
  settle(snapshot) {
    came(snapshot.enrollment_id);
    return settle(snapshot);
  },
  importPage,
});

/** Starts all that runs beside the steps of workflows, and wakes it when there is something to do. */
async function startBeside(
  engine: Engine,
  client: Client,
  activityDeps: ReturnType<typeof workerActivityDeps>,
  room: RoomToBegin,
): Promise<{ stop(): Promise<void> }> {
  const since = await readWallTime(engine.db);
  const dispatchers = startDispatchers(engine, client, {
    room,
    onMissed: () => loops.lostWalks.wake(),
  });
  const { outbox, events, webhooks } = dispatchers;
  const loops = startWorkerLoops({
    ...{ engine, client, since, step: createStepDeps(activityDeps), wakeOutbox: outbox.wake },
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
      activityDeps.accountCheck.forget();
      engine.log.warn({ err }, 'LISTEN connection lost; polling until it is back');
    },
  });
  // A jump may begin a new day.
  const unwatchClock = engine.clock.onChange(() => {
    loops.beginnings.wake();
    loops.looks.wake();
    loops.calendars.wake();
    loops.reminders.wake();
  });
  return {
    async stop() {
      unwatchClock();
      const stopping = Object.values(loops).map((loop) => loop.stop());
      await Promise.all([notifications.close(), dispatchers.stop(), ...stopping]);
    },
  };
}

/** Wakes steps that were put off by the worker before this one, which may have died before it woke them. */
async function wakeThoseLeft({ db, clock, log }: Engine): Promise<void> {
  await wakeFirstPutOff(db, new Date(clock.now())).catch((err: unknown) =>
    log.warn({ err }, 'those who wait for slow accounts could not be woken; they come by themselves'),
  );
}

/** Shows the metrics of this process, and beside them those of Temporal's SDK at `sdk`. */
async function showMetrics({ environment, log }: Engine, sdk: string) {
  const http = createHttpDialer(THIS_MACHINE);
  const server = await serveMetrics({
    host: environment.OVERTURE_HOST ?? '127.0.0.1',
    port: environment.OVERTURE_METRICS_PORT ?? METRICS_PORT,
    also: async () => (await http.request(`http://${sdk}/metrics`)).body.text(),
    onError: (err) => log.warn({ err }, 'metrics could not be shown'),
  });
  return {
    url: server.url,
    async close() {
      await server.close();
      await http.destroy();
    },
  };
}
