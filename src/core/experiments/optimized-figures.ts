import { groupBy } from '../../shared/kit/group-by.ts';
import type { Metric } from './arm-person.ts';
import { type ArmChoice, type ExperimentState, JUDGED_AFTER_DAYS, sharesNow, tallyOf } from './optimized-split.ts';

/** The people who came to the split on one day (UTC), by arm. */
export interface DayOfShares {
  readonly date: string;
  /** The mean of the shares that held when each of them came. */
  readonly shares: Readonly<Record<string, number>>;
  readonly entered: Readonly<Record<string, number>>;
}

/** How a split with `optimize` divides new people, and since when. */
export interface OptimizedFigures {
  readonly metric: Metric;
  readonly judged_after_days: number;
  readonly least_share: number;
  readonly arms: readonly {
    readonly name: string;
    /** The share of new people that the arm gets now. */
    readonly share: number;
    readonly judged: number;
    readonly successes: number;
  }[];
  readonly decided: { readonly arm: string; readonly at: string } | null;
  readonly over_time: readonly DayOfShares[];
  readonly sentence: string;
}

interface Experiment {
  readonly metric: Metric;
  readonly arms: readonly string[];
  readonly state: Pick<ExperimentState, 'tallies' | 'winner'>;
  /** Epoch milliseconds. */
  readonly decided_at: number | null;
  readonly least: number;
  readonly over_time: readonly DayOfShares[];
}

export function optimizedFigures({ metric, arms, state, decided_at, least, over_time }: Experiment): OptimizedFigures {
  const shares = sharesNow(state, arms, least);
  const { winner } = state;
  const decided = winner === null ? null : { arm: winner, at: new Date(decided_at ?? 0).toISOString() };
  return {
    ...{ metric, judged_after_days: JUDGED_AFTER_DAYS, least_share: least },
    arms: arms.map((name) => ({ name, share: shares[name] ?? 0, ...tallyOf(state, name) })),
    ...{ decided, over_time },
    sentence: sayShares(shares, { decided, least, metric }),
  };
}

const MORE: Readonly<Record<Metric, string>> = {
  accepted: 'accept there',
  replied: 'reply there',
  positive: 'reply positively there',
};

function sayShares(
  shares: Readonly<Record<string, number>>,
  { decided, least, metric }: { decided: OptimizedFigures['decided']; least: number; metric: Metric },
): string {
  if (decided !== null)
    return `Decided on ${decided.at.slice(0, 10)}: it is proven that more people ${MORE[metric]}, so all new people take ${decided.arm}`;
  const now = Object.entries(shares).map(([arm, share]) => `${percent(share)} to ${arm}`);
  return `Not decided: of new people ${now.join(', ')} by what the arms have brought; each gets at least ${percent(least)} until one is proven better`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The shares over time, of choices in any order. */
export function sharesByDay(
  choices: readonly (Pick<ArmChoice, 'arm' | 'shares'> & { readonly at: number })[],
): DayOfShares[] {
  const days = groupBy(choices, ({ at }) => new Date(at).toISOString().slice(0, 10));
  return [...days.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, taken]) => {
      const arms = Object.keys(taken[0]?.shares ?? {});
      const mean = (arm: string) => taken.reduce((sum, { shares }) => sum + (shares[arm] ?? 0), 0) / taken.length;
      const entered = (arm: string) => taken.filter((choice) => choice.arm === arm).length;
      return {
        date,
        shares: Object.fromEntries(arms.map((arm) => [arm, mean(arm)])),
        entered: Object.fromEntries(arms.map((arm) => [arm, entered(arm)])),
      };
    });
}
