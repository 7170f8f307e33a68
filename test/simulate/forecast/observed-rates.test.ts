import { describe, expect, it } from 'vitest';
import { drawGamma } from '../../../src/core/simulate/forecast/draw-gamma.ts';
import { endInterval } from '../../../src/core/simulate/forecast/end-interval.ts';
import { type ObservedRates, ratesOf } from '../../../src/core/simulate/forecast/observed-rates.ts';
import { createRandom } from '../../../src/core/simulate/people/random.ts';
import type { RateName } from '../../../src/core/simulate/people/rates.ts';
import { DAY, HOUR } from '../../../src/shared/kit/duration.ts';

const DRAWS = 4000;
const random = createRandom('observed');
const momentsOf = (draw: () => number) => {
  const drawn = Array.from({ length: DRAWS }, draw);
  const mean = drawn.reduce((sum, value) => sum + value, 0) / DRAWS;
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / DRAWS;
  return { mean, spread: Math.sqrt(variance) };
};
const ratesBy = (observed: ObservedRates, name: RateName) => momentsOf(() => ratesOf(observed, random)[name].rate);
const delay = (observed: ObservedRates, name: RateName, by: typeof random | null = random): number => {
  const { after } = ratesOf(observed, by)[name];
  return after.kind === 'around' ? after.mean : Number.NaN;
};

describe('a gamma distribution', () => {
  it.each([0.3, 1, 2.5, 60])('of the shape %d has it as its mean and its variance', (shape) => {
    const { mean, spread } = momentsOf(() => drawGamma(shape, random));
    expect(Math.abs(mean / shape - 1)).toBeLessThan(0.1);
    expect(Math.abs(spread ** 2 / shape - 1)).toBeLessThan(0.25);
  });

  it('is nothing of the shape 0', () => {
    expect(drawGamma(0, random)).toBe(0);
  });
});

describe('the rates of a campaign', () => {
  it('lie around what was seen, drawn towards what is usual, the closer the more was seen', () => {
    // Twenty more of whom six accept: 16 of 40.
    const few = ratesBy({ accept: { of: 20, did: 10 } }, 'accept');
    expect(few.mean).toBeCloseTo(0.4, 1);
    expect(few.spread).toBeCloseTo(Math.sqrt((0.4 * 0.6) / 41), 2);
    expect(ratesBy({ accept: { of: 2000, did: 800 } }, 'accept').spread).toBeLessThan(0.013);
    expect(ratesOf({ accept: { of: 20, did: 10 } }, null).accept.rate).toBe(0.4);
  });

  it('are none where it never happens, and stay within what is possible', () => {
    expect(ratesBy({ bounce: { of: 50, did: 0 } }, 'bounce')).toEqual({ mean: 0, spread: 0 });
    const all = Array.from({ length: 200 }, () => ratesOf({ reply: { of: 1, did: 1 } }, random).reply.rate);
    expect([Math.min(...all) > 0, Math.max(...all) < 1]).toEqual([true, true]);
  });
});

describe('how long people take', () => {
  const took = (people: number) => ({ accept: { of: 100, did: people, took: { mean: DAY, people } } });

  it('lies around what they took, and is the surer the more of them have done it', () => {
    expect(delay(took(995), 'accept', null)).toBeCloseTo((995 * DAY + 5 * 2 * DAY) / 1000, 0);
    const spread = (people: number) => {
      const { mean, spread: of } = momentsOf(() => delay(took(people), 'accept'));
      return of / mean;
    };
    expect(spread(995)).toBeCloseTo(1 / Math.sqrt(998), 2);
    expect(spread(15)).toBeGreaterThan(0.2);
    expect(spread(15)).toBeLessThan(0.28);
  });

  it('is as unsure as what is usual where nobody has done it yet', () => {
    const { mean, spread } = momentsOf(() => delay({ accept: { of: 3, did: 0 } }, 'accept'));
    expect(mean).toBeGreaterThan(2.2 * DAY);
    expect(mean).toBeLessThan(2.8 * DAY);
    expect(spread).toBeGreaterThan(DAY);
  });

  it('is that of a machine where one does it', () => {
    expect(ratesOf({ bounce: { of: 9, did: 1 } }, random).bounce.after).toEqual({ kind: 'fixed', ms: HOUR / 12 });
  });
});

describe('the days in which a campaign ends', () => {
  const days = (count: number) => Array.from({ length: count }, (_, n) => (7 * n) % count);

  it('leave out one of twenty at each end, and none of nine, so that one more is between them four times of five', () => {
    expect(endInterval(days(20), true)).toEqual({ low: 1, median: 10, high: 18 });
    expect(endInterval(days(9), true)).toEqual({ low: 0, median: 4, high: 8 });
  });

  it('are two at least while anything is left that is random', () => {
    expect(endInterval([5, 5, 5], true)).toEqual({ low: 5, median: 5, high: 6 });
    expect(endInterval([5, 5, 5], false)).toEqual({ low: 5, median: 5, high: 5 });
  });

  it('are open where too many do not end', () => {
    const open = days(20).map((day) => (day > 15 ? null : day));
    expect(endInterval(open, true)).toEqual({ low: 1, median: 10, high: null });
    expect(endInterval([null, null], true)).toEqual({ low: null, median: null, high: null });
  });
});
