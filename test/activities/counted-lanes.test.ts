import { expect, it } from 'vitest';
import { createAccountLanes } from '../../activities/call/account-lanes.ts';
import { withinLane } from '../../activities/call/calls-in-lanes.ts';
import { countedLanes } from '../../activities/call/counted-lanes.ts';
import { countUnderWay } from '../../src/shared/kit/under-way.ts';

it('counts who waits for a permit or for an answer, and nobody who has one and does something else', async () => {
  const waits = countUnderWay();
  const lanes = countedLanes(createAccountLanes({ settings: { per_account: 1, patience_ms: 60_000 } }), waits);
  const resolvers: (() => void)[] = [];
  const later = () => new Promise<void>((resolve) => resolvers.push(resolve));
  const counts: number[] = [];
  const work = () =>
    withinLane(lanes, 'a', async (timed) => {
      counts.push(waits.count());
      await timed(later);
      counts.push(waits.count());
    });
  const first = work();
  await expect.poll(() => resolvers.length).toBe(1);
  expect(waits.count()).toBe(1);
  const second = work();
  expect(waits.count()).toBe(2);
  resolvers[0]?.();
  await first;
  await expect.poll(() => resolvers.length).toBe(2);
  expect(waits.count()).toBe(1);
  resolvers[1]?.();
  await second;
  expect(waits.count()).toBe(0);
  // The other one waited for the permit while the first was answered.
  expect(counts).toEqual([0, 1, 0, 0]);
});

it('counts nobody who got no permit', async () => {
  const waits = countUnderWay();
  const lanes = countedLanes(createAccountLanes({ settings: { per_account: 1, waiting: 0 } }), waits);
  const permit = await lanes.enter('a');
  expect(await lanes.enter('a')).toBeNull();
  expect(waits.count()).toBe(0);
  await permit?.leave();
});
