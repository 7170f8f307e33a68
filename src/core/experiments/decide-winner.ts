import { isAboveZero, ruleOut } from './difference-interval.ts';
import { type Blocks, countKinds, type Outcomes, type PerArm, pairUp, sumOf } from './outcomes.ts';

/** An arm of an experiment, and what came of its people whose days are over, in the order of their first contact. */
export interface ArmOutcomes {
  readonly name: string;
  readonly outcomes: Outcomes;
}

/** The chance with which a winner may be none, at all looks together. */
const RISK = 0.05;

/** People come as the arms have done so far, so no size but this one is known beforehand. */
const ONE_EACH: PerArm = { first: 1, other: 1 };

/**
 * The arm that is proven better than every other one, by the intervals that hold at all times; null: none so far. An experiment whose
 * arms are the same comes to a winner with a chance of at most `RISK`, and one with a best arm to another with no more: for that,
 * one of the intervals between the best arm and the others must be wrong, and each of them has its share of the risk.
 */
export function decideWinner(arms: readonly ArmOutcomes[]): string | null {
  const [leader, ...others] = arms.toSorted((a, b) => rateOf(b.outcomes) - rateOf(a.outcomes));
  if (!leader) return null;
  const share = RISK / Math.max(1, others.length);
  return others.every((other) => isBetter(leader, other, share)) ? leader.name : null;
}

function isBetter(leader: ArmOutcomes, other: ArmOutcomes, risk: number): boolean {
  // An interval that holds at all times is wider than that of one look, which is quickly had.
  if (deviations(leader.outcomes, other.outcomes) < 1.96) return false;
  const blocks = pairUp({ first: other.outcomes, other: leader.outcomes }, ONE_EACH);
  const isRuledOut = ruleOut(blocks, risk);
  if (!isRuledOut(0)) return false;
  const seen = differenceIn(blocks);
  // The lower end lies between 0 and what was seen, unless the rates have changed so much that this is ruled out, too.
  if (seen > 0 && seen < 1 && !isRuledOut(seen)) return true;
  return isAboveZero(blocks, risk);
}

function differenceIn(blocks: Blocks): number {
  const { first, other } = sumOf(blocks.sizes, countKinds(blocks));
  return (other - first) / Math.max(1, blocks.kinds.length);
}

/** The distance of the two rates in standard errors. */
function deviations(leader: Outcomes, other: Outcomes): number {
  const pooled = rateOf([...leader, ...other]);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / leader.length + 1 / other.length));
  return error > 0 ? (rateOf(leader) - rateOf(other)) / error : 0;
}

const rateOf = (outcomes: Outcomes): number =>
  outcomes.length === 0 ? 0 : outcomes.filter(Boolean).length / outcomes.length;
