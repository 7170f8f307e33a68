import { describe, expect, it } from 'vitest';
import { chooseArm, JUDGED_AFTER, judge, sharesNow } from '../../src/core/experiments/optimized-split.ts';
import { sayChoice } from '../../src/core/experiments/say-choice.ts';
import { thompsonShares } from '../../src/core/experiments/thompson-shares.ts';
import { leastShare } from '../../src/language/plan/nodes/split.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { type EndedCampaign, type OptimizedCampaign, playOptimized } from './play-optimized.ts';

const LEAST = leastShare(2);

const campaigns = (number: number, campaign: Omit<OptimizedCampaign, 'seed'>): EndedCampaign[] =>
  Array.from({ length: number }, (_, n) => playOptimized({ ...campaign, seed: `campaign ${n}` }));

const sum = (ended: readonly EndedCampaign[]) => ended.reduce((total, { successes }) => total + successes, 0);

describe('shares by what the arms have brought', () => {
  it('are even while nobody is judged', () => {
    const shares = thompsonShares(
      [
        { judged: 0, successes: 0 },
        { judged: 0, successes: 0 },
      ],
      LEAST,
    );
    expect(shares[0]).toBeCloseTo(0.5, 6);
  });

  it.each([
    // Chances that the second rate is the higher one, by Evan Miller's closed form for two beta distributions.
    [
      { judged: 40, successes: 3 },
      { judged: 41, successes: 8 },
    ],
    [
      { judged: 400, successes: 40 },
      { judged: 60, successes: 9 },
    ],
    [
      { judged: 3, successes: 0 },
      { judged: 5000, successes: 500 },
    ],
  ])('are the chance that an arm is the best, above the least of each', (first, second) => {
    const chance = chanceThatSecondIsHigher(first, second);
    const shares = thompsonShares([first, second], LEAST);
    expect(shares[1]).toBeCloseTo(0.1 + 0.8 * chance, 3);
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBeCloseTo(1, 9);
  });

  it('leave each arm a tenth, and go evenly where there are ten or more', () => {
    const hopeless = { judged: 500, successes: 0 };
    const shares = thompsonShares([{ judged: 500, successes: 250 }, ...Array(7).fill(hopeless)], leastShare(8));
    expect(shares.slice(1).every((share) => share >= 0.1 && share < 0.11)).toBe(true);
    expect([2, 3, 9, 10, 20].map(leastShare)).toEqual([0.1, 0.1, 0.1, 0.1, 0.05]);
  });
});

/** P(B > A) for two beta distributions with whole parameters. */
function chanceThatSecondIsHigher(...arms: readonly [Tally, Tally]): number {
  const [a, b] = arms.map(({ judged, successes }) => ({ a: successes + 1, b: judged - successes + 1 }));
  if (!a || !b) throw new Error('two arms');
  let chance = 0;
  for (let i = 0; i < b.a; i++)
    chance += Math.exp(logBeta(a.a + i, a.b + b.b) - Math.log(b.b + i) - logBeta(1 + i, b.b) - logBeta(a.a, a.b));
  return chance;
}
interface Tally {
  readonly judged: number;
  readonly successes: number;
}
const logFactorials = [0];
for (let n = 1; n < 12_000; n++) logFactorials.push((logFactorials[n - 1] ?? 0) + Math.log(n));
const logGamma = (n: number) => logFactorials[n - 1] ?? Number.NaN;
const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b);

