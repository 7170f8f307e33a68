import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountLanes } from '../../activities/account-lanes.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import { ask, type Bench, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

describe('the calls of an account', () => {
  it('are so many at most, each place goes to who waits longest, and those of others are not counted', async () => {
    const lanes = createAccountLanes(2, 60_000);
    const [first, second] = [await lanes.enter('a'), await lanes.enter('a')];
    const order: string[] = [];
    const third = lanes.enter('a').then((leave) => order.push('third') && leave);
    const fourth = lanes.enter('a').then((leave) => order.push('fourth') && leave);
    expect(await lanes.enter('b')).not.toBeNull();
    expect(order).toEqual([]);
    first?.();
    first?.();
    await third;
    expect(order).toEqual(['third']);
    second?.();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
  });

  it('find no place when none comes free, and one again when it does', async () => {
    const lanes = createAccountLanes(1, 5);
    const leave = await lanes.enter('a');
    expect(await lanes.enter('a')).toBeNull();
    leave?.();
    expect(await lanes.enter('a')).not.toBeNull();
  });
});

describe('an account whose calls are not answered', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
    await bench.account('acc_slow');
    await bench.account('acc_well');
  });
  afterAll(() => bench.close());

  it('puts its further steps off without a call, and those of others go out', async () => {
    const plan = await bench.sequence([VISIT]);
    const { client, calls } = createCountingClient();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow: StepClient = {
      ...client,
      async perform(definition, call) {
        const result = await client.perform(definition, call);
        if (call.account_id === 'acc_slow') await answered;
        return result;
      },
    };
    const { perform } = bench.activities(slow);
    const enrolled = (name: string, professional: string) =>
      bench.enroll(plan, { first_name: 'Ada', profile_url: `https://n.example/in/${name}` }, { professional });
    const people = await Promise.all(Array.from({ length: 9 }, (_, n) => enrolled(`slow-${n}`, 'acc_slow')));
    const steps = people.map((one) => perform(ask(one, 'visit')));
    expect(await Promise.race(steps)).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(await perform(ask(await enrolled('well', 'acc_well'), 'visit'))).toEqual({ status: 'done' });
    answer();
    const results = await Promise.all(steps);
    expect(results.filter(({ status }) => status === 'done')).toHaveLength(8);
    expect(calls.filter(({ account_id }) => account_id === 'acc_slow')).toHaveLength(8);
  });
});
