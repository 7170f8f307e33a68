import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bets } from '../../src/core/experiments/bets.ts';
import { evidenceAgainst, placeBets } from '../../src/core/experiments/evidence.ts';
import { type Blocks, kindOf } from '../../src/core/experiments/outcomes.ts';

interface Case {
  readonly na: number;
  readonly nb: number;
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly e: number;
  readonly deltas: readonly number[];
  readonly e_values: readonly number[];
}

const { cases } = JSON.parse(readFileSync(join(import.meta.dirname, 'safestats.json'), 'utf8')) as { cases: Case[] };

/** The bets of the reference: the mean of what is believed of each arm by itself, from a prior of 0.18. */
const OF_THE_REFERENCE: Bets = {
  shares: [1],
  rates: ({ people, successes }) => [
    {
      first: (successes.first + 0.18) / (people.first + 0.36),
      other: (successes.other + 0.18) / (people.other + 0.36),
    },
  ],
};

const blocksOf = ({ na, nb, a, b }: Case): Blocks => ({
  sizes: { first: na, other: nb },
  kinds: Uint8Array.from(a, (first, n) => kindOf({ first: na, other: nb }, { first, other: b[n] ?? 0 })),
});

describe.each(cases)('what the safestats package says of $a and $b in blocks of $na and $nb', (given) => {
  const against = (difference: number) =>
    evidenceAgainst(difference, placeBets(blocksOf(given), OF_THE_REFERENCE), Infinity).worth;

  it('is what we say against no difference', () => {
    expect(against(0) / given.e).toBeCloseTo(1, 9);
  });

  it('is what we say against every other', () => {
    // The package looks for the closest rates to some three digits.
    for (const [n, difference] of given.deltas.entries())
      expect(against(difference) / (given.e_values[n] ?? 0)).toBeCloseTo(1, 2);
  });
});
