import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { obrienFleming, spendRisk } from '../../src/core/experiments/alpha-spending.ts';
import { looksAt } from '../../src/core/experiments/known-size.ts';
import { knownSizeInterval } from '../../src/core/experiments/known-size-interval.ts';
import type { PerArm } from '../../src/core/experiments/outcomes.ts';
import { createFairWalk } from '../../src/core/experiments/walk-boundary.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';
import { rounds } from '../support/rounds.ts';
import { drawArms, EVEN, growing, isCalledOnce, looksAfterEach } from './draw-campaign.ts';

interface Reference {
  readonly alpha: number;
  readonly cases: readonly Record<'information_rates' | 'alpha_spent' | 'critical_values', readonly number[]>[];
}
const reference = JSON.parse(readFileSync(join(import.meta.dirname, 'rpact.json'), 'utf8')) as Reference;

describe.each(reference.cases)('what the rpact package says of looks at $information_rates', (given) => {
  it('is what we spend by each of them', () => {
    const spent = obrienFleming(reference.alpha);
    for (const [n, rate] of given.information_rates.entries())
      expect(spent(rate) / (given.alpha_spent[n] ?? 0)).toBeCloseTo(1, 6);
  });

  it('is where our boundary lies, to a step of the walk', () => {
    const steps = 12_000;
    // In each block one of the two has succeeded.
    const walk = createFairWalk(EVEN, Array(steps).fill(1));
    const spent = obrienFleming(reference.alpha);
    let at = 0;
    for (const [n, rate] of given.information_rates.entries()) {
      for (; at < Math.round(rate * steps); at++) walk.step(1);
      const { above, below } = walk.bound(spent(rate) / 2);
      expect(below).toBe(-above);
      expect(Math.abs(above / Math.sqrt(at) - (given.critical_values[n] ?? 0))).toBeLessThan(2 / Math.sqrt(at));
    }
  });
});

describe('what may be spent', () => {
  const of = (size: number, judged: readonly number[]) => judged.map((one) => ({ judged: one, size }));

  it('is hardly anything at first, and all but a twentieth in the end', () => {
    const [first = 0, half = 0, end = 0] = spendRisk(of(800, [160, 400, 800]), 0.05);
    expect(first).toBeLessThan(1e-5);
    expect(half).toBeCloseTo(0.0027, 3);
    expect(end).toBeCloseTo(0.0475, 10);
  });

  it('stays spent where more people come, and the rest is spent on the new size', () => {
    const looks = [...of(400, [200, 300]), ...of(1000, [301, 500, 1000])];
    const [, before = 0, after = 0, middle = 0, end = 0] = spendRisk(looks, 0.05);
    expect(after).toBeCloseTo(before, 10);
    expect(middle - before).toBeLessThan(1e-4);
    expect(end).toBeCloseTo(before + 0.95 * (0.05 - before), 10);
  });

  it('is kept by a trial with a few people for those who come after it', () => {
    const [trial = 0] = spendRisk(of(20, [20]), 0.05);
    expect(trial).toBeLessThan(1e-5);
    const grown = spendRisk([...of(400, [400]), ...of(800, [800])], 0.05);
    expect(grown.at(-1)).toBeGreaterThan(grown[0] ?? 1);
    expect(grown.at(-1)).toBeLessThanOrEqual(0.05);
  });
});

describe('a walk of two equal arms', () => {
  it('is as likely beyond its boundary as counting all ways of it says, whatever the blocks are', () => {
    const sizes = { first: 2, other: 1 };
    const successes = [1, 2, 1, 3, 1, 2, 0, 1];
    const walk = createFairWalk(sizes, successes);
    const allowed = 0.12;
    const bounds = successes.map((count) => {
      walk.step(count);
      return walk.bound(allowed);
    });
    const called = { above: 0, below: 0 };
    for (const { way, chance } of waysOf(sizes, successes)) {
      const where = way.findIndex((place, n) => place > (bounds[n]?.above ?? 0) || place < (bounds[n]?.below ?? 0));
      if (where >= 0) called[(way[where] ?? 0) > 0 ? 'above' : 'below'] += chance;
    }
    expect(called.above).toBeGreaterThan(0);
    expect(called.below).toBeGreaterThan(0);
    expect(Math.max(called.above, called.below)).toBeLessThanOrEqual(allowed + 1e-12);
  });

  it('is called nowhere while even the furthest that it could have gone is too likely', () => {
    const walk = createFairWalk({ first: 1, other: 1 }, [1, 1]);
    walk.step(1);
    expect(walk.bound(0.4)).toEqual({ above: Number.POSITIVE_INFINITY, below: Number.NEGATIVE_INFINITY });
    walk.step(1);
    expect(walk.bound(0.4)).toEqual({ above: 1, below: -1 });
  });
});

