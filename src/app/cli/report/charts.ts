import { type Chart, FAINT, INK, PAPER } from '../../../core/simulate/report/draw-chart.ts';
import type { CampaignReport } from './campaign-report.ts';

/**
 * Styles of a chart: what counts is filled, what it is a part of is a frame around it, so that both can be read in grey and on
 * paper.
 */
const FILLED = { color: INK, borderColor: INK, borderWidth: 1 } as const;
const HATCHED = { color: FAINT, borderColor: INK, borderWidth: 1 } as const;
const FRAME = { color: PAPER, borderColor: INK, borderWidth: 1 } as const;

const base = (names: readonly string[], width: number) => ({
  legend: { top: 0, left: 'left', textStyle: { color: INK }, itemWidth: 14, itemHeight: 8, itemGap: 26 },
  grid: { left: 8, right: 56, top: 34, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  xAxis: {
    ...{ type: 'value', minInterval: 1, axisLabel: { color: INK, hideOverlap: true } },
    splitLine: { lineStyle: { color: FAINT, opacity: 0.4 } },
  },
  yAxis: {
    ...{ type: 'category', data: names.map((name) => shortened(name, width > 500 ? 22 : 16)) },
    ...{ axisLabel: { color: INK }, axisTick: { show: false }, axisLine: { lineStyle: { color: FAINT } } },
  },
});

/** A step's end tells it apart from others better than its beginning. */
const shortened = (name: string, most: number): string => (name.length > most ? `…${name.slice(1 - most)}` : name);

const label = { show: true, position: 'right', color: INK } as const;

/** For whom each step was done, of those for whom it was begun. */
export function stepsChart(funnel: CampaignReport['results']['funnel']): Chart | null {
  const rows = funnel.filter(({ reached }) => reached > 0).reverse();
  if (rows.length === 0) return null;
  return {
    name: 'steps',
    label: rows
      .toReversed()
      .map(({ title, reached, done }) => `${title}: done for ${done} of ${reached}`)
      .join('; '),
    height: 44 + 30 * rows.length,
    option: (width) => ({
      ...base(
        rows.map(({ title }) => title),
        width,
      ),
      series: [
        { name: 'done', type: 'bar', stack: 'all', itemStyle: FILLED, data: rows.map(({ done }) => done) },
        {
          ...{ name: 'refused, in doubt or not done', type: 'bar', stack: 'all', itemStyle: FRAME },
          data: rows.map(({ done, reached }) => ({
            value: reached - done,
            label: { formatter: `${done} of ${reached}` },
          })),
          label,
        },
      ],
    }),
  };
}

interface Bars {
  readonly name: string;
  readonly contacted: number;
  readonly accepted: number;
  readonly replied: number;
}

/** Contacted, accepted and replied, side by side. */
export function barsChart(name: string, groups: readonly Bars[]): Chart | null {
  const rows = groups
    .filter(({ contacted }) => contacted > 0)
    .slice(0, 40)
    .reverse();
  if (rows.length === 0) return null;
  const bars = (of: 'contacted' | 'accepted' | 'replied', itemStyle: object) => ({
    ...{ name: of, type: 'bar', itemStyle, data: rows.map((row) => row[of]), label },
  });
  return {
    name,
    label: rows
      .toReversed()
      .map((row) => `${row.name}: ${row.contacted} contacted, ${row.accepted} accepted, ${row.replied} replied`)
      .join('; '),
    height: 44 + 54 * rows.length,
    option: (width) => ({
      ...base(
        rows.map((row) => row.name),
        width,
      ),
      // The first stands on top where the categories go upwards.
      series: [bars('replied', FILLED), bars('accepted', HATCHED), bars('contacted', FRAME)],
    }),
  };
}
