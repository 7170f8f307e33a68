import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HEEDING_PRIORITY } from '../../src/app/main/temporal/start-temporal.ts';
import { campaignWorkflowId, enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import { startCampaign } from '../../src/runtime/temporal/start.ts';
import { pipeline } from '../engine/plans.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { createHarness, type Harness } from './harness.ts';
import { scriptedActivities } from './scripted-activities.ts';

/** So many that the few which a worker is handed before Temporal has looked at all that wait are far from half of them. */
const BEGINNERS = 100;

let environment: TestWorkflowEnvironment;
let harness: Harness;
const shelf = planShelf();

beforeAll(async () => {
  environment = await startDevServer(shelf, HEEDING_PRIORITY);
  harness = await createHarness(environment, shelf);
});
afterAll(() => environment?.teardown());

/** When Temporal handed the first task of the workflow to a worker, in milliseconds; none: it has not. */
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
