import { escapeUTF8 } from 'entities/escape';
import { armsTable } from '../../../core/simulate/report/arms-table.ts';
import { page, section, type Table } from '../../../core/simulate/report/page.ts';
import { sharesTable } from '../../../core/simulate/report/shares-table.ts';
import { outcomeWords } from '../../../shared/kit/outcome-words.ts';
import { sayRate } from '../commands/campaigns/results.ts';
import { timesIn } from '../times.ts';
import type { CampaignReport } from './campaign-report.ts';
import { barsChart, stepsChart } from './charts.ts';

/** One page that opens in any browser and prints as it is: its charts are drawn in it, each with its table, and it loads nothing. */
export function renderCampaignReport({ campaign, results, senders, splits, accounts }: CampaignReport): string {
  const { name, sequence, version, at, window_days, funnel, groups, times } = results;
  const weeks = groups.map(({ group, ...figures }) => ({ name: group ?? 'not contacted', ...figures }));
  const named = new Map(accounts.map((account) => [account.id, account]));
  const bySender = senders.map(({ group, ...figures }) => ({
    ...{ name: named.get(group ?? '')?.name ?? group ?? 'not contacted', status: named.get(group ?? '')?.status ?? '' },
    ...figures,
  }));
  const parts = [
    `<h1>${escapeUTF8(name)}</h1>`,
    `<p>${escapeUTF8(sequence)}, version ${version}; as of ${timesIn('UTC').named(at)}.</p>`,
    `<p class="end">${escapeUTF8(summaryOf(results, campaign))}</p>`,
    figuresOf(results),
    section(
      'Step by step',
      'How many people each step was begun for, and for how many it was done.',
      stepsChart(funnel),
      funnelTable(funnel),
      OPEN,
    ),
    section(
      'Week by week',
      'People by the week of their first contact.',
      barsChart('weeks', weeks),
      groupTable('Week', weeks),
      OPEN,
    ),
    ...splits.flatMap((split) => [
      section(
        `Arms of ${split.title}`,
        [
          ...new Set(split.comparisons.map(({ sentence }) => `${sentence}.`)),
          ...split.guards.flatMap(({ worse, sentence }) => (worse === null ? [] : [`Careful: ${sentence}.`])),
          `People are judged ${window_days} days after the first contact.`,
        ].join(' '),
        barsChart(
          `arms-${split.node.replace(/\W/g, '-')}`,
          split.arms.map((arm) => ({ ...arm, name: arm.name })),
        ),
        armsTable('People', split.arms, split.optimized),
        OPEN,
      ),
      ...(split.optimized === null
        ? []
        : [
            section(
              `Shares at ${split.title}`,
              `${split.optimized.sentence}.`,
              null,
              sharesTable(split.optimized),
              OPEN,
            ),
          ]),
    ]),
    section(
      'Accounts',
      'By whom people were first contacted.',
      barsChart('accounts', bySender),
      accountsTable(bySender),
      OPEN,
    ),
    section('How it ended', '', null, {
      head: ['Outcome', 'People'],
      rows: Object.entries(results.outcomes).map(([outcome, count]) => [outcomeWords(outcome), count]),
    }),
    section('What they answered', 'As people of ours have labeled it.', null, {
      head: ['Label', 'People'],
      rows: Object.entries(results.labels).map(([label, count]) => [outcomeWords(label), count]),
    }),
    section('From step to step', 'Hours: a quarter of the people took less, half, three quarters.', null, {
      head: ['From', 'To', 'People', 'A quarter', 'Half', 'Three quarters'],
      rows: times.map(({ from_title, to_title, people, hours }) => [
        from_title,
        to_title,
        people,
        hours.low,
        hours.median,
        hours.high,
      ]),
    }),
  ];
  return page(`${name}: results`, parts.join('\n'));
}

/** On paper nothing can be unfolded. */
const OPEN = { open: true } as const;

type Results = CampaignReport['results'];

function summaryOf(
  { enrolled, finished, contacted, replied, positive, reply_rate, window_days }: Results,
  { status, forecast_finished_at: end }: CampaignReport['campaign'],
): string {
  const rate =
    reply_rate.rate === null ? `nobody's ${window_days} days are over yet` : `the reply rate is ${sayRate(reply_rate)}`;
  const left = enrolled - finished;
  const forecast =
    left === 0
      ? 'Everybody has come to an end.'
      : status === 'paused' || status === 'stopped'
        ? `It is ${status}.`
        : end
          ? `The last of the ${left} who are under way will have come to an end by ${end}.`
          : `${left} are under way.`;
  return `${replied} of ${contacted} people who were contacted have replied, ${positive} of them positively; ${rate}. ${forecast}`;
}

function figuresOf({ enrolled, contacted, accepted, replied, positive, cost }: Results): string {
  const per = (amount: number | null) => amount?.toLocaleString('en-US') ?? '–';
  const items = Object.entries({
    ...{ enrolled, contacted, accepted, replied, positive, credits: cost.credits, InMails: cost.inmails },
    ...{ 'credits for each reply': per(cost.credits_per_reply), 'InMails for each reply': per(cost.inmails_per_reply) },
  }).map(([name, value]) => `<div><dt>${name}</dt><dd>${value.toLocaleString('en-US')}</dd></div>`);
  return `<section><h2>In all</h2><dl>${items.join('')}</dl></section>`;
}

const funnelTable = (funnel: Results['funnel']): Table => ({
  head: ['Step', 'Begun for', 'Done', 'Refused', 'In doubt', 'Not done', 'There now', 'Accepted', 'Answered'],
  rows: funnel.map((step) => [
    ...[step.title, step.reached, step.done, step.refused, step.in_doubt, step.not_done, step.standing],
    ...[step.accepted, step.answered],
  ]),
});

type Figures = Omit<Results['groups'][number], 'group'> & { readonly name: string };

const figureCells = ({ enrolled, contacted, accepted, replied, positive, reply_rate }: Figures) => [
  ...[enrolled, contacted, accepted, replied, positive],
  sayRate(reply_rate),
];
const FIGURES = ['Enrolled', 'Contacted', 'Accepted', 'Replied', 'Positive', 'Reply rate'];

const groupTable = (what: string, groups: readonly Figures[]): Table => ({
  head: [what, ...FIGURES],
  rows: groups.map((group) => [group.name, ...figureCells(group)]),
});

const accountsTable = (groups: readonly (Figures & { readonly status: string })[]): Table => ({
  head: ['Account', 'Now', ...FIGURES],
  rows: groups.map((group) => [group.name, group.status, ...figureCells(group)]),
});
