import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ENROLLMENT_WORKFLOW, enrollmentWorkflowId, TASK_QUEUE } from '../../src/core/engine/contracts.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { pipeline } from '../engine/plans.ts';
import { PATIENCE } from '../support/eventually.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { createHarness, type Harness } from './harness.ts';
import { scriptedActivities } from './scripted-activities.ts';

let environment: TestWorkflowEnvironment;
let harness: Harness;
const shelf = planShelf();

beforeAll(async () => {
  environment = await startDevServer(shelf, []);
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

it('a worker leaves what a newer one has written to newer ones: its task fails, and the enrollment does not', async () => {
  const stopped = scriptedActivities({ visit: () => ({ status: 'stopped', outcome: 'stopped' }) });
  const handle = await harness.client.workflow.start(ENROLLMENT_WORKFLOW, {
    args: [{ enrollment_id: 'enr_newer', clock: WALL_CLOCK, schema: 4 }, { overture_plan: harness.add(pipeline) }],
    workflowId: enrollmentWorkflowId('enr_newer'),
    taskQueue: TASK_QUEUE,
  });
  const older = await harness.worker(stopped);
  await older.runUntil(
    vi.waitFor(
      async () => {
        const { events } = await handle.fetchHistory();
        expect(events?.some((event) => event.workflowTaskFailedEventAttributes)).toBe(true);
      },
      { timeout: PATIENCE, interval: 50 },
    ),
  );
  expect((await handle.describe()).status.name).toBe('RUNNING');
  expect(stopped.walk('enr_newer')).toEqual([]);

  const chain = /(input: 'start of an enrollment',\s*migrations: \[\s*numbered,\s*withRun,\s*withNewWays)\s*\]/;
  expect(harness.workflowBundle.code).toMatch(chain);
  const newer = await createWorker({
    connection: environment.nativeConnection,
    namespace: environment.namespace ?? 'default',
    activities: stopped.activities,
    dataConverter: shelf.dataConverter,
    workflowBundle: { code: harness.workflowBundle.code.replace(chain, '$1, numbered]') },
  });
  expect(await newer.runUntil(handle.result())).toBe('stopped');
});
