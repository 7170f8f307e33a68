import { formatTable } from '../../src/app/cli/table.ts';
import { type Figure, median, ratiosOf } from './ratio.ts';

export interface NamedFigure {
  readonly bench: string;
  readonly figure: Figure;
}

/** One line for each figure: what was aimed at, what was measured, and whether that is met. */
export function figuresTable(figures: readonly NamedFigure[]): string {
  return formatTable(
    ['bench', 'figure', 'aim', 'measured', 'against', 'ratio', 'met'],
    figures.map(({ bench, figure }) => [bench, ...cellsOf(figure)]),
  );
}

function cellsOf(figure: Figure): string[] {
  if ('measured' in figure) {
    const { what, unit, measured, aim, at_least } = figure;
    return [
      what,
      `${at_least ? '≥' : '≤'} ${aim} ${unit}`,
      `${measured.toFixed(1)} ${unit}`,
      '',
      '',
      yesOrNo(at_least ? measured >= aim : measured <= aim),
    ];
  }
  const { what, unit, ours, baseline, aim, at_most } = figure;
  const ratio = median(ratiosOf({ ours, baseline }));
  return [
    what ?? unit,
    `${at_most ? '≤' : '≥'} ${aim} of it`,
    median(ours).toFixed(1),
    median(baseline).toFixed(1),
    ratio.toFixed(2),
    yesOrNo(at_most ? ratio <= aim : ratio >= aim),
  ];
}

/** A figure that could not be measured is not met. */
const yesOrNo = (met: boolean): string => (met ? 'yes' : 'NO');
