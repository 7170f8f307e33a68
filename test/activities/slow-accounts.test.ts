import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountLanes } from '../../activities/call/account-lanes.ts';
import { createWake } from '../../activities/call/create-wake.ts';
import { createPerform } from '../../activities/perform.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { putOff } from '../../src/runtime/store/accounts/put-off.ts';
import { wakeFirstPutOff, wakePutOff } from '../../src/runtime/store/accounts/wake-put-off.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { STEPS_AT_ONCE } from '../../src/runtime/temporal/worker.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type Bench, INVITE, openBench, VISIT } from './bench.ts';
import { createCountingClient } from './counting-client.ts';

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

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
    for (const id of ['acc_slow', 'acc_well', 'acc_doubt', 'acc_turn', ...names('acc_sick', 30)])
      await bench.account(id);
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

  it('wake those whom they put off one by one, in their order, and say what these wait for', async () => {
    const plan = await bench.sequence([VISIT]);
    const clock = { now: 0 };
    const { client } = createCountingClient();
    const hangs = { ms: 25_000 };
    const late: StepClient = {
      ...client,
      async perform(definition, call) {
        clock.now += hangs.ms;
        return client.perform(definition, call);
      },
    };
    const { db } = bench;
    const base = bench.deps(late);
    const lanes = createAccountLanes({ now: () => clock.now, settings: { patience_ms: 5 }, wake: createWake(base) });
    const perform = createPerform({ ...base, lanes });
    const [first, ...others] = await Promise.all(names('turn', 6).map((name) => enrolled(plan, name, 'acc_turn')));
    if (first === undefined) throw new Error('nobody was enrolled');
    const signalled = async () => {
      const { rows } = await db.query<{ id: string }>(
        `delete from outbox where target_id = any($1) and payload ->> 'type' = 'nudge' returning target_id as id`,
        [others.map(({ id }) => id)],
      );
      return rows.map(({ id }) => id);
    };

    // Its first call hangs for as long as it takes to put the others off.
    const place = await lanes.enter('acc_turn');
    const answered = place?.begin();
    clock.now += 25_000;
    for (const one of others) {
      expect(await perform(ask(one, 'visit'))).toMatchObject({ status: 'deferred', kind: 'account' });
    }
    expect(await signalled()).toEqual([]);
    expect(await bench.titles(others[0]?.id ?? '')).toEqual(['Waits for its turn: calls of Anna are answered slowly']);
    answered?.();
    await place?.leave();
    expect(await signalled()).toEqual([others[0]?.id]);

    // Each has one call, and whoever ends it wakes the next.
    expect(await perform(ask(others[0] ?? first, 'visit', 1))).toEqual({ status: 'done' });
    expect(await signalled()).toEqual([others[1]?.id]);
    // Who comes by themselves need not be woken any more.
    expect(await perform(ask(others[2] ?? first, 'visit', 1))).toEqual({ status: 'done' });
    expect(await signalled()).toEqual([others[3]?.id]);
    hangs.ms = 50;
    expect(await perform(ask(others[1] ?? first, 'visit', 1))).toEqual({ status: 'done' });
    expect(await signalled()).toEqual([others[4]?.id]);
  });

  it('have one of their people woken by a worker that starts', async () => {
    const plan = await bench.sequence([VISIT]);
    const at = new Date(bench.clock.now());
    await bench.db.query('delete from put_off');
    const people = await Promise.all(
      ['acc_sick-1', 'acc_sick-1', 'acc_sick-2'].map((account, n) => enrolled(plan, `left-${n}`, account)),
    );
    for (const [n, { id }] of people.entries()) await putOff(bench.db, id, n < 2 ? 'acc_sick-1' : 'acc_sick-2');
    expect(await wakeFirstPutOff(bench.db, at)).toBe(2);
    const { rows } = await bench.db.query<{ id: string }>('select enrollment_id as id from put_off');
    expect(rows).toEqual([{ id: people[1]?.id }]);
  });

  it('have nobody wait for them who has ended', async () => {
    const plan = await bench.sequence([VISIT]);
    const one = await enrolled(plan, 'ended', 'acc_sick-3');
    await putOff(bench.db, one.id, 'acc_sick-3');
    await bench.db.transaction((tx) =>
      finishEnrollment(tx, {
        ...{ enrollment_id: one.id, node: 'end', visit: 1, outcome: 'stopped' },
        at: new Date(bench.clock.now()),
      }),
    );
    expect(await wakePutOff(bench.db, 'acc_sick-3', 1, new Date(bench.clock.now()))).toBe(0);
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
