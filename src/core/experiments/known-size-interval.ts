import { type Progress, spendRisk } from './alpha-spending.ts';
import { closestRates } from './closest-rates.ts';
import type { DifferenceInterval } from './difference-interval.ts';
import { type Blocks, type PerArm, successesOf } from './outcomes.ts';
import { type Boundary, createFairWalk } from './walk-boundary.ts';

/** A look at two arms of a split whose size is known. */
export interface Look extends Progress {
  /** Complete blocks of the two arms. */
  readonly blocks: number;
}

/** A hundredth of a point of a hundred: nobody reads more. */
const PRECISE = 1e-4;
/** The largest difference that is tried; where one arm always succeeds and the other never, no rate is left to be estimated. */
const ALL = 1 - 1e-6;

/**
 * The differences that are not ruled out by any of the looks, where it is known how many people will come: narrower than `differenceInterval`, which pays
 * for looks that may never come. 0 is ruled out of equal arms with a chance of at most `risk` at all looks together, exactly; any other difference by
 * the same boundary, as much wider as its rates vary more, so with about this chance.
 */
export function knownSizeInterval(blocks: Blocks, looks: readonly Look[], risk = 0.05): DifferenceInterval {
  const { sizes, kinds } = blocks;
  const walk = createFairWalk(
    sizes,
    kinds.map((kind) => bothOf(successesOf(sizes, kind))),
  );
  const allowed = spendRisk(looks, risk);
  const sums = { first: 0, other: 0 };
  let [at, lower, upper] = [0, -1, 1];
  for (const [n, look] of looks.entries()) {
    for (; at < look.blocks; at++) {
      const successes = successesOf(sizes, kinds[at] ?? 0);
      walk.step(bothOf(successes));
      sums.first += successes.first;
      sums.other += successes.other;
    }
    const boundary = walk.bound((allowed[n] ?? 0) / 2);
    if (at === 0) continue;
    const isRuledOut = ruleOut({ sizes, blocks: at, sums }, boundary);
    const seen = sums.other / (at * sizes.other) - sums.first / (at * sizes.first);
    const inside = Math.min(Math.max(seen, lower), upper);
    // The rates have changed so much under way that nothing would be left.
    if (isRuledOut(inside)) break;
    if (isRuledOut(lower)) lower = edge(inside, lower, isRuledOut);
    if (isRuledOut(upper)) upper = edge(inside, upper, isRuledOut);
  }
  return { lower, upper };
}

const bothOf = ({ first, other }: PerArm): number => first + other;

interface Seen {
  readonly sizes: PerArm;
  readonly blocks: number;
  readonly sums: PerArm;
}

function ruleOut({ sizes, blocks, sums }: Seen, { above, below }: Boundary): (difference: number) => boolean {
  const people = { first: blocks * sizes.first, other: blocks * sizes.other };
  const walked = sums.other * sizes.first - sums.first * sizes.other;
  const rates = {
    first: (sums.first + 0.5) / (people.first + 1),
    other: (sums.other + 0.5) / (people.other + 1),
  };
  const spreadAt = (difference: number): number => {
    const { first, other } = closestRates(rates, difference, sizes);
    return Math.sqrt(sizes.other * first * (1 - first) + sizes.first * other * (1 - other));
  };
  const equal = spreadAt(0);
  return (difference) => {
    const wider = difference === 0 ? 1 : spreadAt(Math.min(Math.max(difference, -ALL), ALL)) / equal;
    const off = walked - difference * blocks * sizes.first * sizes.other;
    return off > above * wider || off < below * wider;
  };
}

/** Halves the way from a difference that is inside to one that is ruled out. No end lies on the wrong side of 0, even by rounding. */
function edge(inside: number, end: number, isRuledOut: (difference: number) => boolean): number {
  let [near, far] = [inside, end];
  const isBeyondZero = isRuledOut(0);
  if (near * far < 0) {
    if (isBeyondZero) far = 0;
    else near = 0;
  }
  while (Math.abs(far - near) > PRECISE) {
    const middle = (near + far) / 2;
    if (isRuledOut(middle)) far = middle;
    else near = middle;
  }
  return isBeyondZero ? near : far;
}
