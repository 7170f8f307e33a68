import type { PerArm } from './outcomes.ts';

/**
 * The bounds beyond which the walk is found so seldom that a difference is called: above `above`, below `below`. They lie in
 * the middle between the last place where it is not called and the first where it is; infinite: it is called nowhere where the
 * walk could have come to by now.
 */
export interface Boundary {
  readonly above: number;
  readonly below: number;
}

/**
 * The walk of two equal arms: each block moves it up by the successes of the other arm and down by those of the first, weighed so that it stays where it is
 * on average. Given how many of a block succeeded, it is pure chance which arm they are of, whatever the rates are: so its chances are exact for
 * any number of people.
 */
export interface FairWalk {
  /** One block more, in which so many succeeded. */
  step(successes: number): void;
  /** Computes the bounds of this step, if each end may have been called with this chance by now; a walk beyond them has ended. */
  bound(allowed: number): Boundary;
}

/** Nothing that is further away, in standard deviations, is ever heard of. */
const FURTHEST = 10;

/** Creates the walk over the blocks that will come at most, given by their successes. */
export function createFairWalk(sizes: PerArm, successes: ArrayLike<number>): FairWalk {
  const steps = Array.from({ length: sizes.first + sizes.other + 1 }, (_, count) => stepsOf(sizes, count));
  let variance = 0;
  for (let n = 0; n < successes.length; n++) variance += varianceOf(steps[successes[n] ?? 0] ?? []);
  const largest = sizes.first * sizes.other;
  // Places where it can be after the same blocks lie this far apart.
  const apart = sizes.first + sizes.other;
  const halfway = apart / 2;
  const middle = Math.min(largest * successes.length, Math.ceil(FURTHEST * Math.sqrt(variance))) + largest + 1;
  let chances = new Float64Array(2 * middle + 1);
  let next = new Float64Array(2 * middle + 1);
  chances[middle] = 1;
  let [low, high] = [middle, middle];
  /** One of the places where it can be now. */
  let one = middle;
  const spent = { above: 0, below: 0 };
  /** The places where the walk would be had each block gone one way. */
  const reach = { above: 0, below: 0 };
  return {
    step(count) {
      const moves = steps[count] ?? [];
      if (moves.length <= 1) return;
      reach.above += moves.at(-1)?.by ?? 0;
      reach.below += moves[0]?.by ?? 0;
      const [from, to] = [Math.max(0, low - largest), Math.min(2 * middle, high + largest)];
      next.fill(0, from, to + 1);
      // Nothing lies between the places where it can be.
      const begin = low + ((((one - low) % apart) + apart) % apart);
      for (const { by, chance } of moves) {
        const last = Math.min(high, to - by);
        for (let at = begin; at <= last; at += apart) {
          const place = at + by;
          if (place >= from) next[place] = (next[place] ?? 0) + chance * (chances[at] ?? 0);
        }
      }
      one += moves[0]?.by ?? 0;
      chances.fill(0, low, high + 1);
      [chances, next, low, high] = [next, chances, from, to];
    },
    bound(allowed) {
      for (let own = chances[high] ?? 0; high > middle && spent.above + own <= allowed; own = chances[high] ?? 0) {
        spent.above += own;
        chances[high] = 0;
        high--;
      }
      for (let own = chances[low] ?? 0; low < middle && spent.below + own <= allowed; own = chances[low] ?? 0) {
        spent.below += own;
        chances[low] = 0;
        low++;
      }
      const [highest, lowest] = [high - middle, low - middle];
      return {
        above: highest < reach.above ? highest + halfway : Number.POSITIVE_INFINITY,
        below: lowest > reach.below ? lowest - halfway : Number.NEGATIVE_INFINITY,
      };
    },
  };
}

interface Step {
  readonly by: number;
  readonly chance: number;
}

/** Lists where a block with so many successes may move the walk, by the hypergeometric distribution. */
function stepsOf({ first, other }: PerArm, successes: number): Step[] {
  const all = choose(first + other, successes);
  return Array.from({ length: successes + 1 }, (_, ofOther) => ({
    by: ofOther * first - (successes - ofOther) * other,
    chance: (choose(other, ofOther) * choose(first, successes - ofOther)) / all,
  })).filter(({ chance }) => chance > 0);
}

function choose(of: number, count: number): number {
  let ways = 1;
  for (let n = 1; n <= count; n++) ways *= (of - count + n) / n;
  return count > of ? 0 : ways;
}

const varianceOf = (steps: readonly Step[]): number => steps.reduce((sum, { by, chance }) => sum + chance * by ** 2, 0);
