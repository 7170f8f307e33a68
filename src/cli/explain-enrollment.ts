import { formatDuration } from '../kit/duration.ts';
import { type Enrollment, type Line, nameOf } from './api-shapes.ts';

/**
 * What happened to one enrollment, what it waits for, until when and why, in plain words. `now` is world time; `accounts` are
 * the senders' names by id.
 */
export function explainEnrollment(
  enrollment: Enrollment,
  lines: readonly Line[],
  now: number,
  accounts: ReadonlyMap<string, string> = new Map(),
): string {
  const { sequence, version, created_at, senders } = enrollment;
  const from = Object.entries(senders).map(([channel, account]) => `${accounts.get(account) ?? account} (${channel})`);
  const sent = from.length > 0 ? `, sent from ${from.join(' and ')}` : '';
  return [
    `${nameOf(enrollment.lead)} in ${sequence}, version ${version}${sent}; enrolled ${moment(created_at)}.`,
    standing(enrollment, now),
    '',
    ...lines.map(lineText),
  ].join('\n');
}

function standing({ status, outcome, finished_at, node, waiting_for, until }: Enrollment, now: number): string {
  if (status === 'finished') {
    return `Ended${finished_at === null ? '' : ` ${moment(finished_at)}`} as ${word(outcome ?? 'finished')}.`;
  }
  if (status === 'queued') return 'Queued: its walk has not begun yet.';
  const where = node === null ? '' : ` at step ${node}`;
  if (status === 'paused') return `Paused by a person${where}; it goes on when it is resumed.`;
  if (waiting_for === null) return `Under way${where}: a step is being carried out.`;
  const what = waiting_for.text === '' ? (WAITS[waiting_for.kind] ?? waiting_for.kind) : waiting_for.text;
  return `Waits${where}: ${what}${deadline(until, now)}.`;
}

const WAITS: Readonly<Record<string, string>> = {
  time: 'for its time',
  slot: 'for a free place in the calendar of its account',
  event: 'for something to happen',
  credits: 'for credits',
  account: 'for its account to be connected again',
  person: 'for a decision of a person',
};

function deadline(until: string | null, now: number): string {
  if (until === null) return '';
  const left = Date.parse(until) - now;
  return left > 0 ? `, until ${moment(until)} (in ${formatDuration(left)})` : `, due since ${moment(until)}`;
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
