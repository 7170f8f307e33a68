import { Worker } from '@temporalio/worker';
import { expect, it } from 'vitest';
import { createDataConverter } from '../../src/temporal/data-converter.ts';
import { bundleWorkflows } from '../../src/temporal/worker.ts';
import { TEST_KEY } from '../support/temporal.ts';
import { plansOf, readHistories } from './files.ts';

it('replays every history that was ever recorded', async () => {
  const recorded = readHistories();
  expect(recorded.length).toBeGreaterThanOrEqual(7);
  const plans = plansOf(recorded);
  const dataConverter = createDataConverter({
    keys: [TEST_KEY],
    async loadPlan(digest) {
      const plan = plans.get(digest);
      if (!plan) throw new Error(`the recording has no plan ${digest}`);
      return plan;
    },
  });
  const workflowBundle = await bundleWorkflows(dataConverter);
  const results = Worker.runReplayHistories(
    { workflowBundle, dataConverter },
    recorded.map(({ workflow_id, history }) => ({ workflowId: workflow_id, history })),
  );
  const failures: string[] = [];
  let replayed = 0;
  for await (const { workflowId, error } of results) {
    replayed += 1;
    if (error) failures.push(`${workflowId}: ${error.message}`);
  }
  expect(failures).toEqual([]);
  expect(replayed).toBe(recorded.length);
});
