/** A number for each of the two arms that are compared. */
export interface PerArm {
  readonly first: number;
  readonly other: number;
}

/** People of both arms that are judged together, block by block: how many of each arm are in one, and how many of them succeeded. */
export interface Blocks {
  readonly sizes: PerArm;
  /** The kind of each, which says how many of either arm succeeded (`kindOf`): a byte, since a large campaign has hundreds of thousands. */
  readonly kinds: Uint8Array;
}

/** The outcomes of an arm's people, in the order in which they became final; true: what is counted happened. */
export type Outcomes = readonly boolean[];

/** The kind of a block in which so many succeeded. */
export const kindOf = ({ other }: PerArm, successes: PerArm): number => successes.first * (other + 1) + successes.other;

/** How many succeeded in a block of this kind. */
export const successesOf = ({ other }: PerArm, kind: number): PerArm => ({
  first: Math.floor(kind / (other + 1)),
  other: kind % (other + 1),
});

/**
 * Puts the people of both arms into blocks of `sizes`, in their order; those who complete no block yet wait for the others of it.
 * The sizes must not depend on what came of anybody: they are those of the arms' weights, such as 1 and 1, or 3 and 1.
 */
export const pairUp = (outcomes: { readonly first: Outcomes; readonly other: Outcomes }, sizes: PerArm): Blocks =>
  pairUpBits(
    { first: Uint8Array.from(outcomes.first, Number), other: Uint8Array.from(outcomes.other, Number) },
    1,
    sizes,
  );

/** The same of outcomes that are a bit in the byte of each person. */
export function pairUpBits(
  { first, other }: { readonly first: Uint8Array; readonly other: Uint8Array },
  bit: number,
  sizes: PerArm,
): Blocks {
  const count = Math.min(Math.floor(first.length / sizes.first), Math.floor(other.length / sizes.other));
  const successesIn = (arm: Uint8Array, n: number, size: number) => {
    let successes = 0;
    for (let at = n * size; at < (n + 1) * size; at++) if (((arm[at] ?? 0) & bit) !== 0) successes++;
    return successes;
  };
  const kinds = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    const ofFirst = successesIn(first, n, sizes.first);
    kinds[n] = ofFirst * (sizes.other + 1) + successesIn(other, n, sizes.other);
  }
  return { sizes, kinds };
}

/** Counts the blocks of each kind from one place to another. */
export function countKinds({ kinds, sizes }: Blocks, from = 0, to = kinds.length): Uint32Array {
  const counts = new Uint32Array((sizes.first + 1) * (sizes.other + 1));
  for (let n = from; n < to; n++) {
    const kind = kinds[n] ?? 0;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Sums up the successes of so many blocks of each kind. */
export function sumOf(sizes: PerArm, counts: Uint32Array): PerArm {
  let [first, other] = [0, 0];
  for (const [kind, count] of counts.entries()) {
    const successes = successesOf(sizes, kind);
    first += count * successes.first;
    other += count * successes.other;
  }
  return { first, other };
}
