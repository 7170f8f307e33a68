import type { Bets } from './bets.ts';
import { closestRates } from './closest-rates.ts';
import type { Blocks, PerArm } from './outcomes.ts';

/** How bets against a difference went that began with a stake of 1. */
export interface Evidence {
  /** What the stake is worth; it is not followed further once it is `enough`. */
  readonly worth: number;
  /** The number of blocks after which it was `enough`; null: it never was. */
  readonly enough_after: number | null;
}

/**
 * Bets, block by block, against the rates lying `difference` apart (other less first). If they do lie so far apart, the stake ever
 * reaches 20 with a chance of at most 1 in 20, whatever the rates are, however often somebody looks and whenever they stop: each
 * block multiplies a bet by how much likelier its rates made that block than the closest rates of this difference, and under all
 * rates of this difference that factor is at most 1 on average (Turner and Grünwald 2023: "Anytime-valid confidence intervals for
 * contingency tables and beyond").
 */
export function evidenceAgainst(
  difference: number,
  { blocks, bets, enough }: { readonly blocks: Blocks; readonly bets: Bets; readonly enough: number },
): Evidence {
  const { sizes, successes } = blocks;
  const stakes = Float64Array.from(bets.shares);
  const kinds = sizes.other + 1;
  const seen = { people: { first: 0, other: 0 }, successes: { first: 0, other: 0 } };
  let factors: (Float64Array | undefined)[] = [];
  let rates: readonly PerArm[] = [];
  let closest: readonly PerArm[] = [];
  let renewAt = 0;
  let worth = 1;
  for (const [n, block] of successes.entries()) {
    // The bets are placed anew when a tenth more is known: in between they would hardly change.
    if (n === renewAt) {
      rates = bets.rates(seen);
      closest = rates.map((bet) => closestRates(bet, difference, sizes));
      factors = [];
      renewAt = Math.max(n + 1, Math.floor(n * 1.1));
    }
    const kind = block.first * kinds + block.other;
    factors[kind] ??= Float64Array.from(rates, (bet, k) => likelihoodRatio(block, sizes, bet, closest[k] ?? bet));
    worth = 0;
    for (const [k, factor] of factors[kind].entries()) {
      const stake = (stakes[k] ?? 0) * factor;
      stakes[k] = stake;
      worth += stake;
    }
    if (worth >= enough) return { worth, enough_after: n + 1 };
    seen.people.first += sizes.first;
    seen.people.other += sizes.other;
    seen.successes.first += block.first;
    seen.successes.other += block.other;
  }
  return { worth, enough_after: null };
}

/** How much likelier `bet` made what came than `closest` did. */
function likelihoodRatio(successes: PerArm, sizes: PerArm, bet: PerArm, closest: PerArm): number {
  const ofArm = (count: number, size: number, rate: number, other: number) =>
    count * Math.log(rate / other) + (size - count) * Math.log((1 - rate) / (1 - other));
  return Math.exp(
    ofArm(successes.first, sizes.first, bet.first, closest.first) +
      ofArm(successes.other, sizes.other, bet.other, closest.other),
  );
}
