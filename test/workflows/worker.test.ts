import { Worker as Thread } from 'node:worker_threads';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Runtime } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SERVER_SETTINGS } from '../../src/app/main/temporal/start-temporal.ts';
import { campaignWorkflowId, EVENT_SIGNAL, enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import { startCampaign } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { pipeline } from '../engine/plans.ts';
import { eventually } from '../support/eventually.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { createHarness, type Harness } from './harness.ts';
import { scriptedActivities } from './scripted-activities.ts';

/** So many that the few which a worker is handed before Temporal has looked at all that wait are far from half of them. */
const BEGINNERS = 100;

let environment: TestWorkflowEnvironment;
let harness: Harness;
const shelf = planShelf();

beforeAll(async () => {
  environment = await startDevServer(shelf, SERVER_SETTINGS);
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

/** When Temporal handed the first task of the workflow to a worker, in milliseconds; infinite: it has not. */
async function handedOut(workflowId: string): Promise<number> {
  const { events } = await harness.client.workflow.getHandle(workflowId).fetchHistory();
  const { seconds, nanos } = events?.find((event) => event.workflowTaskStartedEventAttributes)?.eventTime ?? {};
  return seconds == null ? Number.POSITIVE_INFINITY : Number(seconds) * 1e3 + (nanos ?? 0) / 1e6;
}

it('an import does not wait for the people who began before it', async () => {
  const script = scriptedActivities({ visit: () => ({ status: 'stopped', outcome: 'stopped' }) });
  const people = await Promise.all(Array.from({ length: BEGINNERS }, () => harness.start(pipeline)));
  await startCampaign(harness.client, { campaign_id: 'cmp_1' });
  const worker = await harness.worker(script);
  await worker.runUntil(async () => {
    await Promise.all(people.map((id) => harness.outcome(id)));
    await harness.client.workflow.getHandle(campaignWorkflowId('cmp_1')).result();
  });
  const begun = await handedOut(campaignWorkflowId('cmp_1'));
  const people_begun = await Promise.all(people.map((id) => handedOut(enrollmentWorkflowId(id))));
  const before = people_begun.filter((at) => at < begun).length;
  expect(before).toBeLessThan(BEGINNERS / 2);
});

it('somebody who waits has neither markers nor stacks of promises', async () => {
  const script = scriptedActivities();
  const worker = await harness.worker(script);
  await worker.runUntil(async () => {
    const id = await harness.start(pipeline);
    await eventually(() => expect(script.snapshots(id).at(-1)).toBe('pause active'));
    const handle = harness.handle(id);
    await eventually(async () => {
      const { events } = await handle.fetchHistory();
      const markers = events?.flatMap(({ markerRecordedEventAttributes: marker }) => marker?.markerName ?? []);
      expect(new Set(markers)).toEqual(new Set(['core_local_activity']));
    });
    expect(await handle.query('__stack_trace')).toBe('');
    await handle.terminate();
  });
});

it('a worker keeps as many workflows as its settings say, otherwise 300', async () => {
  const settings = {
    connection: environment.nativeConnection,
    namespace: environment.namespace ?? 'default',
    activities: scriptedActivities().activities,
    dataConverter: shelf.dataConverter,
    workflowBundle: harness.workflowBundle,
  };
  for (const given of [7, undefined]) {
    const worker = await createWorker({ ...settings, ...(given === undefined ? {} : { maxCachedWorkflows: given }) });
    await worker.runUntil(async () => undefined);
    expect(worker.options.maxCachedWorkflows).toBe(given ?? 300);
  }
});

it('a worker hears what a workflow warns of, and asks no workflow that has nothing to say', async () => {
  const asked = vi.spyOn(Thread.prototype, 'postMessage');
  const kinds = () => asked.mock.calls.map(([message]) => message.input.type);
  const warned = vi.spyOn(Runtime.instance().logger, 'warn');
  const script = scriptedActivities();
  const worker = await harness.worker(script);
  await worker.runUntil(async () => {
    const id = await harness.start(pipeline);
    await eventually(() => expect(script.snapshots(id).at(-1)).toBe('pause active'));
    expect(kinds().filter((kind) => kind === 'activate-workflow').length).toBeGreaterThan(1);
    expect(kinds()).not.toContain('extract-sink-calls');
    await harness.handle(id).signal(EVENT_SIGNAL, 'no event');
    await eventually(() =>
      expect(warned.mock.calls.map(([text]) => text)).toContain('Ignored a signal that is not an event'),
    );
    expect(kinds().filter((kind) => kind === 'extract-sink-calls')).toHaveLength(1);
    await harness.handle(id).terminate();
  });
  asked.mockRestore();
  warned.mockRestore();
});