describe('who is judged', () => {
  const now = 100 * DAY;
  it('is nobody before two weeks are over since the first contact, whatever they did', () => {
    const contacted_at = now - JUDGED_AFTER + 1;
    const found = judge({ contacted_at, happened_at: contacted_at + 1, is_over: true }, now);
    expect(found).toEqual({ is: 'open', look_at: contacted_at + JUDGED_AFTER });
  });
  it('is whoever was contacted two weeks ago, by what came within them', () => {
    const contacted_at = now - JUDGED_AFTER - DAY;
    const by = (happened_at: number | null) => judge({ contacted_at, happened_at, is_over: false }, now);
    const at = contacted_at + JUDGED_AFTER;
    expect(by(contacted_at + DAY)).toEqual({ is: 'judged', at, success: true });
    expect(by(at + 1)).toEqual({ is: 'judged', at, success: false });
    expect(by(null)).toEqual({ is: 'judged', at, success: false });
  });
  it('is looked at again two weeks later while nobody has contacted them, and never once it is over', () => {
    const times = { contacted_at: null, happened_at: null };
    expect(judge({ ...times, is_over: false }, now)).toEqual({ is: 'open', look_at: now + JUDGED_AFTER });
    expect(judge({ ...times, is_over: true }, now)).toEqual({ is: 'never' });
  });
});

describe('an experiment that moves people', () => {
  const BETTER = { days: 70, perDay: 14, rates: { long: 0.1, short: 0.2 } };

  it('brings more than an even split, and nearer to what the better arm alone brings', () => {
    const optimized = sum(campaigns(20, BETTER));
    const even = sum(campaigns(20, { ...BETTER, even: true }));
    const best = 20 * 70 * 14 * 0.2;
    const [regret, evenRegret] = [best - optimized, best - even];
    expect(regret).toBeLessThan(0.6 * evenRegret);
  });

  it('comes to no winner in at least 95 of 100 campaigns with equal arms, and to the better one elsewhere', () => {
    const same = campaigns(100, { ...BETTER, rates: { long: 0.15, short: 0.15 } });
    expect(same.filter(({ winner }) => winner !== null).length / 100).toBeLessThanOrEqual(0.05);
    const three = campaigns(20, { ...BETTER, rates: { a: 0.3, b: 0.3, c: 0.3 } });
    expect(three.filter(({ winner }) => winner !== null).length / 20).toBeLessThanOrEqual(0.05);
    const apart = campaigns(10, { ...BETTER, rates: { long: 0.05, short: 0.3 } });
    expect(apart.filter(({ winner }) => winner === 'short').length).toBeGreaterThanOrEqual(9);
    expect(apart.some(({ winner }) => winner === 'long')).toBe(false);
  });

  it('gives each arm a tenth at least, as long as it is not decided', () => {
    const ended = campaigns(5, { ...BETTER, rates: { long: 0.01, short: 0.5 } });
    expect(Math.min(...ended.map(({ least }) => least))).toBeGreaterThanOrEqual(0.1 - 1e-9);
    expect(Math.min(...ended.map(({ least }) => least))).toBeLessThan(0.11);
  });

  it('gives everybody the winner once there is one', () => {
    const state = { tallies: {}, look_at: 1, winner: 'short' };
    const shares = sharesNow(state, ['long', 'short'], LEAST);
    expect(shares).toEqual({ long: 0, short: 1 });
    expect(chooseArm(state, { arms: ['long', 'short'], shares, draw: () => 0 }).arm).toBe('short');
  });
});

describe('why somebody took an arm', () => {
  const seen = { long: { judged: 40, successes: 3 }, short: { judged: 41, successes: 8 } };
  it('is said in one sentence', () => {
    const choice = { arm: 'short', shares: { long: 0.1625, short: 0.8375 }, seen };
    expect(sayChoice(choice, 'replied')).toBe(
      'Takes arm short: 84 % of new people go there, since 8 of 41 of short, 3 of 40 of long have replied so far',
    );
    const nobody = { judged: 0, successes: 0 };
    expect(sayChoice({ arm: 'a', shares: { a: 0.5, b: 0.5 }, seen: { a: nobody, b: nobody } }, 'accepted')).toBe(
      'Takes arm a: 50 % of new people go there, since nobody is judged yet',
    );
    expect(sayChoice({ ...choice, shares: { long: 0, short: 1 } }, 'replied')).toBe(
      'Takes arm short: all new people go there, since it is proven better',
    );
  });
});
