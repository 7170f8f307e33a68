import type { Bets } from './bets.ts';
import { closestRates } from './closest-rates.ts';
import { type Blocks, countKinds, type PerArm, successesOf, sumOf } from './outcomes.ts';
import { createStakes, type Stakes } from './stakes.ts';

/** How bets against a difference went that began with a stake of 1. */
export interface Evidence {
  /** The worth of the stake; it is not followed further once it is `enough`. */
  readonly worth: number;
  /** The number of blocks after which it was `enough`; null: it never was. */
  readonly enough_after: number | null;
}

/** Blocks in a row. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** How many of the blocks are of each kind. */
  readonly counts: Uint32Array;
  /** The halves of it, once somebody has looked at them: near the ends of an interval the same ones are looked at again and again. */
  halves: readonly [Part, Part] | null;
}

/** Blocks in a row, and the rates that are bet on before each of them. */
interface Span {
  readonly rates: readonly PerArm[];
  readonly part: Part;
}

/** The bets on some blocks, which are the same whatever difference they are held against. */
export interface PlacedBets {
  readonly blocks: Blocks;
  /** The share of the stake that each bet has. */
  readonly shares: readonly number[];
  readonly spans: readonly Span[];
}

/** Places the bets before each block, by what was seen until then. */
export function placeBets(blocks: Blocks, bets: Bets): PlacedBets {
  const { sizes, kinds } = blocks;
  const spans: Span[] = [];
  const seen = { people: { first: 0, other: 0 }, successes: { first: 0, other: 0 } };
  for (let from = 0; from < kinds.length; ) {
    // The bets are placed anew when a tenth more is known: in between they would hardly change.
    const to = Math.min(kinds.length, Math.max(from + 1, Math.floor(from * 1.1)));
    const part = partOf(blocks, from, to);
    spans.push({ rates: bets.rates(seen), part });
    const successes = sumOf(sizes, part.counts);
    seen.people.first += (to - from) * sizes.first;
    seen.people.other += (to - from) * sizes.other;
    seen.successes.first += successes.first;
    seen.successes.other += successes.other;
    from = to;
  }
  return { blocks, shares: bets.shares, spans };
}

const partOf = (blocks: Blocks, from: number, to: number): Part => ({
  ...{ from, to, counts: countKinds(blocks, from, to), halves: null },
});

function halvesOf(blocks: Blocks, part: Part): readonly [Part, Part] {
  const { from, to } = part;
  const middle = (from + to) >> 1;
  part.halves ??= [partOf(blocks, from, middle), partOf(blocks, middle, to)];
  return part.halves;
}

/**
 * Bets, block by block, against the rates lying `difference` apart (other less first). If they do lie so far apart, the stake ever
 * reaches 20 with a chance of at most 1 in 20, whatever the rates are, however often somebody looks and whenever they stop: each
 * block multiplies a bet by how much likelier its rates made that block than the closest rates of this difference, and under all
 * rates of this difference that factor is at most 1 on average (Turner and Grünwald 2023: "Anytime-valid confidence intervals for
 * contingency tables and beyond").
 */
export function evidenceAgainst(difference: number, { blocks, shares, spans }: PlacedBets, enough: number): Evidence {
  const stakes = createStakes(shares);
  for (const { rates, part } of spans) {
    const factors = factorsAgainst(rates, difference, { sizes: blocks.sizes, counts: part.counts });
    const enough_after = follow(stakes, { blocks, factors, enough }, part);
    if (enough_after !== null) return { worth: stakes.worth(), enough_after };
  }
  return { worth: stakes.worth(), enough_after: null };
}

interface Followed {
  readonly blocks: Blocks;
  /** The logarithms of each bet's factor, by the kind of block. */
  readonly factors: readonly (Float64Array | undefined)[];
  readonly enough: number;
}

/** So few blocks are followed one by one. */
const FEW = 8;
/** Rounding must not let a block pass that reaches it. */
const NEARLY = 1 - 1e-9;

/**
 * The number of blocks after which the stakes were worth enough; null: never. Where they cannot have been, whatever the order of the
 * blocks was, many are multiplied at once; so a year of a large campaign takes milliseconds.
 */
function follow(stakes: Stakes, followed: Followed, part: Part): number | null {
  const { blocks, factors, enough } = followed;
  const { from, to, counts } = part;
  if (to - from > FEW) {
    if (stakes.mostWithin(factors, counts) < enough * NEARLY) {
      stakes.multiply(factors, counts);
      return null;
    }
    const [before, after] = halvesOf(blocks, part);
    return follow(stakes, followed, before) ?? follow(stakes, followed, after);
  }
  for (let n = from; n < to; n++) {
    stakes.multiply(factors, countKinds(blocks, n, n + 1));
    if (stakes.worth() >= enough) return n + 1;
  }
  return null;
}

/** The logarithms of how much likelier each bet's rates make a block than the closest ones that lie `difference` apart, by the kind of block; undefined: none is of this kind. */
function factorsAgainst(
  rates: readonly PerArm[],
  difference: number,
  { sizes, counts }: { readonly sizes: PerArm; readonly counts: Uint32Array },
): (Float64Array | undefined)[] {
  const factors = Array.from(counts, (count) => (count === 0 ? undefined : new Float64Array(rates.length)));
  for (const [n, bet] of rates.entries()) {
    const closest = closestRates(bet, difference, sizes);
    const [first, other] = [logsOf(bet.first, closest.first), logsOf(bet.other, closest.other)];
    for (let kind = 0; kind < factors.length; kind++) {
      const ofKind = factors[kind];
      if (ofKind === undefined) continue;
      const block = successesOf(sizes, kind);
      ofKind[n] =
        block.first * first.success +
        (sizes.first - block.first) * first.failure +
        block.other * other.success +
        (sizes.other - block.other) * other.failure;
    }
  }
  return factors;
}

const logsOf = (rate: number, closest: number) => ({
  success: Math.log(rate / closest),
  failure: Math.log((1 - rate) / (1 - closest)),
});
