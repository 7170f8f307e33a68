import type { Counts, Range, Simulation } from '../../../core/simulate/simulation.ts';
import { armsTable } from '../arms-table.ts';
import { sharesTable } from '../shares-table.ts';
import { formatTable } from '../table.ts';
import { mondayOf, timesIn } from '../times.ts';

const number = (value: number): string => value.toLocaleString('en-US');

/** A simulation for people who read it in a terminal. */
export function formatSimulation(simulation: Simulation): string {
  const { sequences, leads, days, start, zone, seed, binding } = simulation;
  const head = `${sequences.join(', ')}: ${number(leads)} ${leads === 1 ? 'lead' : 'leads'}, ${days} ${days === 1 ? 'day' : 'days'} from ${start} (${zone}), seed ${seed}${tiers(simulation)}`;
  return [
    head,
    endOf(simulation) + (binding === null ? '' : `\n${binding.text}`),
    outcomes(simulation),
    ranges(simulation),
    weeks(simulation),
    funnel(simulation),
    ...arms(simulation),
    limits(simulation),
    oneMore(simulation),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Names the tiers that were taken for accounts of which nothing was said. */
function tiers({ assumed }: Simulation): string {
  const names = Object.values(assumed);
  if (names.length === 0) return '';
  return `; assumed ${names.length === 1 ? 'tier' : 'tiers'}: ${names.join(', ')}`;
}

function endOf({ finished_at, finished, leads, days, waiting, credits_ended_at, zone }: Simulation): string {
  const { day } = timesIn(zone);
  const credits = credits_ended_at === null ? '' : `\nThe API credits are used up on ${day(credits_ended_at)}.`;
  if (finished_at !== null) return `The campaign ends on ${day(finished_at)}.${credits}`;
  const reasons = Object.entries(waiting).map(([kind, count]) => `${number(count)} for ${WAITS[kind] ?? kind}`);
  const left = `${number(leads - finished)} of ${number(leads)} are still active after ${days} days, waiting: ${reasons.join(', ')}.`;
  return `${left}${credits}`;
}

const WAITS: Readonly<Record<string, string>> = {
  slot: 'a slot in the calendar',
  time: 'the time to pass',
  event: 'the person',
  person: 'a decision',
  credits: 'credits',
  account: 'an account',
};

function outcomes({ outcomes: counts, replied, leads }: Simulation): string {
  const rows = Object.entries(counts).map(([name, count]) => [
    name,
    number(count),
    `${((100 * count) / leads).toFixed(1)} %`,
  ]);
  const answers = replied === 0 ? '' : `\n${number(replied)} of ${number(leads)} reply, whatever their outcome.`;
  return formatTable(['OUTCOME', 'LEADS', 'SHARE'], rows) + answers;
}

function ranges({ ranges: drawn, leads, zone }: Simulation): string {
  if (drawn === null) return '';
  const { low, median, high } = drawn.finished_at;
  const times = timesIn(zone);
  const day = (at: string | null) => (at === null ? 'later' : times.day(at));
  const row = (name: string, range: Range): string[] => [name, ...[range.low, range.median, range.high].map(number)];
  const rows = [
    ['ends on', day(low), day(median), day(high)],
    row('reply', drawn.replied),
    ...Object.entries(drawn.outcomes).map(([name, range]) => row(name, range)),
    ...drawn.splits.flatMap(({ title, arms: ofSplit }) =>
      ofSplit.flatMap(({ name, entered, accepted, replied }) => [
        row(`${title}: ${name}`, entered),
        row(`${title}: ${name}, accepted`, accepted),
        row(`${title}: ${name}, replied`, replied),
      ]),
    ),
  ];
  const head = `People drawn ${number(drawn.runs)} times, of ${number(leads)} each time:`;
  return `${head}\n${formatTable(['', 'LOWEST', 'MEDIAN', 'HIGHEST'], rows)}`;
}

function weeks({ by_day, actions }: Simulation): string {
  const kinds = Object.keys(actions).filter((kind) => (actions[kind] ?? 0) > 0);
  const byWeek = new Map<string, { readonly actions: Record<string, number>; credits: number }>();
  for (const day of by_day) {
    const week = mondayOf(day.date);
    const sum = byWeek.get(week) ?? { actions: {}, credits: 0 };
    for (const kind of kinds) sum.actions[kind] = (sum.actions[kind] ?? 0) + (day.actions[kind] ?? 0);
    sum.credits += day.credits;
    byWeek.set(week, sum);
  }
  const rows = [...byWeek]
    .filter(([, { actions: done }]) => Object.values(done).some((count) => count > 0))
    .map(([week, sum]) => [week, ...kinds.map((kind) => number(sum.actions[kind] ?? 0)), number(sum.credits)]);
  if (rows.length === 0) return 'Nothing is sent.';
  return formatTable(['WEEK OF', ...kinds.map((kind) => kind.toUpperCase()), 'CREDITS'], rows);
}

function funnel({ funnel: steps, sequences }: Simulation): string {
  const several = sequences.length > 1;
  const rows = steps
    .filter(({ kind }) => kind !== 'repeat')
    .map((step) => [
      several ? `${step.sequence}: ${step.title}` : step.title,
      number(step.in),
      step.kind === 'end' ? '' : counts(step.out),
      step.standing === 0 ? '' : `${number(step.standing)} still there`,
    ]);
  return formatTable(['STEP', 'LEADS', 'HOW IT ENDED', ''], rows);
}

const arms = ({ splits, sequences }: Simulation): string[] =>
  splits.map(({ sequence, title, arms: figures, optimized }) => {
    const where = sequences.length > 1 ? `${sequence}: ${title}` : title;
    const moved = optimized === null ? '' : `\n${optimized.sentence}.\n${sharesTable(optimized)}`;
    return `Arms of ${where}\n${armsTable(figures, optimized)}${moved}`;
  });

const counts = (of: Counts): string =>
  Object.entries(of)
    .map(([name, count]) => `${number(count)} ${name.replaceAll('_', ' ')}`)
    .join(', ');

const LONGEST_LIST = 12;

function limits({ saturated, saturated_domains }: Simulation): string {
  const reached = [
    ...saturated.map(({ account, class: limit, from, to }) => [account, limit, from, to]),
    ...saturated_domains.map(({ account, domain, from, to }) => [account, `email to ${domain}`, from, to]),
  ];
  if (reached.length === 0) return 'No limit is ever reached.';
  const rows = reached.slice(0, LONGEST_LIST);
  const more = reached.length - rows.length;
  const table = formatTable(['AT ITS LIMIT', 'CLASS', 'FROM', 'TO'], rows);
  return more > 0 ? `${table}\nand ${more} more; --json lists them all` : table;
}

function oneMore({ what_if, finished_at, finished, leads, zone }: Simulation): string {
  if (what_if === null) return '';
  const times = timesIn(zone);
  const day = (at: string | null) => (at === null ? undefined : times.day(at));
  const account = `One more ${what_if.channel} account`;
  const [ends, before] = [day(what_if.finished_at), day(finished_at)];
  const changesNothing = ends === undefined ? what_if.finished === finished : ends === before;
  if (changesNothing) return `${account} changes nothing: the campaign ends no sooner.`;
  if (ends !== undefined) {
    const instead = before === undefined ? 'instead of being unfinished' : `instead of ${before}`;
    return `${account}: the campaign ends on ${ends} ${instead}.`;
  }
  return `${account}: ${number(what_if.finished)} instead of ${number(finished)} of ${number(leads)} have ended by then.`;
}
