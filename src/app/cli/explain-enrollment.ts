import { shortenText } from '../../shared/kit/cut-text.ts';
import { formatDuration } from '../../shared/kit/duration.ts';
import { layout } from '../../shared/kit/visible.ts';
import { type Explanation, type Line, nameOf } from './api-shapes.ts';
import { describeTask } from './describe-task.ts';
import { type Times, timesIn } from './times.ts';

/** An explanation of the API, as people read it. `accounts` are the senders' names by id. */
export function explainEnrollment(
  explained: Explanation,
  accounts: ReadonlyMap<string, string> = new Map(),
  times: Times = timesIn(explained.timezone),
): string {
  const { sequence, version, created_at, senders, waiting, next, happened, question } = explained;
  const from = Object.entries(senders).map(([channel, account]) => `${accounts.get(account) ?? account} (${channel})`);
  const sent = from.length > 0 ? `, sent from ${from.join(' and ')}` : '';
  const changes = waiting?.would_change ?? [];
  return layout([
    `${nameOf(explained.lead)} in ${sequence}, version ${version}${sent}; enrolled ${times.moment(created_at)}. ${times.head}`,
    statusLine(explained, times),
    ...(explained.workflow ? [`  ${explained.workflow.text}.`] : []),
    ...(question === null ? [] : describeTask(question, times)),
    ...(changes.length > 0 ? ['  What would change it:', ...changes.map((change) => `  - ${change}`)] : []),
    ...(next.length > 0 ? [`  Next: ${next.map(({ when, title }) => `${when}: ${title}`).join('; ')}.`] : []),
    '',
    ...happened.map((line) => lineText(line, times)),
  ]);
}

function statusLine(explained: Explanation, times: Times): string {
  const { status, outcome, finished_at, step, hold, waiting, now } = explained;
  if (status === 'finished') {
    return `Ended${finished_at === null ? '' : ` ${times.moment(finished_at)}`} as ${word(outcome ?? 'finished')}.`;
  }
  if (status === 'queued' && waiting === null) return 'Queued: the sequence has not begun yet.';
  const where = step === null ? '' : ` at “${step}”`;
  // A pause above it is shown with what it waits for.
  if (status === 'paused' && hold === null) return `Paused by a person${where}; it continues when it is resumed.`;
  if (waiting === null) return `Under way${where}: a step is being carried out.`;
  const what = `${times.within(waiting.text)}${deadline(waiting, Date.parse(now), times)}`;
  return `Waits${where}: ${what}${/[.?!]$/.test(what) ? '' : '.'}`;
}

function deadline({ until }: NonNullable<Explanation['waiting']>, now: number, times: Times): string {
  if (until === null) return '';
  const left = Date.parse(until) - now;
  const at = times.moment(until);
  return left > 0 ? `, until ${at} (in ${formatDuration(left)})` : `, due since ${at}`;
}

function lineText({ at, title, step, detail }: Line, times: Times): string {
  const said = typeof detail.text === 'string' && detail.text !== '' ? `: “${oneLine(detail.text)}”` : '';
  const until = typeof detail.until === 'string' ? `, until ${times.moment(detail.until)}` : '';
  const sent = typeof detail.sent_at === 'string' ? `, sent ${times.moment(detail.sent_at)}` : '';
  return `  ${times.moment(at)}  ${times.within(title)}${said}${until}${sent}${step === null ? '' : `  [${step}]`}`;
}

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return shortenText(flat, 100);
};

const word = (outcome: string): string => outcome.replaceAll('_', ' ');
