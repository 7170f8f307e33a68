import { shortenText } from '../../shared/kit/cut-text.ts';
import { formatDuration } from '../../shared/kit/duration.ts';
import { localMoment } from '../../shared/kit/local-moment.ts';
import { layout } from '../../shared/kit/visible.ts';
import { type Explanation, type Line, nameOf } from './api-shapes.ts';
import { describeTask } from './describe-task.ts';

/** An explanation of the API, as people read it, with all times in one zone. `accounts` are the senders' names by id. */
export function explainEnrollment(explained: Explanation, accounts: ReadonlyMap<string, string> = new Map()): string {
  const { sequence, version, created_at, senders, waiting, next, happened, timezone, question } = explained;
  const from = Object.entries(senders).map(([channel, account]) => `${accounts.get(account) ?? account} (${channel})`);
  const sent = from.length > 0 ? `, sent from ${from.join(' and ')}` : '';
  const changes = waiting?.would_change ?? [];
  return layout([
    `${nameOf(explained.lead)} in ${sequence}, version ${version}${sent}; enrolled ${moment(created_at, timezone)} ${timezone}.`,
    statusLine(explained),
    ...(question === null ? [] : describeTask(question, (iso) => moment(iso, timezone))),
    ...(changes.length > 0 ? ['  What would change it:', ...changes.map((change) => `  - ${change}`)] : []),
    ...(next.length > 0
      ? [`  Next: ${next.map(({ when, node, title }) => `${when}: ${title} [${node}]`).join('; ')}.`]
      : []),
    '',
    ...happened.map((line) => lineText(line, timezone)),
  ]);
}

function statusLine({ status, outcome, finished_at, node, hold, waiting, now, timezone }: Explanation): string {
  if (status === 'finished') {
    return `Ended${finished_at === null ? '' : ` ${moment(finished_at, timezone)} ${timezone}`} as ${word(outcome ?? 'finished')}.`;
  }
  if (status === 'queued' && waiting === null) return 'Queued: the sequence has not begun yet.';
  const where = node === null ? '' : ` at step ${node}`;
  // A pause above it is shown with what it waits for.
  if (status === 'paused' && hold === null) return `Paused by a person${where}; it continues when it is resumed.`;
  if (waiting === null) return `Under way${where}: a step is being carried out.`;
  const what = `${waiting.text}${deadline(waiting, Date.parse(now), timezone)}`;
  return `Waits${where}: ${what}${/[.?!]$/.test(what) ? '' : '.'}`;
}

function deadline({ until }: NonNullable<Explanation['waiting']>, now: number, zone: string): string {
  if (until === null) return '';
  const left = Date.parse(until) - now;
  const at = `${moment(until, zone)} ${zone}`;
  return left > 0 ? `, until ${at} (in ${formatDuration(left)})` : `, due since ${at}`;
}

function lineText({ at, title, node, detail }: Line, zone: string): string {
  const said = typeof detail.text === 'string' && detail.text !== '' ? `: “${oneLine(detail.text)}”` : '';
  return `  ${moment(at, zone)}  ${title}${said}${node === null ? '' : `  [${node}]`}`;
}

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return shortenText(flat, 100);
};

const word = (outcome: string): string => outcome.replaceAll('_', ' ');

const moment = (iso: string, zone: string): string => localMoment(new Date(iso), zone);
