import type { ArmFigures } from './count-arms.ts';
import type { OptimizedFigures } from './optimized-figures.ts';

/**
 * The column of a table that shows how new people are divided between the arms: the weights, or with `optimize` the shares of
 * now.
 */
export interface Division {
  readonly title: 'Weight' | 'Share now';
  readonly of: (arm: Pick<ArmFigures, 'name' | 'weight'>) => string;
}

export function sayDivision(optimized: Pick<OptimizedFigures, 'arms'> | null): Division {
  if (optimized === null) return { title: 'Weight', of: ({ weight }) => String(weight) };
  const shares = new Map(optimized.arms.map(({ name, share }) => [name, share]));
  return { title: 'Share now', of: ({ name }) => `${Math.round((shares.get(name) ?? 0) * 100)} %` };
}
