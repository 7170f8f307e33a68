import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, VisualMapComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { escapeUTF8 } from 'entities/escape';

use([BarChart, HeatmapChart, LineChart, GridComponent, LegendComponent, VisualMapComponent, SVGRenderer]);

/** Colors that the page's light and dark themes set: stand-ins here, since a chart is drawn once. */
export const INK = '#0a0b0c';
export const FAINT = '#0a0b0d';
export const PAPER = '#0a0b0e';

/** Legible on light and on dark ground, and distinguishable without color vision. */
export const COLORS = ['#3b82c4', '#d97f2f', '#2f9e77', '#b5589b', '#8a8f98', '#c2554d'] as const;

const THEMED: Readonly<Record<string, string>> = {
  [INK]: 'var(--ink)',
  [FAINT]: 'var(--faint)',
  [PAPER]: 'var(--paper)',
};

export interface Chart {
  readonly name: string;
  /** For readers who cannot see it. */
  readonly label: string;
  readonly height: number;
  option(width: number): EChartsCoreOption;
}

const WIDTHS = [
  ['wide', 860],
  ['narrow', 350],
] as const;

/** The chart as SVG, once for wide and once for narrow screens: scaled text would not be readable. */
export function drawChart(chart: Chart): string {
  return WIDTHS.map(
    ([name, width]) => `<div class="${name}">${drawSvg(chart, `${chart.name}-${name}`, width)}</div>`,
  ).join('');
}

function drawSvg({ label, height, option }: Chart, id: string, width: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      color: [...COLORS],
      textStyle: { fontFamily: 'inherit', color: INK },
      ...option(width),
    });
    return (
      numbered(chart.renderToSVGString())
        // Its ids count the charts of the process; the same simulation is to give the same bytes.
        .replaceAll(/zr\d+-/g, `${id}-`)
        .replaceAll(/#0a0b0[cde]/g, (color) => THEMED[color] ?? color)
        .replace('<svg ', `<svg role="img" aria-label="${escapeUTF8(label)}" `)
    );
  } finally {
    chart.dispose();
  }
}

/** Numbers the classes of a chart on from chart to chart. */
function numbered(svg: string): string {
  const numbers = new Map<string, number>();
  return svg.replaceAll(/-cls-\d+/g, (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return `-cls-${number}`;
  });
}
