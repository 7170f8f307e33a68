import { escapeUTF8 } from 'entities/escape';
import type { Counts, Range, Simulation } from '../simulation.ts';
import { armsTable } from './arms-table.ts';
import {
  type ClassDays,
  capsChart,
  classDays,
  creditsChart,
  endChart,
  fullnessChart,
  funnelChart,
  TITLES,
} from './charts.ts';
import { page, section, type Table } from './page.ts';
import { sharesTable } from './shares-table.ts';

/** A report that opens in any browser: one file with its charts in it, and nothing loaded from anywhere. */
export function renderReport(simulation: Simulation): string {
  const { sequences, leads, days, start, end, zone, seed, funnel } = simulation;
  const names = sequences.join(', ');
  const parts = [
    `<h1>${escapeUTF8(names)}</h1>`,
    `<p>${leads.toLocaleString('en-US')} leads, ${days} days from ${start} to ${end} (${escapeUTF8(zone)}), seed ${escapeUTF8(seed)}. ${escapeUTF8(tiers(simulation))}This is a simulation: people behave according to the rates.</p>`,
    `<p class="end">${escapeUTF8([endOf(simulation), simulation.binding?.text].filter(Boolean).join(' '))}</p>`,
    figures('Outcomes', simulation.outcomes),
    figures('Replies, whatever the outcome', { replied: simulation.replied }),
    ranges(simulation),
    figures('Steps carried out', simulation.actions),
    section('When the campaign ends', oneMore(simulation), endChart(simulation), endTable(simulation)),
    ...classDays(simulation).map(capsSection),
    fullness(simulation),
    ...sequences.map((name, index) => {
      const steps = funnel.filter(({ sequence }) => sequence === name);
      const title = sequences.length > 1 ? `Funnel of ${name}` : 'Funnel';
      return section(title, 'How many leads reached each step.', funnelChart(name, steps, index), funnelTable(steps));
    }),
    ...simulation.splits.flatMap(({ sequence, title, arms, optimized }) => {
      const where = sequences.length > 1 ? `${title} of ${sequence}` : title;
      const brings = section(`Arms of ${where}`, 'What each arm brings.', null, armsTable('Leads', arms, optimized));
      if (optimized === null) return [brings];
      const moved = section(`Shares at ${where}`, `${optimized.sentence}.`, null, sharesTable(optimized));
      return [brings, moved];
    }),
    section('API credits', credits(simulation), creditsChart(simulation), {
      head: ['Day', 'Credits'],
      rows: simulation.by_day.map((day) => [day.date, day.credits]),
    }),
  ];
  return page(`${names}: a simulation`, parts.join('\n'));
}

function ranges({ ranges: drawn }: Simulation): string {
  if (drawn === null) return '';
  const { low, median, high } = drawn.finished_at;
  const day = (at: string | null) => at?.slice(0, 10) ?? 'later';
  const row = (name: string, { low: least, median: usual, high: most }: Range) => [name, least, usual, most];
  return section(`People drawn ${drawn.runs} times`, 'Where the numbers lie.', null, {
    head: ['', 'Lowest', 'Median', 'Highest'],
    rows: [
      ['Ends on', day(low), day(median), day(high)],
      row('Replies', drawn.replied),
      ...Object.entries(drawn.outcomes).map(([name, range]) => row(name, range)),
      ...drawn.splits.flatMap(({ title, arms }) =>
        arms.flatMap(({ name, entered, accepted, replied }) => [
          row(`${title}: ${name}`, entered),
          row(`${title}: ${name}, accepted`, accepted),
          row(`${title}: ${name}, replied`, replied),
        ]),
      ),
    ],
  });
}

function tiers({ assumed }: Simulation): string {
  const names = Object.values(assumed);
  return names.length === 0 ? '' : `Accounts without details are assumed to be ${names.join(', ')}. `;
}

function endOf({ finished_at, finished, leads, days }: Simulation): string {
  if (finished_at !== null) return `The campaign ends on ${finished_at.slice(0, 10)}.`;
  return `${finished.toLocaleString('en-US')} of ${leads.toLocaleString('en-US')} leads have ended after ${days} days.`;
}

function oneMore({ what_if, finished_at, finished }: Simulation): string {
  if (what_if === null) return 'No limit holds the campaign up, so one more account would change nothing.';
  const account = `One more ${what_if.channel} account`;
  const [ends, before] = [what_if.finished_at?.slice(0, 10), finished_at?.slice(0, 10)];
  const changesNothing = ends === undefined ? what_if.finished === finished : ends === before;
  if (changesNothing) return `${account} changes nothing: it ends no sooner.`;
  if (ends !== undefined) {
    return `${account}: it ends on ${ends} ${before === undefined ? 'within these days' : `instead of ${before}`}.`;
  }
  return `${account}: ${what_if.finished.toLocaleString('en-US')} instead of ${finished.toLocaleString('en-US')} leads have ended by then.`;
}

function figures(title: string, counts: Counts): string {
  const items = Object.entries(counts).map(
    ([name, count]) =>
      `<div><dt>${escapeUTF8(name.replaceAll('_', ' '))}</dt><dd>${count.toLocaleString('en-US')}</dd></div>`,
  );
  return `<section><h2>${escapeUTF8(title)}</h2><dl>${items.join('')}</dl></section>`;
}

function endTable({ by_day, what_if }: Simulation): Table {
  const rows = by_day.map(({ date, finished }, index) => [
    date,
    finished,
    ...(what_if ? [what_if.finished_by_day[index] ?? 0] : []),
  ]);
  return { head: ['Day', 'Ended', ...(what_if ? ['With one more account'] : [])], rows };
}

function capsSection(of: ClassDays, index: number): string {
  const rows = of.days.map(({ date, used, cap }) => [date, used, cap ?? 'none']);
  return section(
    `${TITLES[of.class]} per day`,
    'All accounts together, compared with their caps.',
    capsChart(of, index),
    {
      head: ['Day', 'Used', 'Cap'],
      rows,
    },
  );
}

function fullness(simulation: Simulation): string {
  const chart = fullnessChart(simulation);
  if (chart === null) return section('When accounts are full', 'No account has a limit that matters.', null, null);
  const { saturated } = simulation;
  const text = saturated.length === 0 ? 'No account is ever at its cap.' : 'Days on which an account is at its cap.';
  return section('When accounts are full', text, chart, {
    head: ['Account', 'Class', 'From', 'To'],
    rows: saturated.map(({ account, class: name, from, to }) => [account, name, from, to]),
  });
}

function funnelTable(steps: Simulation['funnel']): Table {
  const counts = (of: Counts): string =>
    Object.entries(of)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  return {
    head: ['Step', 'Leads', 'Still there', 'How it ended'],
    rows: steps.map((step) => [step.title, step.in, step.standing, counts(step.out)]),
  };
}

function credits({ credits: all, credits_ended_at }: Simulation): string {
  const ended = credits_ended_at === null ? '' : ` They are used up on ${credits_ended_at.slice(0, 10)}.`;
  return `${all.toLocaleString('en-US')} in all.${ended}`;
}
