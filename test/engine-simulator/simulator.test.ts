import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runAimed } from './aim.ts';
import { AIMED } from './aimed-seeds.ts';
import { DAY_SEEDS } from './day-seeds.ts';
import { runHistories } from './histories.ts';
import { MUTATIONS } from './mutations.ts';
import { type HistoryResult, runHistory } from './run-history.ts';
import type { Script } from './script.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { MIXES } from './write-script.ts';

/** A test walks a share of the day's histories, so that none comes near the time that a test may take, however busy the machine is. */
const SHARES = 10;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgres_url'), 'engine_simulator');
});
afterAll(() => database.close());

/** Advice for a changed engine, which changes what its histories are. */
const AIM = '`npm run test:simulator -- --aim` looks for seeds anew';
const kindsOf = ({ findings }: HistoryResult): string => findings.map(({ invariant }) => invariant).join() || 'nothing';

describe('the whole engine under a seeded scheduler', () => {
  it.each(Array.from({ length: SHARES }, (_, at) => at + 1))(
    `keeps every promise with crashes, lost answers and late events, in share %i of ${SHARES} of the day's histories`,
    async (share) => {
      const seeds = DAY_SEEDS.filter((_, at) => at % SHARES === share - 1);
      const sum = await runHistories(database, { seeds, histories: seeds.length, most_failures: 1, shrink: false });
      const found = sum.failures.flatMap(({ seed, findings }) => findings.map((finding) => ({ seed, ...finding })));
      expect(found, 'npm run test:simulator -- --histories 1 --seed … makes it small').toEqual([]);
      expect(sum.histories).toBeGreaterThan(0);
    },
  );

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
    const { trace, findings } = await runHistory(database, MIXES.crowd(188), { trace: true });
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

  it.each(MUTATIONS)('finds $name by one history: $what', async (mutation) => {
    const seed = AIMED[mutation.name];
    const { mistaken, sound, is_shown } = await runAimed(database, mutation, seed ?? 0);
    expect(sound.findings).toEqual([]);
    expect(is_shown, `seed ${seed}: ${kindsOf(mistaken)}; ${mutation.breaks} is wanted. ${AIM}`).toBe(true);
  });

  it('took its locks in one order in all of these, whether or not anybody waited for one', () => {
    expect([...database.locks.complaints]).toEqual([]);
    expect(database.locks.judged).toBeGreaterThan(1000);
  });

  it('leaves out of a failure what it does not need', async () => {
    const mutation = MUTATIONS.find(({ name }) => name === 'keys-trusted');
    const wanted = { seeds: [1, 2, 3], histories: 3, most_failures: 1, shrink: true };
    const sum = await runHistories(database, { ...wanted, mutation });
    expect(sum.failures[0]?.script).toMatchObject({ people: [{ name: 'Ada' }], steps: ['visit'], faults: [0] });
  });
});
