import { formatDiff } from '../../../language/versions/format-diff.ts';
import { layout } from '../../../shared/kit/visible.ts';
import { formatTable } from '../table.ts';
import type { Times } from '../times.ts';
import type { AppliedChange, ShownChange, ShownPeople, StaleChange } from './shapes.ts';

/** Formats what would change: the steps, then the people inside, then the accounts' calendars. */
export function formatChange(change: ShownChange, times: Times): string {
  const { sequence, from_version, to_version, diff, people, move, calendar, kept_by, takes_over } = change;
  const versions = from_version === to_version ? `version ${to_version}` : `version ${from_version} → ${to_version}`;
  const title = from_version === null ? `${sequence}: new, version ${to_version}` : `${sequence}: ${versions}`;
  return [
    `${title}. ${times.head}`,
    ...(takes_over
      ? [`It is taken over: from then on it is kept by ${kept_by === 'file' ? 'a file' : 'the console'}.`]
      : []),
    ...(diff === null ? [] : ['', formatDiff(diff)]),
    '',
    ...formatPeople(people),
    ...(!move && people.if_moved && people.if_moved.moves.length > 0
      ? ['', 'With --move:', ...formatPeople(people.if_moved)]
      : []),
    ...(calendar.length === 0
      ? []
      : ['', 'Calendar', formatCalendar(calendar, times), '', 'Sends a day', formatDays(calendar)]),
    ...formatDue(change.due_at_once, times),
    '',
    `Plan ${change.id ?? '(not saved)'}, ${change.hash}`,
  ].join('\n');
}

function formatPeople(people: ShownPeople): string[] {
  const rows = [
    ...people.moves.map(({ version, from_title: from, to_title, count, goes_on }) => [
      'move',
      at(version, from ?? 'not begun'),
      `→ ${to_title}`,
      `${count}`,
      from === null ? 'they begin in the new version' : goes_on ? '' : 'their step no longer exists',
    ]),
    ...people.stays.map(({ version, title, count, reason }) => [
      'stay',
      at(version, title ?? 'not begun'),
      '',
      `${count}`,
      reason ?? '',
    ]),
    ...people.orphaned.map(({ version, title, count }) => [
      'stay',
      at(version, title),
      '',
      `${count}`,
      'no step after theirs remains',
    ]),
    ...people.would_repeat.map(({ version, title, repeated_titles, count }) => [
      'stay',
      at(version, title),
      '',
      `${count}`,
      `would receive again: ${repeated_titles.join(', ')}`,
    ]),
  ];
  if (rows.length === 0) return ['People: nobody is in this sequence.'];
  const waits = people.cancelled_waits.reduce((sum, { count }) => sum + count, 0);
  return [
    'People',
    indent(formatTable(['', 'AT', 'TO', 'HOW MANY', ''], rows)),
    ...(waits === 0 ? [] : [`  ${waits} of them no longer wait, because their wait was removed.`]),
  ];
}

const at = (version: number, title: string): string => `v${version} ${title}`;

const formatCalendar = (calendar: ShownChange['calendar'], times: Times): string =>
  indent(
    formatTable(
      ['ACCOUNT', 'CLASS', 'BOOKED', 'FREED', 'BOOKED AGAIN', 'LAST SLOT THEN'],
      calendar.map(({ account_id, class: name, booked, freed, added, last }) => [
        account_id,
        name,
        `${booked}`,
        `${freed}`,
        `${added}`,
        last === null ? 'none' : times.at(last),
      ]),
    ),
  );

/** A change of a long sequence concerns many days; the first tell how it goes. */
const MOST_DAYS = 14;

function formatDays(calendar: ShownChange['calendar']): string {
  const rows = calendar.flatMap(({ account_id, class: name, days, daily_mean, surge }) => {
    const shown = days.filter(({ before, after }) => before !== after);
    const more = shown.length - MOST_DAYS;
    return [
      ...shown.slice(0, MOST_DAYS).map(({ date, before, after }) => {
        const note = surge?.date === date ? surgeWords(surge.due, daily_mean) : '';
        return [account_id, name, date, `${before}`, `${after}`, note];
      }),
      ...(more > 0 ? [[account_id, name, `and ${more} more days`, '', '', '']] : []),
    ];
  });
  return rows.length === 0
    ? '  as before'
    : indent(formatTable(['ACCOUNT', 'CLASS', 'DAY', 'BEFORE', 'AFTER', ''], rows));
}

const surgeWords = (due: number, mean: number): string => `${due} more become due, where ${mean} a day are usual`;

/** The days on which more become due than an account usually sends, each a sentence. */
export const surgesOf = ({ calendar }: ShownChange): string[] =>
  calendar.flatMap(({ account_id, class: name, surge, daily_mean }) =>
    surge === null ? [] : [`${surge.date}, ${name} of ${account_id}: ${surgeWords(surge.due, daily_mean)}.`],
  );

const MOST_NAMED = 20;

function formatDue({ count, people }: ShownChange['due_at_once'], times: Times): string[] {
  if (count === 0) return [];
  const named = people.slice(0, MOST_NAMED);
  const rows = named.map(({ id, name, account_id, title, was_due }) => {
    return [
      name ?? id,
      title,
      account_id,
      was_due === null ? 'something had to happen first' : `was due ${times.at(was_due)}`,
    ];
  });
  return [
    '',
    `Due at once: ${count}`,
    indent(formatTable(['WHO', 'STEP', 'ACCOUNT', ''], rows)),
    ...(count > named.length ? [`  and ${count - named.length} more`] : []),
  ];
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

export function formatApplied({ sequence, version, moved, left }: AppliedChange): string {
  const people = `${moved} moved${left.length === 0 ? '' : `, ${left.length} left where they were`}`;
  return layout([
    `${sequence}: version ${version} is current; ${people}.`,
    ...left.map(({ id, reason }) => `  ${id} ${reason ?? ''}`.trimEnd()),
  ]);
}

/** Says what made a plan stale. */
export function changeWords({ what, enrollment_id, planned, now }: StaleChange): string {
  switch (what) {
    case 'version':
      return `${planned} was expected to be current, but ${now} is`;
    case 'expired':
      return `it was valid until ${planned}`;
    case 'person':
      return `${enrollment_id ?? ''}: then “${planned}”, now “${now}”`;
    default:
      return `then ${planned}, now ${now}`;
  }
}
