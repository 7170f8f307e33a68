import type { Bets } from './bets.ts';
import { closestRates } from './closest-rates.ts';
import type { Blocks, PerArm } from './outcomes.ts';
import { createStakes, type Stakes } from './stakes.ts';

/** How bets against a difference went that began with a stake of 1. */
export interface Evidence {
  /** The worth of the stake; it is not followed further once it is `enough`. */
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
  const stakes = createStakes(bets.shares);
  const seen = { people: { first: 0, other: 0 }, successes: { first: 0, other: 0 } };
  for (let from = 0; from < successes.length; ) {
    // The bets are placed anew when a tenth more is known: in between they would hardly change.
    const to = Math.min(successes.length, Math.max(from + 1, Math.floor(from * 1.1)));
    const rates = bets.rates(seen);
    const factorsOf = factorsAgainst(rates, difference, sizes);
    const kinds: (Float64Array | undefined)[] = [];
    const span = new Uint8Array(to - from);
    for (let n = from; n < to; n++) {
      const block = successes[n];
      if (block === undefined) break;
      const kind = block.first * (sizes.other + 1) + block.other;
      kinds[kind] ??= factorsOf(block);
      span[n - from] = kind;
      seen.people.first += sizes.first;
      seen.people.other += sizes.other;
      seen.successes.first += block.first;
      seen.successes.other += block.other;
    }
    const enough_after = follow(stakes, { span, kinds, enough }, 0, span.length);
    if (enough_after !== null) return { worth: stakes.worth(), enough_after: from + enough_after };
    from = to;
  }
  return { worth: stakes.worth(), enough_after: null };
}

interface Span {
  /** The kind of each block, in their order. */
  readonly span: Uint8Array;
  /** The logarithms of each bet's factor, by the kind of block. */
  readonly kinds: readonly (Float64Array | undefined)[];
  readonly enough: number;
}

/** So few blocks are followed one by one. */
const FEW = 8;
/** Rounding must not let a block pass that reaches it. */
const NEARLY = 1 - 1e-9;

/**
 * The number of blocks of the span after which the stakes were worth enough; null: never. Where they cannot have been, whatever the order of the
 * blocks was, many are multiplied at once; so a year of a large campaign takes milliseconds.
 */
function follow(stakes: Stakes, span: Span, from: number, to: number): number | null {
  const { kinds, enough } = span;
  if (to - from > FEW) {
    const counts = countKinds(span, from, to);
    if (stakes.mostWithin(kinds, counts) < enough * NEARLY) {
      stakes.multiply(kinds, counts);
      return null;
    }
    const middle = (from + to) >> 1;
    return follow(stakes, span, from, middle) ?? follow(stakes, span, middle, to);
  }
  for (let n = from; n < to; n++) {
    stakes.multiply(kinds, countKinds(span, n, n + 1));
    if (stakes.worth() >= enough) return n + 1;
  }
  return null;
}

function countKinds({ span, kinds }: Span, from: number, to: number): Uint32Array {
  const counts = new Uint32Array(kinds.length);
  for (let n = from; n < to; n++) {
    const kind = span[n] ?? 0;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** The logarithms of how much likelier each bet's rates make a block than the closest ones that lie `difference` apart. */
function factorsAgainst(rates: readonly PerArm[], difference: number, sizes: PerArm): (block: PerArm) => Float64Array {
  const ofArm = (rate: number, other: number) => ({
    success: Math.log(rate / other),
    failure: Math.log((1 - rate) / (1 - other)),
  });
  const bets = rates.map((bet) => {
    const closest = closestRates(bet, difference, sizes);
    return { first: ofArm(bet.first, closest.first), other: ofArm(bet.other, closest.other) };
  });
  return (block) =>
    Float64Array.from(
      bets,
      ({ first, other }) =>
        block.first * first.success +
        (sizes.first - block.first) * first.failure +
        block.other * other.success +
        (sizes.other - block.other) * other.failure,
    );
}
