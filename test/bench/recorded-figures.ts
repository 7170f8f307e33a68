import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import type { NamedFigure } from './figures-table.ts';
import { type Figure, median, type Ratio, ratiosOf } from './ratio.ts';

const FILE = join(PACKAGE_ROOT, 'test/bench/figures.json');
/** A ratio that is worse by a third than the recorded one is a fall; less is what a machine that drifts does. */
const A_FALL = 2 / 3;

const recordedFigure = z.strictObject({
  bench: z.string(),
  /** Name of the figure, or its unit where that says it. */
  figure: z.string(),
  unit: z.string(),
  aim: z.number(),
  better: z.enum(['more', 'less']),
  /** The median of all rounds. */
  measured: z.number(),
  /** The same of the program that it was held against, and the median of the ratios; null: there is none. */
  against: z.number().nullable(),
  ratio: z.number().nullable(),
  /** ISO date. */
  measured_on: z.string(),
  /** Programs for each core that wanted to compute when the bench began: 0 is an idle machine. */
  load: z.number(),
});
export type RecordedFigure = z.output<typeof recordedFigure>;

export const readRecorded = (): RecordedFigure[] =>
  z.array(recordedFigure).parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Replaces all figures of the benches that ran, and leaves those of others. */
export function writeRecorded(figures: readonly RecordedFigure[]): void {
  const unknown = figures.find(({ measured, ratio }) => Number.isNaN(measured) || Number.isNaN(ratio));
  if (unknown !== undefined)
    throw new Error(`Nothing was recorded: ${unknown.bench}, ${unknown.figure} could not be measured.`);
  const ran = new Set(figures.map(({ bench }) => bench));
  const all = [...readRecorded().filter(({ bench }) => !ran.has(bench)), ...figures];
  const sorted = all.sort((one, other) => (one.bench < other.bench ? -1 : Number(one.bench > other.bench)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** A figure as it is kept, of which `at` says when and beside how much else it was measured. */
export function recordOf(
  { bench, figure }: NamedFigure,
  at: { readonly on: Date; readonly load: number },
): RecordedFigure {
  const { unit, aim } = figure;
  const known = { bench, figure: nameOf(figure), unit, aim };
  const when = { measured_on: at.on.toISOString().slice(0, 10), load: rounded(at.load) };
  if ('measured' in figure) {
    const better = figure.at_least ? 'more' : 'less';
    return { ...known, better, measured: rounded(figure.measured), against: null, ratio: null, ...when };
  }
  const [measured, against] = [rounded(median(figure.ours)), rounded(median(figure.baseline))];
  return {
    ...known,
    better: figure.at_most ? 'less' : 'more',
    measured,
    against,
    ratio: rounded(ratioOf(figure)),
    ...when,
  };
}

/**
 * Lists the figures that fell by a third against the recorded ones, a line each. Only ratios are compared: seconds and bytes are
 * those of a machine. A figure that could not be measured fell, and one that is not recorded yet did not.
 */
export function fallsOf(figures: readonly NamedFigure[], recorded: readonly RecordedFigure[]): string[] {
  return figures.flatMap(({ bench, figure }) => {
    if ('measured' in figure) return [];
    const before = recorded.find((one) => one.bench === bench && one.figure === nameOf(figure))?.ratio ?? null;
    if (before === null) return [];
    const now = ratioOf(figure);
    const isAsGood = figure.at_most ? now <= before / A_FALL : now >= before * A_FALL;
    return isAsGood ? [] : [`${bench}, ${nameOf(figure)}: ratio ${now.toFixed(2)}, recorded ${before.toFixed(2)}`];
  });
}

const nameOf = (figure: Figure): string => figure.what ?? figure.unit;
const ratioOf = (figure: Ratio): number => median(ratiosOf(figure));
/** Four digits that count: more are those of the moment. */
const rounded = (value: number): number => Number(value.toPrecision(4));
