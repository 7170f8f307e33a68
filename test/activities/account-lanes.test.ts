import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountLanes,
  createAccountLanes,
  LANES,
  type LaneSettings,
  type Place,
} from '../../activities/call/account-lanes.ts';
import type { StepClient } from '../../activities/call/v2-caller.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { STEPS_AT_ONCE } from '../../src/runtime/temporal/worker.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type Bench, INVITE, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

/** Its call is out; the function answers it. */
function begun(place: Place | null): (() => void) | null {
  if (place === null) return null;
  const answered = place.begin();
  return () => {
    answered();
    place.leave();
  };
}

const out = async (lanes: AccountLanes, id: string) => begun(await lanes.enter(id));

/** Lanes with a clock of their own, of which `known` accounts have answered fast. */
async function lanesOf(settings: Partial<LaneSettings>, known: readonly string[] = []) {
  const clock = { now: 0 };
  const lanes = createAccountLanes({ patience_ms: 60_000, ...settings }, () => clock.now);
  for (const id of known) (await out(lanes, id))?.();
  return { lanes, clock };
}

/** How many of `count` calls find a place at once. */
async function placesOf(lanes: AccountLanes, ids: readonly string[], count: number): Promise<(() => void)[]> {
  const found: (() => void)[] = [];
  for (let n = 0; n < count; n++) {
    for (const id of ids) {
      const call = begun(await Promise.race([lanes.enter(id), Promise.resolve(null)]));
      if (call) found.push(call);
    }
  }
  return found;
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

describe('the calls of an account', () => {
  it('are so many at most, each place goes to who waits longest, and those of others are not counted', async () => {
    const { lanes } = await lanesOf({ per_account: 2 }, ['a', 'b']);
    const [first, second] = [await out(lanes, 'a'), await out(lanes, 'a')];
    const order: string[] = [];
    const third = out(lanes, 'a').then((leave) => order.push('third') && leave);
    const fourth = out(lanes, 'a').then((leave) => order.push('fourth') && leave);
    expect(await out(lanes, 'b')).not.toBeNull();
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
    const { lanes } = await lanesOf({ per_account: 1, patience_ms: 5 });
    const leave = await out(lanes, 'a');
    expect(await out(lanes, 'a')).toBeNull();
    leave?.();
    expect(await out(lanes, 'a')).not.toBeNull();
  });

  it('go out one at a time until it has answered, and let those who wait go out then', async () => {
    const { lanes } = await lanesOf({ per_account: 8 });
    const first = await out(lanes, 'a');
    const others = Array.from({ length: 9 }, () => out(lanes, 'a'));
    let inside = 0;
    for (const other of others) void other.then(() => inside++);
    first?.();
    await Promise.all(others.slice(0, 8));
    expect(inside).toBe(8);
  });

  it('go out one at a time while it is slow, without anybody who waits here for it, until it answers soon', async () => {
    const { lanes, clock } = await lanesOf({ slow_ms: 1000, patience_ms: 5 }, ['a']);
    const late = await out(lanes, 'a');
    clock.now += 2000;
    expect(await out(lanes, 'a')).toBeNull();
    late?.();
    const probe = await out(lanes, 'a');
    expect(probe).not.toBeNull();
    expect(await out(lanes, 'a')).toBeNull();
    probe?.();
    expect(await placesOf(lanes, ['a'], 8)).toHaveLength(8);
  });
});

describe('an account', () => {
  it('is judged by how long the service takes, not by what we do before and after its call', async () => {
    const { lanes, clock } = await lanesOf({ slow_ms: 1000, patience_ms: 5 }, ['a']);
    const place = await lanes.enter('a');
    // A busy database.
    clock.now += 5000;
    const others = await placesOf(lanes, ['a'], 7);
    expect(others).toHaveLength(7);
    for (const leave of others) leave();
    const answered = place?.begin();
    clock.now += 500;
    answered?.();
    clock.now += 5000;
    place?.leave();
    expect(await out(lanes, 'a')).not.toBeNull();

    const late = (await lanes.enter('b'))?.begin();
    clock.now += 5000;
    late?.();
    expect(await placesOf(lanes, ['b'], 8)).toHaveLength(0);
  });
});

describe('who finds no place', () => {
  it('comes back at the pace at which calls are answered, and after two minutes at the latest', async () => {
    const { lanes, clock } = await lanesOf({ slow_ms: 1000 }, ['a']);
    await out(lanes, 'a');
    clock.now += 25_000;
    expect([lanes.comeBack('a'), lanes.comeBack('a'), lanes.comeBack('a')]).toEqual([25_000, 50_000, 75_000]);
    const many = Array.from({ length: 300 }, () => lanes.comeBack('a')).slice(1);
    expect(Math.min(...many)).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...many)).toBeLessThanOrEqual(120_000);
    // Not all at once: each ten seconds see about as many.
    const within = many.filter((ms) => ms < 70_000).length;
    expect(within).toBeGreaterThan(30);
    expect(within).toBeLessThan(70);
  });

  it('comes back soon where calls are answered soon', async () => {
    const { lanes } = await lanesOf({}, ['a']);
    expect(Array.from({ length: 50 }, () => lanes.comeBack('a'))).toEqual(Array(50).fill(1000));
  });
});

