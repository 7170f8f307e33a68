export interface Ratio {
  readonly unit: string;
  /** Per second, one figure a round; the two take turns, so that a machine that drifts drifts for both. */
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
  readonly aim: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export function formatRatio({ unit, ours, baseline, aim }: Ratio): string {
  const ratios = ours.map((value, round) => value / (baseline[round] ?? Number.NaN));
  const span = (values: readonly number[], digits: number) =>
    `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  return [
    `  ours      ${span(ours, 1)} ${unit}`,
    `  baseline  ${span(baseline, 1)} ${unit}`,
    `  ratio     ${span(ratios, 2)}, aim ${aim}, median of ${ratios.length} rounds`,
  ].join('\n');
}
