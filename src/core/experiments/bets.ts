import type { PerArm } from './outcomes.ts';

/** The people and successes of both arms before a block. */
export interface Seen {
  readonly people: PerArm;
  readonly successes: PerArm;
}

/** Bets against a difference of two arms: pairs of rates, each with its share of the stake. The shares add up to 1. */
export interface Bets {
  readonly shares: readonly number[];
  /** The rates that are bet on before the next block: they may depend on what was seen before it alone. */
  rates(seen: Seen): readonly PerArm[];
}

// Log odds ratios, closer to each other where most texts differ: 1 is from 10 % to 23 %, 3 to 69 %.
const STEPS = [range(0.1, 1, 0.1), range(1.25, 3, 0.25), range(4, 8, 1)];
const SIZES = STEPS.flatMap(({ values, step }) =>
  values.map((size) => ({ size, weight: step / (1 + (size / 0.4) ** 2) })),
);
const RATIOS = SIZES.flatMap(({ size, weight }) => [-size, size].map((ratio) => ({ ratio, weight })));
const SUM = RATIOS.reduce((sum, { weight }) => sum + weight, 0);

function range(from: number, to: number, step: number) {
  return { step, values: Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => from + n * step) };
}

const toRate = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Bets on every odds ratio of the arms at once, around the rate of both that was seen so far. */
export const ODDS_RATIO_BETS: Bets = {
  shares: RATIOS.map(({ weight }) => weight / SUM),
  rates({ people, successes }) {
    const rate = (successes.first + successes.other + 0.5) / (people.first + people.other + 1);
    const odds = Math.log(rate / (1 - rate));
    return RATIOS.map(({ ratio }) => ({ first: toRate(odds - ratio / 2), other: toRate(odds + ratio / 2) }));
  },
};
