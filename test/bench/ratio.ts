export interface Ratio {
  readonly unit: string;
  /** Name of the figure, where the unit alone does not say what is compared. */
  readonly what?: string;
  /** Per second, one figure a round; the two take turns, so that a machine that drifts drifts for both. */
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
  readonly aim: number;
  /** The smaller the better: the aim is the most that it may be, not the least. */
  readonly at_most?: true;
}

/** A figure that is held against no other program. */
export interface Bound {
  readonly what: string;
  readonly unit: string;
  readonly measured: number;
  readonly aim: number;
  /** The larger the better: the aim is the least that it may be, not the most. */
  readonly at_least?: true;
}

export type Figure = Ratio | Bound;

export const ratiosOf = ({ ours, baseline }: Pick<Ratio, 'ours' | 'baseline'>): number[] =>
  ours.map((value, round) => value / (baseline[round] ?? Number.NaN));

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export function formatRatio({ unit, what, ours, baseline, aim, at_most }: Ratio): string {
  const ratios = ratiosOf({ ours, baseline });
  const span = (values: readonly number[], digits: number) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  return [
    ...(what === undefined ? [] : [`  ${what}`]),
    `  ours      ${span(ours, 1)} ${unit}`,
    `  baseline  ${span(baseline, 1)} ${unit}`,
    `  ratio     ${span(ratios, 2)}, aim ${at_most ? 'at most ' : ''}${aim}, median of ${ratios.length} rounds`,
  ].join('\n');
}
