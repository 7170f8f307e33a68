/** A number for each of the two arms that are compared. */
export interface PerArm {
  readonly first: number;
  readonly other: number;
}

/** People of both arms that are judged together, block by block: how many of each arm are in one, and how many of them succeeded. */
export interface Blocks {
  readonly sizes: PerArm;
  readonly successes: readonly PerArm[];
}

/** The outcomes of an arm's people, in the order in which they became final; true: what is counted happened. */
export type Outcomes = readonly boolean[];

/**
 * Puts the people of both arms into blocks of `sizes`, in their order; those who complete no block yet wait for the others of it.
 * The sizes must not depend on what came of anybody: they are those of the arms' weights, such as 1 and 1, or 3 and 1.
 */
export function pairUp(outcomes: { readonly first: Outcomes; readonly other: Outcomes }, sizes: PerArm): Blocks {
  const { first, other } = outcomes;
  const count = Math.min(Math.floor(first.length / sizes.first), Math.floor(other.length / sizes.other));
  const successesIn = (arm: Outcomes, n: number, size: number) => {
    let successes = 0;
    for (let at = n * size; at < (n + 1) * size; at++) if (arm[at]) successes++;
    return successes;
  };
  const successes = Array.from({ length: count }, (_, n) => ({
    first: successesIn(first, n, sizes.first),
    other: successesIn(other, n, sizes.other),
  }));
  return { sizes, successes };
}
