import { describe, expect, it } from 'vitest';
import { createPools } from '../../../src/core/simulate/accounts/simulated-accounts.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const compiled = compileSequence(`sequence: hello
senders: { professional: [acc_anna] }
limits: { invites: 2/day }
steps:
  - invite
  - end: done
`);
const plans = compiled.ok ? [compiled.plan] : [];
const START = '2026-03-02';
const DAYS = 14;

/** Two a day of another sequence, on each day of two weeks. */
const taken = Array.from({ length: 2 * DAYS }, (_, n) => {
  const day = new Date(Date.UTC(2026, 2, 2 + Math.floor(n / 2)));
  const local_day = day.toISOString().slice(0, 10);
  const place = { sequence: 'hello', limit_class: 'invite', urgent: false, domain: null, used: true } as const;
  return { ...place, step: `taken ${n}`, at: day.getTime() + 10 * 3_600_000, local_day, local_week: local_day };
});

describe('an account of a simulation on which others have booked', () => {
  const account = { id: 'acc_anna', channel: 'professional', taken } as const;
  const run = (accounts: readonly (typeof account | Omit<typeof account, 'taken'>)[]) =>
    simulate({ plans, accounts, leads: 10, days: 60, seed: 1, start: START });

  it('sends when they are through', () => {
    const { taken: _, ...free } = account;
    const [alone, busy] = [run([free]), run([account])];
    const weeks = (Date.parse(busy.finished_at ?? '') - Date.parse(alone.finished_at ?? '')) / (7 * 86_400_000);
    expect(weeks).toBeGreaterThan(1.5);
    // What others have is none of its own.
    expect(busy.by_account[0]?.classes[0]?.used).toBe(10);
  });

  it('is joined by one of its kind on which nobody has booked', () => {
    const { accounts } = createPools(plans, [account], 'Europe/Paris', { extra: { professional: 1 } });
    expect(accounts.map(({ id, taken: of = [] }) => [id, of.length])).toEqual([
      ['acc_anna', taken.length],
      ['professional-extra-1', 0],
    ]);
  });
});
