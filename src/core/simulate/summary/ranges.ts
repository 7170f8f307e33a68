import { own } from '../../../shared/kit/own.ts';
import type { Range, Ranges, Simulation } from '../simulation.ts';

type Ran = Pick<Simulation, 'finished_at' | 'finished' | 'replied' | 'outcomes' | 'actions' | 'splits'>;

/** Computes the ranges of the numbers of several simulations that differ in their seed alone. */
export function rangesOf(runs: readonly Ran[]): Ranges {
  const of = (counts: (run: Ran) => Simulation['outcomes']) => {
    const names = [...new Set(runs.flatMap((run) => Object.keys(counts(run))))];
    return Object.fromEntries(names.map((name) => [name, rangeOf(runs.map((run) => own(counts(run), name) ?? 0))]));
  };
  // Those that do not end in these days end last.
  const ends = runs
    .map(({ finished_at }) => finished_at)
    .sort((a, b) => (a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1));
  return {
    runs: runs.length,
    finished_at: { low: ends[0] ?? null, median: ends[middle(ends.length)] ?? null, high: ends.at(-1) ?? null },
    finished: rangeOf(runs.map(({ finished }) => finished)),
    replied: rangeOf(runs.map(({ replied }) => replied)),
    outcomes: of(({ outcomes }) => outcomes),
    actions: of(({ actions }) => actions),
    splits: (runs[0]?.splits ?? []).map(({ sequence, node, title, arms }, split) => ({
      ...{ sequence, node, title },
      arms: arms.map(({ name }, arm) => {
        const counted = (figure: 'entered' | 'accepted' | 'replied') =>
          rangeOf(runs.map(({ splits }) => splits[split]?.arms[arm]?.[figure] ?? 0));
        return { name, entered: counted('entered'), accepted: counted('accepted'), replied: counted('replied') };
      }),
    })),
  };
}

/** The lower one of two in the middle: a number that came. */
const middle = (count: number): number => Math.floor((count - 1) / 2);

function rangeOf(values: readonly number[]): Range {
  const sorted = values.toSorted((a, b) => a - b);
  return { low: sorted[0] ?? 0, median: sorted[middle(sorted.length)] ?? 0, high: sorted.at(-1) ?? 0 };
}
