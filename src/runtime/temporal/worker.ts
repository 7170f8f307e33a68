import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { type Activities, TASK_QUEUE } from '../../core/engine/contracts.ts';
import type { WorkerVersion } from './build-id.ts';
import { runWorkflowsLeanly } from './lean-threads.ts';
import { createTaskSlots, type ProcessLoad } from './task-slots.ts';
import { withHeartbeats } from './with-heartbeats.ts';
import { workflowBundle } from './workflow-bundle.ts';

export interface WorkerSettings {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly activities: Activities;
  readonly dataConverter: DataConverter;
  /** Unless it is the one of `workflowBundle`. */
  readonly workflowBundle?: { readonly code: string };
  /** The version by which Temporal knows this worker and hands work to it; without one it takes the work of whoever has none. */
  readonly version?: WorkerVersion;
  readonly maxCachedWorkflows?: number;
  /** The process' other work; absent: none that walks make room for. */
  readonly load?: ProcessLoad;
  /** How long steps under way may take to end when the worker stops; 10 s by default. */
  readonly shutdownGraceTime?: number;
  /** Overrides for tests and benchmarks. */
  readonly options?: Partial<WorkerOptions>;
}

/**
 * Workflows that a worker keeps, beside those whose task is open: who waits mostly does so for days, and is kept in vain. Whoever is not kept any more is replayed, which takes some milliseconds
 * (docs/decisions/memory-of-a-worker.md).
 */
const KEPT_WORKFLOWS = 300;

/** Steps under way beside each other in one worker. */
export const STEPS_AT_ONCE = 300;

// Steps run as local activities and mostly wait for V2, with no connection in hand. How many of them may wait for one account, and for
// all slow ones together, is bounded (activities/call/account-lanes.ts), so that the others find a slot. A workflow task lasts as long as
// its local activities: with fewer tasks, waiting steps would hold back timers and signals.
const AT_ONCE = { tasks: 400, steps: STEPS_AT_ONCE, activities: 20 } as const;

/** The worker of our one task queue. Install the runtime's logger first (`installRuntime`). */
export async function createWorker(settings: WorkerSettings): Promise<Worker> {
  const { connection, namespace, activities, dataConverter } = settings;
  const slots = createTaskSlots({ ...AT_ONCE, load: settings.load });
  runWorkflowsLeanly();
  return Worker.create({
    connection,
    namespace,
    taskQueue: TASK_QUEUE,
    activities: {
      perform: slots.withoutComputing(activities.perform),
      settle: slots.withoutComputing(activities.settle),
      importPage: withHeartbeats(activities.importPage),
    },
    dataConverter,
    workflowBundle: settings.workflowBundle ?? (await workflowBundle()),
    tuner: slots.tuner,
    maxCachedWorkflows: settings.maxCachedWorkflows ?? KEPT_WORKFLOWS,
    shutdownGraceTime: settings.shutdownGraceTime ?? 10_000,
    ...(settings.version === undefined ? {} : { workerDeploymentOptions: inDeployment(settings.version) }),
    ...settings.options,
  });
}

/** Waits last for months, so nobody stays with the build that they began with: all go on with the current one, which has replayed some of them. */
const inDeployment = ({ deployment, build_id }: WorkerVersion) =>
  ({
    useWorkerVersioning: true,
    version: { deploymentName: deployment, buildId: build_id },
    defaultVersioningBehavior: 'AUTO_UPGRADE',
  }) as const;
