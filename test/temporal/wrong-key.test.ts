import { Client } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { campaignWorkflowId, enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { isImporting } from '../../src/runtime/temporal/look-up.ts';
import { signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { startCampaign, startEnrollment } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { VISIT } from '../activities/bench.ts';
import { eventually } from '../support/eventually.ts';
import { type PlanShelf, planShelf, startDevServer, TEST_KEY } from '../support/temporal.ts';
import { workflowBundle } from '../support/workflow-bundle.ts';

const OTHER_KEY = { id: 'other', key: new Uint8Array(32).fill(9) };
const WAIT: Node = {
  ...{ id: 'wait', kind: 'wait', duration: { unit: 'ms', count: 30 * DAY }, next: 'end', on_error: { do: 'stop' } },
};
const PLAN: Plan = {
  ...{
    format: 1,
    sequence: 'patient',
    senders: {},
    limits: {},
    stop_on: ['reply'],
    vars: {},
    needs: [],
    start: 'visit',
  },
  schedule: { timezone: 'Europe/Paris', fallback_timezone: 'Europe/Paris', hours: null, spacing: null },
  nodes: { visit: { ...VISIT, next: 'wait' }, wait: WAIT, end: { kind: 'end', id: 'end', outcome: 'completed' } },
};

const right = planShelf();
const wrong = planShelf(ringOf([OTHER_KEY]));
const both = planShelf(ringOf([TEST_KEY, OTHER_KEY]));
const digest = [right, wrong, both].map((shelf) => shelf.add(PLAN))[0] ?? '';
let environment: TestWorkflowEnvironment;
let bundle: { code: string };
beforeAll(async () => {
  [environment, bundle] = await Promise.all([startDevServer(right), workflowBundle()]);
});
afterAll(() => environment?.teardown());

/** A worker with the keys of that shelf, for as long as this takes. */
async function working({ dataConverter }: PlanShelf, work: () => Promise<void>): Promise<void> {
  const worker = await createWorker({
    ...{ connection: environment.nativeConnection, namespace: environment.namespace ?? 'default', dataConverter },
    ...{ workflowBundle: bundle, shutdownGraceTime: 1000 },
    activities: {
      perform: async () => ({ status: 'done' }),
      settle: async () => undefined,
      importPage: async () => ({ next_offset: null }),
    },
  });
  await worker.runUntil(work);
}

it('an enrollment that was signaled under a key which its worker does not have stands still, and goes on once the key is there', async () => {
  const { client } = environment;
  const handle = client.workflow.getHandle(enrollmentWorkflowId('enr_1'));
  const tries = async () => (await handle.describe()).raw.pendingWorkflowTask?.attempt ?? 0;
  await working(right, async () => {
    await startEnrollment(client, { enrollment_id: 'enr_1', clock: WALL_CLOCK, digest });
    await eventually(async () => expect((await handle.describe()).historyLength).toBeGreaterThan(4));
    const stranger = new Client({ connection: environment.connection, dataConverter: wrong.dataConverter });
    expect(await signalEnrollment(stranger, 'enr_1', { id: 'act_1', type: 'stop' })).toBe('delivered');
    await eventually(async () => expect(await tries()).toBeGreaterThan(2));
    // What comes with the right key stands behind it.
    expect(await signalEnrollment(client, 'enr_1', { id: 'act_2', type: 'pause' })).toBe('delivered');
    expect((await handle.describe()).status.name).toBe('RUNNING');
  });
  await working(both, async () => {
    expect(await handle.result()).toBe('stopped');
  });
});

it('an import whose task no worker can begin is ended, so that a further one goes on', async () => {
  const { client } = environment;
  const handle = client.workflow.getHandle(campaignWorkflowId('cmp_1', 1));
  await startCampaign(client, { campaign_id: 'cmp_1' }, 1);
  expect(await isImporting(client, 'cmp_1', 1)).toBe(true);
  await working(wrong, async () => {
    // Each further try waits longer.
    const tries = async () => (await handle.describe()).raw.pendingWorkflowTask?.attempt ?? 0;
    await vi.waitFor(async () => expect(await tries()).toBeGreaterThan(3), { timeout: 120_000, interval: 200 });
  });
  expect(await isImporting(client, 'cmp_1', 1)).toBe(false);
  expect((await handle.describe()).status.name).toBe('TERMINATED');
});
