import type { Client } from '@temporalio/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../../src/app/main/roles/open-engine.ts';
import { workerActivityDeps } from '../../../src/app/main/roles/worker-activities.ts';
import { createCampaign } from '../../../src/runtime/enroll/campaign/create-campaign.ts';
import { addSequence, type Bench, openBench } from '../../enroll/fixtures.ts';

let bench: Bench;
let deps: ReturnType<typeof workerActivityDeps>;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  // Nothing else of the engine is asked for here.
  const engine = { ...bench, environment: {} } as unknown as Engine;
  deps = workerActivityDeps(engine, {} as Client);
});
afterEach(async () => {
  await deps.close();
  await bench.close();
});

it('counts a list while it is imported, for those who make room for it', async () => {
  const leads = [{ profile_url: 'https://professional.example/in/ada', first_name: 'Ada' }];
  const created = await createCampaign(bench, { name: 'one', sequence: 'hello', source: { leads } });
  if (created.kind === 'refused') throw new Error(created.message);
  const counted: number[] = [];
  deps.load.lists.onChange(() => counted.push(deps.load.lists.count()));
  await deps.importPage({ campaign_id: created.campaign.id, offset: 0 });
  expect(counted).toEqual([1, 0]);
});

it('counts the steps that wait for the V2 service', async () => {
  const permit = await deps.lanes.enter('an account');
  expect(deps.load.waits.count()).toBe(0);
  const answered = permit?.begin();
  expect(deps.load.waits.count()).toBe(1);
  answered?.();
  expect(deps.load.waits.count()).toBe(0);
  await permit?.leave();
});