describe('the calls of many accounts that are not answered', () => {
  it('leave places to those that answer, however many accounts and steps there are', async () => {
    const well = names('well', 20);
    const sick = names('sick', 100);
    const { lanes, clock } = await lanesOf({}, [...well, ...sick]);
    for (let round = 0; round < 50; round++) {
      await placesOf(lanes, sick, 8);
      clock.now += 1000;
    }
    for (const id of well) expect(await out(lanes, id)).not.toBeNull();
  });

  it('are bounded together: slow accounts, accounts not known yet, and further calls of accounts that were well', async () => {
    const bounds = { slow_ms: 1000, slow_accounts: 4, new_accounts: 3, further_calls: 5, waiting: 0 };
    const sick = names('sick', 9);
    const { lanes, clock } = await lanesOf(bounds, [...sick, 'well']);
    const burst = await placesOf(lanes, sick, 8);
    expect(burst).toHaveLength(9 + 5);
    const begun = await placesOf(lanes, names('new', 9), 8);
    expect(begun).toHaveLength(3);
    for (const leave of begun) leave();
    clock.now += 2000;
    for (const leave of burst) leave();
    expect(await placesOf(lanes, sick, 8)).toHaveLength(4);
    expect(await placesOf(lanes, names('newer', 9), 8)).toHaveLength(3);
    expect(await placesOf(lanes, ['well'], 5)).toHaveLength(5);
  });

  it('keep so few waiting for them that as many again may wait for others', async () => {
    const { lanes } = await lanesOf({ per_account: 1, waiting: 2, patience_ms: 60_000 }, ['a']);
    await out(lanes, 'a');
    void out(lanes, 'a');
    void out(lanes, 'a');
    expect(await out(lanes, 'a')).toBeNull();
  });

  it('hold fewer slots together than a worker has', () => {
    const { slow_accounts, new_accounts, further_calls, waiting } = LANES;
    expect(slow_accounts + new_accounts + further_calls + waiting).toBeLessThan(STEPS_AT_ONCE - 20);
  });
});

/** Says yes at once, but keeps what it answers calls of sick accounts until it is told to let it go. */
function partlySick(sick: (account: string) => boolean) {
  const { client, calls } = createCountingClient();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const kept: StepClient = {
    async perform(definition, call) {
      const result = await client.perform(definition, call);
      if (sick(call.account_id ?? '')) await answered;
      return result;
    },
    async listLogs(query) {
      calls.push({ action: 'list_logs', account_id: query?.account_id ?? null, key: undefined });
      if (sick(query?.account_id ?? '')) await answered;
      return client.listLogs(query);
    },
  };
  return { client: kept, calls, answer };
}

describe('accounts whose calls are not answered', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
    for (const id of ['acc_slow', 'acc_well', 'acc_doubt', ...names('acc_sick', 30)]) await bench.account(id);
  });
  afterAll(() => bench.close());

  const enrolled = (plan: Plan, name: string, professional: string) =>
    bench.enroll(plan, { first_name: 'Ada', profile_url: `https://n.example/in/${name}` }, { professional });

  it('put their further steps off without a call, and those of others go out', async () => {
    const plan = await bench.sequence([VISIT]);
    const { client, calls, answer } = partlySick((id) => id === 'acc_slow');
    const { perform } = bench.activities(client);
    const people = await Promise.all(names('slow', 9).map((name) => enrolled(plan, name, 'acc_slow')));
    const steps = people.map((one) => perform(ask(one, 'visit')));
    expect(await Promise.race(steps)).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(await perform(ask(await enrolled(plan, 'well', 'acc_well'), 'visit'))).toEqual({ status: 'done' });
    answer();
    const results = await Promise.all(steps);
    expect(results.filter(({ status }) => status === 'done')).toHaveLength(1);
    expect(calls.filter(({ account_id }) => account_id === 'acc_slow')).toHaveLength(1);
  });

  it('keep what reads back an earlier outcome within their lanes too', async () => {
    const plan = await bench.sequence([INVITE]);
    const people = await Promise.all(names('doubt', 4).map((name) => enrolled(plan, name, 'acc_doubt')));
    const lost: StepClient = {
      perform: async () => ({ kind: 'unknown', reason: 'cut' }),
      listLogs: async () => ({ kind: 'unknown', reason: 'cut' }),
    };
    for (const one of people) await bench.activities(lost).perform(ask(one, 'invite'));
    const { client, calls, answer } = partlySick((id) => id === 'acc_doubt');
    const { perform } = bench.activities(client);
    const looks = people.map((one) => perform(ask(one, 'invite', 1)));
    const first = await Promise.race(looks);
    expect(first).toMatchObject({ status: 'deferred', kind: 'account' });
    expect(calls).toHaveLength(1);
    answer();
    await Promise.all(looks);
  });

  it('leave a worker the slots that healthy accounts need, thirty of them with ten steps each', async () => {
    const plan = await bench.sequence([VISIT]);
    const { client, calls, answer } = partlySick((id) => id.startsWith('acc_sick'));
    const { perform } = bench.activities(client);
    let held = 0;
    const steps: Promise<unknown>[] = [];
    for (const account of names('acc_sick', 30)) {
      const people = await Promise.all(names(account, 10).map((name) => enrolled(plan, name, account)));
      steps.push(
        ...people.map(async (one) => {
          held++;
          await perform(ask(one, 'visit'));
          held--;
        }),
      );
    }
    await eventually(() => expect({ held, calls: calls.length }).toEqual({ held: 30, calls: 30 }));
    expect(held).toBeLessThan(STEPS_AT_ONCE / 2);
    answer();
    await Promise.all(steps);
  });
});
