import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runHistories } from './histories.ts';
import { MUTATIONS } from './mutations.ts';
import { runHistory } from './run-history.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { realNow } from './virtual-time.ts';
import { MIXES } from './write-script.ts';

const SECONDS = 1000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgres_url'), 'engine_simulator');
});
afterAll(() => database.close());

/** As many as a busy machine has the time for, and no more than a calm one needs. */
const some = (histories: number) => ({
  ...{ first: 1, step: 1, histories, until: realNow() + 20 * SECONDS, most_failures: 1 },
  ...{ shrink: true, shrink_until: realNow() + 30 * SECONDS },
});

describe('the whole engine under a seeded scheduler', () => {
  it('keeps every promise in a fixed set of histories with crashes, lost answers and late events', async () => {
    const sum = await runHistories(database, some(60));
    expect(sum.failures).toEqual([]);
    expect(sum.histories).toBeGreaterThan(0);
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

  const sure = [
    'unknown-is-not-done',
    'proof-at-once',
    'no-lease',
    'no-fencing',
    'intent-forgotten',
    'lost-not-looked-for',
    'account-before-enrollment',
  ];
  it.each(MUTATIONS.filter(({ name }) => sure.includes(name)))(
    'finds by $breaks an engine in which $what, and nothing in ours',
    async (mutation) => {
      const sum = await runHistories(database, { ...some(5), mutation, shrink: false });
      const [failure] = sum.failures;
      expect(failure?.findings.map(({ invariant }) => invariant)).toContain(mutation.breaks);
      const ours = await runHistory(database, mutation.write(failure?.seed ?? 0));
      expect(ours.findings).toEqual([]);
      expect(ours.effects).toBeGreaterThan(0);
    },
  );

  it('leaves out of a failure what it does not need', async () => {
    const mutation = MUTATIONS.find(({ name }) => name === 'keys-trusted');
    const sum = await runHistories(database, { ...some(5), mutation });
    expect(sum.failures[0]?.script).toMatchObject({ people: [{ name: 'Ada' }], steps: ['visit'], faults: [0] });
  });
});
