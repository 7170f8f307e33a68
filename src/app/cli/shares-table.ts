import type { OptimizedFigures } from '../../core/experiments/optimized-figures.ts';
import { weeksOf } from '../../core/simulate/report/shares-table.ts';
import { formatTable } from './table.ts';

/** How new people were divided, week by week. */
export function sharesTable({ arms, over_time }: Pick<OptimizedFigures, 'arms' | 'over_time'>): string {
  const names = arms.map(({ name }) => name);
  return formatTable(
    ['WEEK', ...names],
    weeksOf(names, over_time).map(({ week, cells }) => [week, ...cells]),
  );
}
