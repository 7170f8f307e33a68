import { ODDS_RATIO_BETS } from '../../src/core/experiments/bets.ts';
import { evidenceAgainst, placeBets } from '../../src/core/experiments/evidence.ts';
import { judgeSplit } from '../../src/core/experiments/judge-split.ts';
import { knownSizeInterval } from '../../src/core/experiments/known-size-interval.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import {
  drawArms,
  drawEqualArms,
  growing,
  isCalled,
  isCalledOnce,
  looksAfterEach,
} from '../experiments/draw-campaign.ts';
import { packArms } from '../experiments/pack-arms.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Bound } from './ratio.ts';

const CAMPAIGNS = 1000;
const PEOPLE = 400;
const POINTS = 0.1;
const BASES = [0.1, 0.2, 0.3];
const ENOUGH = 20;
/** Share of the chance to be wrong that the first metric has. */
const FIRST = 0.85 * 0.05;
const EQUAL = [0.02, 0.1, 0.5];
const ARMS = ['long', 'short', 'shorter'];
const known = () => 2 * PEOPLE;

/**
 * How often ten points are found with 400 people an arm: by looking always, where nobody knows how many people will come and where it is known, and by one
 * look at the end; and how often equal arms are called different. The figures of docs/experiments.md.
 */
export async function benchLooking(report: (line: string) => void, { seed }: BenchOptions): Promise<Bound[]> {
  report(`${CAMPAIGNS} campaigns each, ${PEOPLE} people an arm, seed ${seed}`);
  const power = BASES.flatMap((base): Bound[] => {
    const { once, always, sized, first } = findIn(base, seed);
    const rates = `${percent(base)} and ${percent(base + POINTS)}`;
    report(
      `${rates}: ${percent(once)} by one look at the end; looking always ${percent(always)}, with a known size ${percent(sized)}, as the first of three metrics ${percent(first)}`,
    );
    return [
      least(`${rates}, looking always`, always, 0.5),
      least(`${rates}, the size being known, of what one look finds`, sized / once, 0.93),
      least(`${rates}, the same as the first of three metrics`, first / once, 0.93),
    ];
  });
  const equal = EQUAL.flatMap((rate): Bound[] => {
    const called = [known, growing].map((size) => callEqual(rate, size, seed));
    report(`equal arms, ${percent(rate)}: ${called.map(percent).join(' ever called, growing twice ')} ever called`);
    return called.map((share, n) => most(`equal arms, ${percent(rate)}${n === 0 ? '' : ', growing twice'}`, share));
  });
  const { called, guarded } = callAny(seed);
  report(
    `three equal arms, three metrics: ${percent(called)} with any of them called, ${percent(guarded)} with a guard rail`,
  );
  return [...power, ...equal, most('three equal arms, any metric', called), most('the same, any guard rail', guarded)];
}

const least = (what: string, share: number, aim: number): Bound => ({
  ...{ what, unit: '%', measured: 100 * share, aim: 100 * aim },
  at_least: true,
});
const most = (what: string, share: number): Bound => ({ what, unit: '% ever called', measured: 100 * share, aim: 5 });

/** The shares of campaigns in which the difference is found. */
function findIn(base: number, seed: string): Record<'once' | 'always' | 'sized' | 'first', number> {
  const random = createRandom(`looking ${seed} ${base}`);
  const looks = looksAfterEach(PEOPLE, known);
  const sum = { once: 0, always: 0, sized: 0, first: 0 };
  for (let n = 0; n < CAMPAIGNS; n++) {
    const { outcomes, blocks } = drawArms(random, PEOPLE, { first: base, other: base + POINTS });
    if (evidenceAgainst(0, placeBets(blocks, ODDS_RATIO_BETS), ENOUGH).enough_after !== null) sum.always++;
    if (isCalled(blocks, looks)) sum.sized++;
    if (knownSizeInterval(blocks, looks, FIRST).lower > 0) sum.first++;
    if (isCalledOnce(outcomes)) sum.once++;
  }
  return {
    ...{ once: sum.once / CAMPAIGNS, always: sum.always / CAMPAIGNS },
    ...{ sized: sum.sized / CAMPAIGNS, first: sum.first / CAMPAIGNS },
  };
}

function callEqual(rate: number, size: (pairs: number) => number, seed: string): number {
  const random = createRandom(`equal ${seed} ${rate}`);
  const looks = looksAfterEach(PEOPLE, size);
  let called = 0;
  for (let n = 0; n < CAMPAIGNS; n++)
    if (isCalled(drawArms(random, PEOPLE, { first: rate, other: rate }).blocks, looks)) called++;
  return called / CAMPAIGNS;
}

/** Compares three equal arms as a campaign's page does: two against the first, by three metrics and two guard rails. */
function callAny(seed: string): { readonly called: number; readonly guarded: number } {
  const random = createRandom(`any ${seed}`);
  const each = PEOPLE / 2;
  const size = { counts: [{ at: 0, people: ARMS.length * each }], left: [] };
  const sum = { called: 0, guarded: 0 };
  for (let n = 0; n < CAMPAIGNS; n++) {
    const arms = ARMS.map((name) => ({ name, weight: 1 }));
    const [now, window] = [100 * DAY, 14 * DAY];
    const people = packArms(arms, drawEqualArms(random, ARMS, each), { now, window });
    const found = judgeSplit({ arms, people, now, size });
    if (found.comparisons.some(({ more }) => more !== null)) sum.called++;
    if (found.guards.some(({ more }) => more !== null)) sum.guarded++;
  }
  return { called: sum.called / CAMPAIGNS, guarded: sum.guarded / CAMPAIGNS };
}

const percent = (share: number): string => `${(100 * share).toFixed(1).replace(/\.0$/, '')} %`;
