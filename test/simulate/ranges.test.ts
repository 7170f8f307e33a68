import { describe, expect, it } from 'vitest';
import { DEFAULT_RATES } from '../../src/core/simulate/people/rates.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

function compiled(text: string): Plan {
  const result = compileSequence(text);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.plan;
}

describe('people who are drawn several times', () => {
  const plan = () =>
    compiled(`sequence: often
senders: { professional: [acc_a] }
steps:
  - invite: Hi
  - wait_for: accepted_invitation
    within: 9 days
    then: [{ end: met }]
  - end: done
`);
  const ask = (runs: number) => simulate({ plans: [plan()], leads: 60, days: 90, seed: 7, rates: DEFAULT_RATES, runs });

  it('give ranges that hold the first draw, and all else stays that of the first', () => {
    const { ranges, ...often } = ask(9);
    const { ranges: none, ...once } = ask(1);
    expect(none).toBeNull();
    expect(often).toEqual(once);
    expect(ranges?.runs).toBe(9);
    for (const [name, { low, median, high }] of Object.entries(ranges?.outcomes ?? {})) {
      expect(low).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(high);
      expect(once.outcomes[name] ?? 0).toBeGreaterThanOrEqual(low);
      expect(once.outcomes[name] ?? 0).toBeLessThanOrEqual(high);
    }
    expect(ranges?.actions.invite).toEqual({ low: 60, median: 60, high: 60 });
    const { low, high } = ranges?.finished_at ?? {};
    expect([low, once.finished_at, high]).toEqual([low, once.finished_at, high].sort());
    // Other people each time.
    expect(Object.values(ranges?.outcomes ?? {}).some((range) => range.low < range.high)).toBe(true);
  });

  it('give ranges of each arm of a split, which hold the first draw', () => {
    const text = `sequence: often
senders: { professional: [acc_a] }
steps:
  - split:
      long: { weight: 1, steps: [{ invite: Long }, { wait_for: accepted_invitation, within: 9 days }] }
      short: { weight: 1, steps: [visit] }
  - end: done
`;
    const { ranges, splits } = simulate({
      ...{ plans: [compiled(text)], leads: 60, days: 90, seed: 7, rates: DEFAULT_RATES, runs: 9 },
    });
    const [split] = ranges?.splits ?? [];
    expect(split).toMatchObject({ sequence: 'often', node: splits[0]?.node, title: splits[0]?.title });
    expect(split?.arms.map(({ name }) => name)).toEqual(['long', 'short']);
    const [long, short] = split?.arms ?? [];
    const { low = 60, high = 0 } = long?.accepted ?? {};
    expect(low).toBeLessThan(high);
    expect(splits[0]?.arms[0]?.accepted).toBeGreaterThanOrEqual(low);
    expect(splits[0]?.arms[0]?.accepted).toBeLessThanOrEqual(high);
    // Which arm a person takes never changes.
    expect(long?.entered).toEqual({ low: long?.entered.low, median: long?.entered.low, high: long?.entered.low });
    expect((long?.entered.low ?? 0) + (short?.entered.low ?? 0)).toBe(60);
    // A visit is accepted by nobody.
    expect(short?.accepted).toEqual({ low: 0, median: 0, high: 0 });
  });

  it('end last where they do not end', () => {
    const short = simulate({ plans: [plan()], leads: 60, days: 3, seed: 7, rates: DEFAULT_RATES, runs: 3 });
    expect(short.ranges?.finished_at).toEqual({ low: null, median: null, high: null });
  });
});
