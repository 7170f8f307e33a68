import { ODDS_RATIO_BETS } from './bets.ts';
import { evidenceAgainst, placeBets } from './evidence.ts';
import { type Blocks, countKinds, sumOf } from './outcomes.ts';

/** An interval for the difference of two rates (other less first), from -1 to 1. */
export interface DifferenceInterval {
  readonly lower: number;
  readonly upper: number;
}

/** The first search for what is not ruled out: in steps of a hundredth. */
const GRID = Array.from({ length: 199 }, (_, n) => (n - 99) / 100);
/** A hundredth of a point of a hundred: nobody reads more. */
const PRECISE = 1e-4;

/**
 * The differences that the outcomes do not rule out. It holds the true one at all times together with a chance of `1 - risk`,
 * however often it is looked at: what was ruled out once stays so.
 */
export function differenceInterval(blocks: Blocks, risk = 0.05): DifferenceInterval {
  const isRuledOut = ruleOut(blocks, risk);
  const inside = findInside(blocks, isRuledOut);
  return { lower: edge(inside, -1, isRuledOut), upper: edge(inside, 1, isRuledOut) };
}

/** Whether all of the interval lies above 0, without looking where it begins: what lies near its ends takes most of the time to rule out. */
export function isAboveZero(blocks: Blocks, risk = 0.05): boolean {
  const isRuledOut = ruleOut(blocks, risk);
  const inside = findInside(blocks, isRuledOut);
  const isDecided = (near: number, far: number) => near <= 0 || far > 0;
  return inside > 0 && edge(inside, -1, isRuledOut, isDecided) > 0;
}

export function ruleOut(blocks: Blocks, risk: number): (difference: number) => boolean {
  const placed = placeBets(blocks, ODDS_RATIO_BETS);
  return (difference) => evidenceAgainst(difference, placed, 1 / risk).enough_after !== null;
}

/** A difference that is not ruled out: that which was seen, as a rule. */
function findInside(blocks: Blocks, isRuledOut: (difference: number) => boolean): number {
  const { sizes, kinds } = blocks;
  const sums = sumOf(sizes, countKinds(blocks));
  const count = Math.max(kinds.length, 1);
  const seen = sums.other / (count * sizes.other) - sums.first / (count * sizes.first);
  if (Math.abs(seen) < 1 && !isRuledOut(seen)) return seen;
  // The rates have changed under way: what was seen in all was ruled out by what came at first.
  const near = GRID.toSorted((a, b) => Math.abs(a - seen) - Math.abs(b - seen));
  return near.find((difference) => !isRuledOut(difference)) ?? seen;
}

/** Halves the way from a difference that is inside to the end, -1 or 1, that is not; until nothing more is to be told, if it is asked. */
function edge(
  inside: number,
  end: number,
  isRuledOut: (difference: number) => boolean,
  isDecided: (near: number, far: number) => boolean = () => false,
): number {
  let [near, far] = [inside, end];
  while (Math.abs(far - near) > PRECISE && !isDecided(near, far)) {
    const middle = (near + far) / 2;
    if (isRuledOut(middle)) far = middle;
    else near = middle;
  }
  return far;
}
