import type { LimitClass } from '../../../language/plan/plan.ts';
import type { AccountDay, FunnelStep, Simulation } from '../simulation.ts';
import { type Chart, COLORS, FAINT, INK, PAPER } from './draw-chart.ts';

const axisLine = { lineStyle: { color: FAINT } };
const splitLine = { lineStyle: { color: FAINT, opacity: 0.4 } };
const legend = {
  top: 0,
  left: 'left',
  textStyle: { color: INK },
  icon: 'roundRect',
  itemWidth: 14,
  itemHeight: 8,
  // Texts are measured without a browser, and come out a little too narrow.
  itemGap: 26,
} as const;
const values = { type: 'value', axisLabel: { color: INK }, splitLine, minInterval: 1 } as const;
const grid = {
  left: 8,
  right: 16,
  top: 34,
  bottom: 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
} as const;

const days = (dates: readonly string[], width: number) => ({
  type: 'category',
  data: dates.map((date) => date.slice(5)),
  axisLabel: { color: INK, interval: Math.ceil(dates.length / (width / 62)), showMaxLabel: false },
  axisTick: { show: false },
  axisLine,
});

export interface ClassDays {
  readonly class: LimitClass;
  readonly days: readonly AccountDay[];
}

/** Sums what all accounts do of each class by day, and what their caps allow together. */
export function classDays({ by_account }: Simulation): ClassDays[] {
  const classes = new Map<LimitClass, AccountDay[]>();
  for (const { classes: own } of by_account) {
    for (const { class: name, by_day } of own) {
      const sum = classes.get(name);
      if (!sum) classes.set(name, [...by_day]);
      else
        classes.set(
          name,
          sum.map((day, index) => together(day, by_day[index])),
        );
    }
  }
  return [...classes]
    .map(([name, of]) => ({ class: name, days: of }))
    .filter(({ days: of }) => of.some(({ used }) => used > 0));
}

function together(a: AccountDay, b: AccountDay | undefined): AccountDay {
  if (!b) return a;
  return { date: a.date, used: a.used + b.used, cap: a.cap === null || b.cap === null ? null : a.cap + b.cap };
}

export function capsChart({ class: name, days: of }: ClassDays, color: number): Chart {
  const most = of.reduce((sum, { used }) => Math.max(sum, used), 0);
  const total = of.reduce((sum, { used }) => sum + used, 0);
  return {
    name: `caps-${name}`,
    label: `${TITLES[name]} per day: ${total} in all, at most ${most} on one day`,
    height: 210,
    option: (width) => ({
      legend,
      grid,
      xAxis: days(
        of.map(({ date }) => date),
        width,
      ),
      yAxis: values,
      series: [
        {
          name: 'used',
          type: 'bar',
          data: of.map(({ used }) => used),
          barCategoryGap: '20%',
          itemStyle: { color: COLORS[color % COLORS.length] },
        },
        {
          name: 'cap',
          type: 'line',
          step: 'middle',
          symbol: 'none',
          data: of.map(({ cap }) => cap),
          lineStyle: { color: INK, width: 1, type: 'dashed' },
          itemStyle: { color: INK },
        },
      ],
    }),
  };
}

export const TITLES: Readonly<Record<LimitClass, string>> = {
  visit: 'Profile visits',
  invite: 'Invitations',
  message: 'Messages',
  inmail: 'InMails',
  email: 'Emails',
  credits: 'Credits of the limits',
};

/** A step's end tells it apart from others better than its beginning. */
const shortened = (name: string, most: number): string => (name.length > most ? `…${name.slice(1 - most)}` : name);

export function funnelChart(name: string, steps: readonly FunnelStep[], index: number): Chart {
  const rows = [...steps].reverse();
  return {
    name: `funnel-${index}`,
    label: `How many leads of ${name} came to each step, and how many are still there`,
    height: 44 + 26 * rows.length,
    option: (width) => ({
      legend,
      grid: { ...grid, right: 44 },
      xAxis: { ...values, axisLabel: { color: INK, hideOverlap: true } },
      yAxis: {
        type: 'category',
        data: rows.map(({ title }) => shortened(title, width > 500 ? 38 : 16)),
        axisLabel: { color: INK },
        axisTick: { show: false },
        axisLine,
      },
      series: [
        {
          name: 'continued or ended',
          type: 'bar',
          stack: 'in',
          data: rows.map((step) => step.in - step.standing),
          itemStyle: { color: COLORS[0] },
        },
        {
          name: 'still there',
          type: 'bar',
          stack: 'in',
          data: rows.map(({ standing, in: came }) => ({ value: standing, label: { formatter: String(came) } })),
          itemStyle: { color: COLORS[1] },
          label: { show: true, position: 'right', color: INK },
        },
      ],
    }),
  };
}

