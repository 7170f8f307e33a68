import { DAY } from '../../../shared/kit/duration.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import type { DayOfShares, OptimizedFigures } from '../../experiments/optimized-figures.ts';
import type { Table } from './page.ts';

/** Weeks by their Monday; of each arm the share that held and how many took it: `64 % (41)`. */
export function weeksOf(arms: readonly string[], days: readonly DayOfShares[]): { week: string; cells: string[] }[] {
  return [...groupBy(days, ({ date }) => mondayOf(date)).entries()].map(([week, all]) => {
    const people = (day: DayOfShares) => Object.values(day.entered).reduce((sum, count) => sum + count, 0);
    const sum = all.reduce((total, day) => total + people(day), 0);
    const cells = arms.map((arm) => {
      const share = all.reduce((total, day) => total + (day.shares[arm] ?? 0) * people(day), 0) / Math.max(1, sum);
      const entered = all.reduce((total, day) => total + (day.entered[arm] ?? 0), 0);
      return `${Math.round(share * 100)} % (${entered})`;
    });
    return { week, cells };
  });
}

function mondayOf(date: string): string {
  const at = Date.parse(date);
  const since = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - since * DAY).toISOString().slice(0, 10);
}

/** How new people were divided, week by week. */
export function sharesTable({ arms, over_time }: Pick<OptimizedFigures, 'arms' | 'over_time'>): Table {
  const names = arms.map(({ name }) => name);
  return {
    head: ['Week', ...names],
    rows: weeksOf(names, over_time).map(({ week, cells }) => [week, ...cells]),
  };
}
