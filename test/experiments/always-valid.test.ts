import { describe, expect, it } from 'vitest';
import { ODDS_RATIO_BETS } from '../../src/core/experiments/bets.ts';
import { evidenceAgainst, placeBets } from '../../src/core/experiments/evidence.ts';
import { type PerArm, pairUp } from '../../src/core/experiments/outcomes.ts';
import { createRandom, type Random } from '../../src/core/simulate/people/random.ts';
import { rounds } from '../support/rounds.ts';

interface Campaigns {
  readonly seed: string;
  readonly campaigns: number;
  readonly people: PerArm;
  readonly rates: PerArm;
  readonly sizes?: PerArm;
  /** Against which difference it is looked; that of the rates if left out. */
  readonly against?: number;
}

const drawn = (random: Random, people: number, rate: number) => Array.from({ length: people }, () => random() < rate);

/** The share of such campaigns in which the difference is ruled out at any time. */
function ruledOut({ seed, campaigns, people, rates, sizes = { first: 1, other: 1 }, against }: Campaigns): number {
  const random = createRandom(seed);
  let count = 0;
  for (let n = 0; n < campaigns; n++) {
    const outcomes = {
      first: drawn(random, people.first, rates.first),
      other: drawn(random, people.other, rates.other),
    };
    const placed = placeBets(pairUp(outcomes, sizes), ODDS_RATIO_BETS);
    if (evidenceAgainst(against ?? rates.other - rates.first, placed, 20).enough_after !== null) count++;
  }
  return count / campaigns;
}

/** Tells what a z test at 5 % says when it is asked every day. */
function calledByLookingDaily(
  random: Random,
  { rate, days, perDay }: Record<'rate' | 'days' | 'perDay', number>,
): boolean {
  const sums = { first: 0, other: 0 };
  for (let day = 1; day <= days; day++) {
    sums.first += drawn(random, perDay, rate).filter(Boolean).length;
    sums.other += drawn(random, perDay, rate).filter(Boolean).length;
    const people = day * perDay;
    const pooled = (sums.first + sums.other) / (2 * people);
    const error = Math.sqrt((2 * pooled * (1 - pooled)) / people);
    if (error > 0 && Math.abs(sums.first - sums.other) / people > 1.96 * error) return true;
  }
  return false;
}

describe('two arms with the same text', () => {
  it('are called different in at most one of twenty campaigns, where a z test that is looked at daily calls many', () => {
    const campaigns = rounds(4000, 10);
    const same = ruledOut({
      ...{ seed: 'same', campaigns },
      ...{ people: { first: 300, other: 300 }, rates: { first: 0.1, other: 0.1 } },
    });
    const random = createRandom('daily');
    const naive = Array.from({ length: campaigns }, () =>
      calledByLookingDaily(random, { rate: 0.1, days: 60, perDay: 5 }),
    );
    expect(same).toBeLessThanOrEqual(0.05);
    expect(naive.filter(Boolean).length / campaigns).toBeGreaterThan(0.2);
  });

  it.each([0.01, 0.5])(
    'are not called different where one of them gets three times the people, at a rate of %d',
    (rate) => {
      const same = ruledOut({
        ...{ seed: `weights ${rate}`, campaigns: rounds(400), sizes: { first: 3, other: 1 } },
        ...{ people: { first: 600, other: 200 }, rates: { first: rate, other: rate } },
      });
      expect(same).toBeLessThanOrEqual(0.05);
    },
  );
});

it.each([
  [0.1, 0.2],
  [0.4, 0.1],
  [0.02, 0.03],
])('the true difference of %d and %d is hardly ever ruled out', (first, other) => {
  const wrong = ruledOut({
    ...{ seed: `true ${first} ${other}`, campaigns: 1000 },
    ...{ people: { first: 400, other: 400 }, rates: { first, other } },
  });
  expect(wrong).toBeLessThanOrEqual(0.05);
});

it('ten points over ten percent are found among 400 people per arm nearly as often as by one look at the end', () => {
  const found = ruledOut({
    ...{ seed: 'power', campaigns: rounds(1000), against: 0 },
    ...{ people: { first: 400, other: 400 }, rates: { first: 0.1, other: 0.2 } },
  });
  // A z test at 5 % with 400 per arm finds it with 0.979.
  expect(found).toBeGreaterThan(0.85 * 0.979);
});