export function creditsChart({ by_day, credits }: Simulation): Chart {
  let sum = 0;
  const sums = by_day.map((day) => {
    sum += day.credits;
    return sum;
  });
  return {
    name: 'credits',
    label: `API credits per day and in all: ${credits}`,
    height: 230,
    option: (width) => ({
      legend,
      grid,
      xAxis: days(
        by_day.map(({ date }) => date),
        width,
      ),
      yAxis: [values, { ...values, splitLine: { show: false } }],
      series: [
        { name: 'per day', type: 'bar', data: by_day.map((day) => day.credits), itemStyle: { color: COLORS[2] } },
        {
          name: 'in all',
          type: 'line',
          yAxisIndex: 1,
          symbol: 'none',
          data: sums,
          lineStyle: { color: COLORS[3], width: 2 },
          itemStyle: { color: COLORS[3] },
        },
      ],
    }),
  };
}

export function endChart({ by_day, leads, what_if }: Simulation): Chart {
  const line = (name: string, data: readonly number[], color: string, dashed: boolean) => ({
    ...{ name, type: 'line', symbol: 'none', data, itemStyle: { color } },
    lineStyle: { color, width: 2, type: dashed ? 'dashed' : 'solid' },
  });
  const own = line(
    'as it is',
    by_day.map(({ finished }) => finished),
    COLORS[0],
    false,
  );
  const more = what_if ? [line('with one more account', what_if.finished_by_day, COLORS[1], true)] : [];
  return {
    name: 'end',
    label: `Leads whose sequence has ended, day by day, of ${leads}`,
    height: 250,
    option: (width) => ({
      legend,
      grid,
      xAxis: {
        ...days(
          by_day.map(({ date }) => date),
          width,
        ),
        boundaryGap: false,
      },
      yAxis: { ...values, max: leads },
      series: [own, ...more],
    }),
  };
}

const MOST_ROWS = 30;

/** How full each account's class is, day by day: which is at its cap, and when. */
export function fullnessChart({ by_account, by_day }: Simulation): Chart | null {
  const rows = by_account
    .flatMap(({ account, classes }) => classes.map((one) => ({ name: `${one.class} · ${account}`, of: one })))
    .filter(({ of }) => of.used > 0 && of.by_day.some(({ cap }) => cap !== null))
    .slice(0, MOST_ROWS)
    .reverse();
  if (rows.length === 0) return null;
  const cells = rows.flatMap(({ of }, y) =>
    of.by_day.flatMap(({ used, cap }, x) => (cap === null || cap === 0 ? [] : [[x, y, Math.min(1, used / cap)]])),
  );
  return {
    name: 'fullness',
    label: `How much of its cap each account used on each day; ${rows.length} rows`,
    height: 64 + 24 * rows.length,
    option: (width) => ({
      grid: { ...grid, top: 40 },
      xAxis: days(
        by_day.map(({ date }) => date),
        width,
      ),
      yAxis: {
        type: 'category',
        data: rows.map(({ name }) => name),
        axisLabel: { color: INK, width: width > 500 ? 220 : 110, overflow: 'truncate' },
        axisTick: { show: false },
        axisLine,
      },
      visualMap: {
        type: 'piecewise',
        orient: 'horizontal',
        left: 'left',
        top: 0,
        itemWidth: 12,
        itemHeight: 8,
        textStyle: { color: INK },
        pieces: [
          { gte: 1, label: 'full', color: COLORS[5] },
          { gte: 0.5, lt: 1, label: 'half or more', color: COLORS[1] },
          { gt: 0, lt: 0.5, label: 'less', color: COLORS[0] },
          { value: 0, label: 'unused', color: FAINT },
        ],
      },
      series: [{ type: 'heatmap', data: cells, itemStyle: { borderColor: PAPER, borderWidth: 1 } }],
    }),
  };
}
