import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Worker, WorkerOptions } from '@temporalio/worker';
import { enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { EnrollmentEvent } from '../../src/core/engine/state.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { type ClockSetting, WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import type { PlanShelf } from '../support/temporal.ts';
import { workflowBundle } from '../support/workflow-bundle.ts';
import type { scriptedActivities } from './scripted-activities.ts';

/** A world in which a day takes `ms`. */
export function dayIn(ms: number): ClockSetting {
  const now = Date.now();
  return { wall_origin: now, world_origin: now, speed: DAY / ms };
}

/** Workflows that a worker keeps: so few that nearly every task replays the history from its start. End to end, workers keep as many as usual. */
const CACHED = 2;

/** One server, one bundle, a worker per test. */
export async function createHarness(environment: TestWorkflowEnvironment, shelf: PlanShelf) {
  const { client } = environment;
  const namespace = environment.namespace ?? 'default';
  const bundle = await workflowBundle();
  let numbers = 0;
  return {
    client,
    workflowBundle: bundle,
    add: (plan: Plan): string => shelf.add(plan),
    worker: (script: ReturnType<typeof scriptedActivities>, options: Partial<WorkerOptions> = {}): Promise<Worker> =>
      createWorker({
        connection: environment.nativeConnection,
        namespace,
        activities: script.activities,
        dataConverter: shelf.dataConverter,
        workflowBundle: bundle,
        shutdownGraceTime: 1_000,
        maxCachedWorkflows: CACHED,
        options: { identity: 'overture-test', ...options },
      }),
    async start(plan: Plan, clock: ClockSetting = WALL_CLOCK): Promise<string> {
      const enrollment_id = `enr_${Date.now()}_${++numbers}`;
      await startEnrollment(client, { enrollment_id, digest: shelf.add(plan), clock });
      return enrollment_id;
    },
    handle: (id: string) => client.workflow.getHandle(enrollmentWorkflowId(id)),
    outcome: (id: string): Promise<string> => client.workflow.getHandle(enrollmentWorkflowId(id)).result(),
    signal: (id: string, event: EnrollmentEvent) => signalEnrollment(client, id, event),
  };
}

export type Harness = Awaited<ReturnType<typeof createHarness>>;
