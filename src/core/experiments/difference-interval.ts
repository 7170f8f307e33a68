import { ODDS_RATIO_BETS } from './bets.ts';
import { evidenceAgainst, placeBets } from './evidence.ts';
import { type Blocks, countKinds, type PerArm, sumOf } from './outcomes.ts';

/** An interval for the difference of two rates (other less first), from -1 to 1. */
export interface DifferenceInterval {
  readonly lower: number;
  readonly upper: number;
}

/** The first search for what is not ruled out: in steps of a hundredth. */
const GRID = Array.from({ length: 199 }, (_, n) => (n - 99) / 100);
/** A hundredth of a point of a hundred: nobody reads more. */
const PRECISE = 1e-4;
/** Just behind where an end is expected, then just before it, and more and more before it. */
const AROUND = [0.45, -0.45, -2, -8].map((times) => times * PRECISE);
/** So often it is foretold where an end lies; then the way is halved, whatever the outcomes are. */
const FORETOLD = 6;

/** Bets against a difference, followed to their end, or until they were enough. */
interface Look {
  readonly difference: number;
  readonly is_ruled_out: boolean;
  /** The logarithm of what the bets were worth at the end. */
  readonly evidence: number;
}

/** The looks at some outcomes, and what tells in advance how they will end. */
interface Looks {
  readonly at: (difference: number) => Look;
  /** The logarithm of the evidence that rules out. */
  readonly enough: number;
  /** The difference that was seen, and the variance of such a difference. */
  readonly seen: number;
  readonly variance: number;
}

/**
 * The differences that the outcomes do not rule out. It holds the true one at all times together with a chance of `1 - risk`,
 * however often it is looked at: what was ruled out once stays so.
 */
export function differenceInterval(blocks: Blocks, risk = 0.05): DifferenceInterval {
  const looks = looksAt(blocks, risk);
  const inside = findInside(looks);
  return { lower: edge(inside, -1, looks), upper: edge(inside, 1, looks) };
}

/** Whether all of the interval lies above 0, without looking where it begins: what lies near its ends takes most of the time to rule out. */
export function isAboveZero(blocks: Blocks, risk = 0.05): boolean {
  const looks = looksAt(blocks, risk);
  const inside = findInside(looks);
  const isDecided = (near: number, far: number) => near <= 0 || far > 0;
  return inside.difference > 0 && edge(inside, -1, looks, isDecided) > 0;
}

export function ruleOut(blocks: Blocks, risk: number): (difference: number) => boolean {
  const { at } = looksAt(blocks, risk);
  return (difference) => at(difference).is_ruled_out;
}

function looksAt(blocks: Blocks, risk: number): Looks {
  const { sizes, kinds } = blocks;
  const placed = placeBets(blocks, ODDS_RATIO_BETS);
  const sums = sumOf(sizes, countKinds(blocks));
  const count = Math.max(kinds.length, 1);
  const people = { first: count * sizes.first, other: count * sizes.other };
  const rates = { first: sums.first / people.first, other: sums.other / people.other };
  const varianceOf = (arm: keyof PerArm) => (rates[arm] * (1 - rates[arm])) / people[arm];
  return {
    at: (difference) => {
      const { worth, enough_after } = evidenceAgainst(difference, placed, 1 / risk);
      return { difference, is_ruled_out: enough_after !== null, evidence: Math.log(worth) };
    },
    enough: -Math.log(risk),
    seen: rates.other - rates.first,
    variance: varianceOf('first') + varianceOf('other'),
  };
}

/** A difference that is not ruled out: that which was seen, as a rule. */
function findInside({ at, seen }: Looks): Look {
  if (Math.abs(seen) < 1) {
    const look = at(seen);
    if (!look.is_ruled_out) return look;
  }
  // The rates have changed under way: what was seen in all was ruled out by what came at first.
  for (const difference of GRID.toSorted((a, b) => Math.abs(a - seen) - Math.abs(b - seen))) {
    const look = at(difference);
    if (!look.is_ruled_out) return look;
  }
  return { difference: seen, is_ruled_out: true, evidence: 0 };
}

/**
 * Closes in on where the differences begin that are ruled out, between one that is inside and the end, -1 or 1, that is not; until nothing more is to be told, if it is asked.
 * Looks close to it take the longest, so each is where it is expected.
 */
function edge(
  inside: Look,
  end: number,
  looks: Looks,
  isDecided: (near: number, far: number) => boolean = () => false,
): number {
  let near = inside;
  let far = end;
  for (let n = 0; Math.abs(far - near.difference) > PRECISE && !isDecided(near.difference, far); n++) {
    const halfway = (near.difference + far) / 2;
    const look = looks.at(n < FORETOLD ? (foretell(inside, near, far, looks) ?? halfway) : halfway);
    if (look.is_ruled_out) far = look.difference;
    else near = look;
  }
  return far;
}

/** Foretells where to look next: what speaks against a difference grows with the square of how far it is from the one that was seen. Null: nothing tells. */
function foretell(inside: Look, near: Look, far: number, { enough, variance }: Looks): number | null {
  const side = Math.sign(far - inside.difference);
  const still = enough - inside.evidence;
  // The first look is on the near side, since only one that goes to the end tells more.
  if (near === inside) return within(near, far, inside.difference + side * 0.9 * Math.sqrt(2 * variance * still));
  const distance = (near.difference - inside.difference) * Math.sqrt(still / (near.evidence - inside.evidence));
  const expected = inside.difference + distance;
  for (const off of AROUND) {
    const next = within(near, far, expected + side * off);
    if (next !== null) return next;
  }
  return null;
}

const within = (near: Look, far: number, at: number): number | null =>
  (far - at) * (at - near.difference) > 0 ? at : null;
