import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Sample } from './take-sample.ts';

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

const MEGABYTE = 1024 ** 2;
const [WIDTH, HEIGHT] = [900, 960];
const TITLE = 'A year in virtual time: memory of each process, lines and events that are kept, and databases';

/** Three diagrams, one above the other, as an SVG: memory, what is kept, and databases, week by week. */
export function drawYear(samples: readonly Sample[]): string {
  const lines = (values: Readonly<Record<string, (sample: Sample) => number>>) =>
    Object.entries(values).map(([name, of]) => ({ name, data: samples.map((sample) => [sample.week, of(sample)]) }));
  const processes = [...new Set(samples.flatMap(({ memory }) => Object.keys(memory)))];
  const diagrams = [
    {
      title: 'Memory of each process, MB',
      series: lines(
        Object.fromEntries(processes.map((name) => [name, ({ memory }) => (memory[name] ?? 0) / MEGABYTE])),
      ),
    },
    {
      title: 'People enrolled so far, and lines and events that still say something',
      series: lines({ people: ({ people }) => people, 'lines and events': ({ kept_rows }) => kept_rows }),
    },
    {
      title: 'Databases, MB',
      series: lines({
        'of the engine': ({ bytes }) => bytes.engine / MEGABYTE,
        'of the V2 service': ({ bytes }) => bytes.v2 / MEGABYTE,
        'of Temporal': ({ bytes }) => bytes.temporal / MEGABYTE,
      }),
    },
  ];
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  const height = HEIGHT / diagrams.length;
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: diagrams.map(({ title }, at) => ({
      text: title,
      left: 60,
      top: at * height + 8,
      textStyle: { fontSize: 14 },
    })),
    legend: diagrams.map(({ series }, at) => ({
      data: series.map(({ name }) => name),
      top: at * height + 34,
      left: 60,
    })),
    grid: diagrams.map((_, at) => ({ left: 60, right: 30, top: at * height + 66, height: height - 106 })),
    xAxis: diagrams.map((_, at) => ({ gridIndex: at, type: 'value', min: 0, max: 52, name: 'week', nameGap: 4 })),
    yAxis: diagrams.map((_, at) => ({ gridIndex: at, type: 'value', min: 0 })),
    series: diagrams.flatMap(({ series }, at) =>
      series.map((one) => ({ ...one, type: 'line', showSymbol: false, xAxisIndex: at, yAxisIndex: at })),
    ),
  });
  // A picture in a page has a title for those who hear it, and nothing that a pointer may do.
  const [picture = ''] = chart.renderToSVGString().split('<style');
  chart.dispose();
  const begun = picture.indexOf('>') + 1;
  return `${picture.slice(0, begun)}\n<title>${TITLE}</title>${picture.slice(begun)}</svg>\n`;
}
