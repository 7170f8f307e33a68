import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AIMED } from './aimed-seeds.ts';
import { runHistories } from './histories.ts';
import type { Mutation } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';
import { runHistory } from './run-history.ts';
import type { Script } from './script.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { realNow } from './virtual-time.ts';
import { MIXES } from './write-script.ts';

const SECONDS = 1000;
/** The night has thousands. */
const HISTORIES = 150;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgres_url'), 'engine_simulator');
});
afterAll(() => database.close());

/** Counted and never timed: a run says of the engine the same on every machine. How small a failure gets is up to the time there is. */
const some = (histories: number) => ({
  ...{ first: 1, step: 1, histories, until: Number.POSITIVE_INFINITY, most_failures: 1 },
  ...{ shrink: true, shrink_until: realNow() + 30 * SECONDS },
});

describe('the whole engine under a seeded scheduler', () => {
  it('keeps every promise in a fixed set of histories with crashes, lost answers and late events', async () => {
    const sum = await runHistories(database, some(HISTORIES));
    expect(sum.failures).toEqual([]);
    expect(sum.histories).toBe(HISTORIES);
  });

  // In 89 two wait for one row; in 82 two waited for each other before a doubt locked its enrollment first.
  it.each([12, 82, 89])('walks history %i step by step the same when its seed is given again', async (seed) => {
    const one = await runHistory(database, MIXES.large(seed), { trace: true });
    // What another history leaves behind, on the connections too, makes no difference.
    await runHistory(database, MIXES.small(3));
    const two = await runHistory(database, MIXES.large(seed), { trace: true });
    expect(one.trace.length).toBeGreaterThan(20);
    expect(two.trace).toEqual(one.trace);
    expect(one.findings).toEqual([]);
  });

  // Both workers were frozen, and each look began one turn more of the outbox's loop on one of them: 120 of them thawed at once.
  it('begins no more turns of a loop on a frozen worker than a worker has of it', async () => {
    const { trace, findings } = await runHistory(database, MIXES.crowd(157), { trace: true });
    const turns = new Map<string, number>();
    for (const line of trace) {
      const [, worker] = /^\S+ (\S+) tells Temporal$/.exec(line) ?? [];
      if (worker !== undefined) turns.set(worker, (turns.get(worker) ?? 0) + 1);
    }
    expect(Math.max(...turns.values())).toBeLessThan(20);
    expect(trace.filter((line) => line.includes('frozen for 70000'))).not.toEqual([]);
    expect(findings).toEqual([]);
  });

  // Two answers by an account that may send one a day: the second was looked at every two seconds until the first had gone, the day after.
  it('looks at an answer that waits for another when that one moves or ends, and hardly before', async () => {
    const written = { person: 0, by: 'email', taken_back_after: null, confirms: false, sequences: 'pause' } as const;
    const script: Script = {
      ...MIXES.small(1),
      people: [{ name: 'Ada', senders: 0, has_email: true, accepts_after: null, answers: [], enrolled_after: 0 }],
      ...{ steps: ['visit'], cap: 1, acts: [], faults: [], fault_rate: 0, most_faults: 0, erasures: [] },
      written: [
        { ...written, after: 60_000, send_after: 0, beside: 'nobody' },
        { ...written, after: 120_000, send_after: 0, beside: 'nobody' },
        { ...written, after: 180_000, send_after: 0, beside: 'nobody' },
      ],
    };
    const { findings, steps, judged } = await runHistory(database, script);
    expect(findings).toEqual([]);
    expect(judged).not.toBeNull();
    expect(steps).toBeLessThan(2000);
  });

  // Not `fails-for-all`: who shares a transaction is up to how fast Postgres answers, so it is found by one seed or another, at night.
  it.each(MUTATIONS.filter(({ name }) => name !== 'fails-for-all'))(
    'finds by $breaks an engine in which $what, and nothing in ours',
    async (mutation) => {
      const seed = AIMED[mutation.name] ?? 0;
      const again = `history ${seed} does not find ${mutation.name} any more: npm run test:simulator -- --aim`;
      const broken = await runHistory(database, mutation.write(seed), { mutation });
      expect(
        broken.findings.map(({ invariant }) => invariant),
        again,
      ).toContain(mutation.breaks);
      const ours = await runHistory(database, mutation.write(seed));
      expect(ours.findings).toEqual([]);
      expect(broken.effects + ours.effects).toBeGreaterThan(0);
    },
  );

  it.each(MUTATIONS.filter(({ rewrite }) => rewrite !== undefined))(
    'asks another statement with the mistake $name than without it',
    async (mutation) => {
      let planted = false;
      const rewrite: NonNullable<Mutation['rewrite']> = (statement) => {
        const asked = mutation.rewrite?.(statement) ?? statement;
        planted ||= asked !== statement;
        return asked;
      };
      for (let seed = 1; seed <= 5 && !planted; seed++)
        await runHistory(database, mutation.write(seed), { mutation: { ...mutation, rewrite } });
      expect(planted).toBe(true);
    },
  );

  it('took its locks in one order in all of these, whether or not anybody waited for one', () => {
    expect([...database.locks.complaints]).toEqual([]);
    expect(database.locks.judged).toBeGreaterThan(1000);
  });

  it('leaves out of a failure what it does not need', async () => {
    const mutation = MUTATIONS.find(({ name }) => name === 'keys-trusted');
    const sum = await runHistories(database, { ...some(5), mutation });
    expect(sum.failures[0]?.script).toMatchObject({ people: [{ name: 'Ada' }], steps: ['visit'], faults: [0] });
  });
});
