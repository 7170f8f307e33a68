import { describe, expect, it } from 'vitest';
import { ODDS_RATIO_BETS } from '../../src/core/experiments/bets.ts';
import { differenceInterval, isAboveZero, ruleOut } from '../../src/core/experiments/difference-interval.ts';
import { evidenceAgainst, placeBets } from '../../src/core/experiments/evidence.ts';
import { type Blocks, type Outcomes, pairUp, successesOf } from '../../src/core/experiments/outcomes.ts';
import { peopleNeeded } from '../../src/core/experiments/people-needed.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';
import { rounds } from '../support/rounds.ts';

/** Outcomes of which every `nth` is a success. */
const every = (nth: number, people: number): Outcomes => Array.from({ length: people }, (_, n) => n % nth === nth - 1);
const EVEN = { first: 1, other: 1 };
const intervalOf = (first: Outcomes, other: Outcomes) => differenceInterval(pairUp({ first, other }, EVEN));

describe('the interval of a difference', () => {
  it('says nothing before anybody came', () => {
    expect(intervalOf([], [])).toEqual({ lower: -1, upper: 1 });
  });

  it('closes in on the difference as people come', () => {
    const widths = [20, 200, 2000].map((people) => {
      const { lower, upper } = intervalOf(every(10, people), every(5, people));
      expect(lower).toBeLessThan(0.1);
      expect(upper).toBeGreaterThan(0.1);
      return upper - lower;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(widths[2]).toBeLessThan(0.1);
  });

  it('is mirrored when the arms are', () => {
    const [one, two] = [every(10, 300), every(4, 300)];
    const given = intervalOf(one, two);
    const mirrored = intervalOf(two, one);
    expect(mirrored.lower).toBeCloseTo(-given.upper, 3);
    expect(mirrored.upper).toBeCloseTo(-given.lower, 3);
  });

  it('is found where nobody or everybody succeeded', () => {
    const nobody: Outcomes = Array.from({ length: 100 }, () => false);
    const everybody: Outcomes = Array.from({ length: 100 }, () => true);
    expect(intervalOf(nobody, everybody).lower).toBeGreaterThan(0.7);
    const { lower, upper } = intervalOf(nobody, nobody);
    expect(lower).toBeGreaterThan(-0.1);
    expect(upper).toBeLessThan(0.1);
  });

  it.each([
    ['few', 40, 0.2, 0.5],
    ['many', 4000, 0.1, 0.13],
    ['rare', 4000, 0.001, 0.004],
    ['nobody', 500, 0, 0.02],
    ['everybody', 300, 1, 0.9],
  ])('ends, within a hundredth of a point, where what is ruled out begins: %s', (name, people, first, other) => {
    const random = createRandom(name);
    const draw = (rate: number) => Array.from({ length: people }, () => random() < rate);
    const blocks = pairUp({ first: draw(first), other: draw(other) }, EVEN);
    const { lower, upper } = differenceInterval(blocks);
    const isRuledOut = ruleOut(blocks, 0.05);
    expect([lower, upper].map(isRuledOut)).toEqual([true, true]);
    expect([lower + 1.01e-4, upper - 1.01e-4].map(isRuledOut)).toEqual([false, false]);
  });

  it('stands where the rates turned under way', () => {
    const turned = [...every(2, 300), ...every(1000, 3000)];
    const { lower, upper } = intervalOf(turned, [...every(1000, 300), ...every(2, 3000)]);
    expect(lower).toBeLessThanOrEqual(upper);
  });
});

describe('whether the interval lies above 0', () => {
  it('is what its lower end says', () => {
    const random = createRandom('above');
    const draw = (count: number, rate: number) => Array.from({ length: count }, () => random() < rate);
    const found = Array.from({ length: rounds(60) }, (_, n) => {
      // Of every third one the rates turn under way, so that what was seen in all may be ruled out.
      const turned = n % 3 === 0 ? draw(1500, 0.2) : [];
      const first = [...draw(200, n % 3 === 0 ? 0.02 : 0.2), ...turned];
      const other = [...draw(200, 0.1 + (n % 7) * 0.05), ...turned];
      const blocks = pairUp({ first, other }, { first: 1, other: 1 });
      expect(isAboveZero(blocks)).toBe(differenceInterval(blocks).lower > 0);
      return isAboveZero(blocks);
    });
    expect(new Set(found)).toEqual(new Set([true, false]));
  });
});

describe('blocks that are followed many at once', () => {
  const drawn = (seed: string, rate: number): Outcomes => {
    const random = createRandom(seed);
    return Array.from({ length: 200 }, () => random() < rate);
  };
  const bet = (blocks: Blocks, enough: number) => evidenceAgainst(0, placeBets(blocks, ODDS_RATIO_BETS), enough);

  it.each(['one', 'two'])('reach what is enough after the same block as one by one: %s', (seed) => {
    const blocks = pairUp({ first: drawn(`${seed} first`, 0.1), other: drawn(`${seed} other`, 0.2) }, EVEN);
    const worths = Array.from(
      blocks.kinds,
      (_, n) => bet({ ...blocks, kinds: blocks.kinds.slice(0, n + 1) }, Number.POSITIVE_INFINITY).worth,
    );
    const most = Math.max(...worths);
    for (const enough of [2, most / 2, most * (1 - 1e-12)]) {
      const after = worths.findIndex((worth) => worth >= enough) + 1;
      expect(bet(blocks, enough).enough_after).toBe(after);
    }
    expect(bet(blocks, most * 1.001).enough_after).toBeNull();
  });
});

describe('who completes no block', () => {
  it('waits for the others of it', () => {
    const { kinds, sizes } = pairUp({ first: every(2, 10), other: every(2, 3) }, { first: 3, other: 1 });
    expect(Array.from(kinds, (kind) => successesOf(sizes, kind))).toEqual([
      { first: 1, other: 0 },
      { first: 2, other: 1 },
      { first: 1, other: 0 },
    ]);
  });
});

describe('how many people are needed', () => {
  it.each([
    [0.05, 0.1],
    [0.1, 0.1],
    [0.1, -0.05],
  ])('over a rate of %d for a difference of %d', (base, difference) => {
    const people = peopleNeeded({ base, difference }) ?? 0;
    // What one look at the end needs for the same chance.
    const other = base + difference;
    const atTheEnd = ((1.96 + 0.8416) ** 2 * (base * (1 - base) + other * (1 - other))) / difference ** 2;
    expect(people / atTheEnd).toBeGreaterThan(1.5);
    expect(people / atTheEnd).toBeLessThan(2.5);
  });

  // Of 3,000 campaigns that were looked at after each block (docs/experiments.md).
  it.each([
    [0.1, 360],
    [0.2, 505],
    [0.3, 600],
  ])('over a rate of %d for ten points are as many as were needed, %d', (base, measured) => {
    const people = peopleNeeded({ base, difference: 0.1 }) ?? 0;
    expect(Math.abs(people / measured - 1)).toBeLessThan(0.08);
  });

  it('is not said where nobody has so many', () => {
    expect(peopleNeeded({ base: 0.1, difference: 0.00001 })).toBeNull();
    expect(peopleNeeded({ base: 0, difference: 0 })).toBeNull();
  });
});
