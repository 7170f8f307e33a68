import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../../src/core/engine/advance.ts';
import { initialState } from '../../src/core/engine/initial-state.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { ask, type Bench, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
});
afterAll(() => bench.close());

it('begins no step of a walk that is ahead of virtual time, but sends it the clock; begins it when its time has come', async () => {
  const plan = await bench.sequence([VISIT]);
  const lead = { first_name: 'Ada', profile_url: 'https://x.example/in/ada-early' };
  const ada = await bench.enroll(plan, lead, { professional: 'acc_anna' });
  const its_time = bench.clock.now() + 2 * DAY;
  const { state: walk } = advance(plan, initialState(plan, ada.id), { type: 'start', at: its_time });
  const { client, calls } = createCountingClient();
  const { perform } = bench.activities(client);
  expect(await perform({ ...ask(ada, 'visit'), walk })).toMatchObject({
    ...{ status: 'deferred', until: its_time, kind: 'time', clock: bench.clock.setting() },
  });
  expect(await bench.intent(ada.id)).toBeUndefined();
  expect(calls).toEqual([]);
  bench.travel(its_time);
  expect(await perform({ ...ask(ada, 'visit', 1), walk })).toMatchObject({ status: 'done' });
});
