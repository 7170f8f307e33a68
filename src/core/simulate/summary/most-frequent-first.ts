import type { Counts } from '../simulation.ts';

export function mostFrequentFirst(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
