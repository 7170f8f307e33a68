import { ODDS_RATIO_BETS } from '../../src/core/experiments/bets.ts';
import { evidenceAgainst } from '../../src/core/experiments/evidence.ts';
import { pairUp } from '../../src/core/experiments/outcomes.ts';
import { createRandom } from '../../src/core/simulate/random.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Bound } from './ratio.ts';

const CAMPAIGNS = 1000;
const PEOPLE = 400;
const POINTS = 0.1;
const BASES = [0.1, 0.2, 0.3];
const ENOUGH = 20;
/** Of the normal distribution, both sides: a usual test at 5 %. */
const Z = 1.959964;

/** How often ten points are found with 400 people an arm: by looking always, and by one look at the end. The table of docs/experiments.md. */
export async function benchLooking(report: (line: string) => void, { seed }: BenchOptions): Promise<Bound[]> {
  report(`${CAMPAIGNS} campaigns each, ${PEOPLE} people an arm, seed ${seed}`);
  return BASES.map((base) => {
    const found = findIn(base, seed);
    const rates = `${percent(base)} and ${percent(base + POINTS)}`;
    report(`${rates}: ${percent(found.once)} by one look at the end, ${percent(found.always)} looking always`);
    return { what: `${rates}, looking always`, unit: 'of campaigns', measured: found.always, aim: 0.5, at_least: true };
  });
}

/** The shares of campaigns in which the difference is found. */
function findIn(base: number, seed: string): { readonly once: number; readonly always: number } {
  const random = createRandom(`looking ${seed} ${base}`);
  const drawn = (rate: number) => Array.from({ length: PEOPLE }, () => random() < rate);
  const sum = { once: 0, always: 0 };
  for (let n = 0; n < CAMPAIGNS; n++) {
    const outcomes = { first: drawn(base), other: drawn(base + POINTS) };
    const blocks = pairUp(outcomes, { first: 1, other: 1 });
    if (evidenceAgainst(0, { blocks, bets: ODDS_RATIO_BETS, enough: ENOUGH }).enough_after !== null) sum.always++;
    if (isFoundOnce(outcomes.first.filter(Boolean).length, outcomes.other.filter(Boolean).length)) sum.once++;
  }
  return { once: sum.once / CAMPAIGNS, always: sum.always / CAMPAIGNS };
}

function isFoundOnce(first: number, other: number): boolean {
  const pooled = (first + other) / (2 * PEOPLE);
  const error = Math.sqrt((2 * pooled * (1 - pooled)) / PEOPLE);
  return error > 0 && Math.abs(other - first) / PEOPLE > Z * error;
}

const percent = (share: number): string => `${(100 * share).toFixed(1).replace(/\.0$/, '')} %`;