/** All ways of such a walk: which people of a block have succeeded is pure chance. */
function waysOf({ first, other }: PerArm, successes: readonly number[]): { way: number[]; chance: number }[] {
  const people = [...Array(first).fill('first'), ...Array(other).fill('other')];
  const subsets = (count: number) =>
    Array.from({ length: 2 ** people.length }, (_, bits) => people.filter((__, n) => bits & (1 << n))).filter(
      (chosen) => chosen.length === count,
    );
  let ways: { way: number[]; chance: number }[] = [{ way: [], chance: 1 }];
  for (const count of successes) {
    const all = subsets(count);
    ways = ways.flatMap(({ way, chance }) =>
      all.map((chosen) => {
        const ofOther = chosen.filter((one) => one === 'other').length;
        const by = ofOther * first - (chosen.length - ofOther) * other;
        return { way: [...way, (way.at(-1) ?? 0) + by], chance: chance / all.length };
      }),
    );
  }
  return ways;
}

interface Campaigns {
  readonly seed: string;
  readonly campaigns: number;
  readonly rates: PerArm;
  readonly size?: (pairs: number) => number;
}

const PEOPLE = 400;

/** The shares of campaigns in which a difference is called, in which one look at the end would call it, and in which the interval holds the true one. */
function shares({ seed, campaigns, rates, size = () => 2 * PEOPLE }: Campaigns) {
  const random = createRandom(seed);
  const sums = { called: 0, once: 0, held: 0 };
  const looks = looksAfterEach(PEOPLE, size);
  for (let n = 0; n < campaigns; n++) {
    const { outcomes, blocks } = drawArms(random, PEOPLE, rates);
    const { lower, upper } = knownSizeInterval(blocks, looks);
    if (lower > 0 || upper < 0) sums.called++;
    if (lower <= rates.other - rates.first && rates.other - rates.first <= upper) sums.held++;
    if (isCalledOnce(outcomes)) sums.once++;
  }
  return { called: sums.called / campaigns, once: sums.once / campaigns, held: sums.held / campaigns };
}

describe('arms of a campaign that knows how many people it contacts', () => {
  it.each([0.02, 0.1, 0.5])(
    'are called different in one of twenty campaigns at most where they are equal, at a rate of %d',
    (rate) => {
      const rates = { first: rate, other: rate };
      const campaigns = rounds(2000);
      // Of so few campaigns chance makes a few more.
      const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / campaigns);
      expect(shares({ seed: `same ${rate}`, campaigns, rates }).called).toBeLessThanOrEqual(most);
      expect(shares({ seed: `growing ${rate}`, campaigns, rates, size: growing }).called).toBeLessThanOrEqual(most);
    },
  );

  it.each([0.1, 0.2, 0.3])(
    'that differ by ten points over %d are distinguished nearly as often as by one look at the end',
    (first) => {
      const found = shares({ seed: `power ${first}`, campaigns: rounds(1000), rates: { first, other: first + 0.1 } });
      expect(found.called / found.once).toBeGreaterThanOrEqual(0.93);
      expect(found.held).toBeGreaterThanOrEqual(0.93);
    },
  );

  it('have an interval that holds the true difference also where more people come', () => {
    const found = shares({ seed: 'held', campaigns: rounds(1000), rates: { first: 0.1, other: 0.2 }, size: growing });
    expect(found.held).toBeGreaterThanOrEqual(0.92);
    expect(found.called).toBeGreaterThan(0.85);
  });
});

describe('the looks at a split', () => {
  it('come after each person, with how many are known to come, less those who have left', () => {
    const size = {
      counts: [
        { at: 100, people: 6 },
        { at: 30, people: 8 },
      ].toReversed(),
      left: [25, 50],
    };
    const judged = { all: [10, 20, 20, 40, 60], first: [10, 20, 60], other: [20, 40] };
    expect(looksAt(size, judged, EVEN, 50)).toEqual([
      { blocks: 0, judged: 0, size: 8 },
      { blocks: 0, judged: 1, size: 8 },
      { blocks: 1, judged: 3, size: 8 },
      { blocks: 1, judged: 3, size: 7 },
      { blocks: 2, judged: 4, size: 7 },
      { blocks: 2, judged: 4, size: 6 },
    ]);
  });
});
