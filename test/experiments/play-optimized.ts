import {
  chooseArm,
  count,
  type ExperimentState,
  isDue,
  type Judged,
  look,
  NEW_EXPERIMENT,
  sharesNow,
} from '../../src/core/experiments/optimized-split.ts';
import { createRandom } from '../../src/core/simulate/people/random.ts';
import { leastShare } from '../../src/language/plan/nodes/split.ts';

export interface OptimizedCampaign {
  readonly seed: string;
  /** The rate of each arm. */
  readonly rates: Readonly<Record<string, number>>;
  readonly days: number;
  readonly perDay: number;
  readonly even?: true;
}

export interface EndedCampaign {
  readonly successes: number;
  readonly winner: string | null;
  readonly least: number;
}

/** People come day by day; what comes of each is known two weeks later. */
export function playOptimized({ seed, rates, days, perDay, even }: OptimizedCampaign): EndedCampaign {
  const random = createRandom(seed);
  const arms = Object.keys(rates);
  const open: (Judged & { readonly until: number })[] = [];
  const outcomes = new Map<string, boolean[]>(arms.map((arm) => [arm, []]));
  let state: ExperimentState = NEW_EXPERIMENT;
  let [successes, least] = [0, 1];
  for (let day = 0; day < days; day++) {
    const judged = open.splice(0, open.filter(({ until }) => until <= day).length);
    for (const { arm, success } of judged) outcomes.get(arm)?.push(success);
    state = count(state, judged);
    if (!even && isDue(state))
      state = look(
        state,
        arms.map((name) => ({ name, outcomes: outcomes.get(name) ?? [] })),
      );
    const now = even ? NEW_EXPERIMENT : state;
    const shares = sharesNow(now, arms, leastShare(arms.length));
    if (state.winner === null) least = Math.min(least, ...Object.values(shares));
    for (let n = 0; n < perDay; n++) {
      const { arm } = chooseArm(now, { arms, shares, draw: random });
      const success = random() < (rates[arm] ?? 0);
      if (success) successes++;
      open.push({ arm, success, until: day + 14 });
    }
  }
  return { successes, winner: state.winner, least };
}
