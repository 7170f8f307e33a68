import { formatDuration } from '../kit/duration.ts';
import { type Explanation, type Line, nameOf } from './api-shapes.ts';

/** An explanation of the API, as people read it. `accounts` are the senders' names by id. */
export function explainEnrollment(explained: Explanation, accounts: ReadonlyMap<string, string> = new Map()): string {
  const { sequence, version, created_at, senders, waiting, next, happened } = explained;
  const from = Object.entries(senders).map(([channel, account]) => `${accounts.get(account) ?? account} (${channel})`);
  const sent = from.length > 0 ? `, sent from ${from.join(' and ')}` : '';
  const changes = waiting?.would_change ?? [];
  return [
    `${nameOf(explained.lead)} in ${sequence}, version ${version}${sent}; enrolled ${moment(created_at)}.`,
    standing(explained),
    ...(changes.length > 0 ? ['  What would change it:', ...changes.map((change) => `  - ${change}`)] : []),
    ...(next.length > 0
      ? [`  Next: ${next.map(({ when, node, title }) => `${when}: ${title} [${node}]`).join('; ')}.`]
      : []),
    '',
    ...happened.map(lineText),
  ].join('\n');
}

function standing({ status, outcome, finished_at, node, waiting, now }: Explanation): string {
  if (status === 'finished') {
    return `Ended${finished_at === null ? '' : ` ${moment(finished_at)}`} as ${word(outcome ?? 'finished')}.`;
  }
  if (status === 'queued' && waiting === null) return 'Queued: its walk has not begun yet.';
  const where = node === null ? '' : ` at step ${node}`;
  if (status === 'paused') return `Paused by a person${where}; it goes on when it is resumed.`;
  if (waiting === null) return `Under way${where}: a step is being carried out.`;
  const what = `${waiting.text}${deadline(waiting, Date.parse(now))}`;
  return `Waits${where}: ${what}${/[.?!]$/.test(what) ? '' : '.'}`;
}

function deadline({ until, until_local }: NonNullable<Explanation['waiting']>, now: number): string {
  if (until === null) return '';
  const left = Date.parse(until) - now;
  const at = until_local ?? moment(until);
  return left > 0 ? `, until ${at} (in ${formatDuration(left)})` : `, due since ${at}`;
}

function lineText({ at, title, node, detail }: Line): string {
  const said = typeof detail.text === 'string' && detail.text !== '' ? `: “${oneLine(detail.text)}”` : '';
  return `  ${moment(at)}  ${title}${said}${node === null ? '' : `  [${node}]`}`;
}

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 100 ? `${flat.slice(0, 99)}…` : flat;
};

const word = (outcome: string): string => outcome.replaceAll('_', ' ');

function moment(iso: string): string {
  const date = new Date(iso);
  const day = date.toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `${day} ${date.toISOString().slice(11, 16)} UTC`;
}
