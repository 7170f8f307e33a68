import { formatDuration } from '../kit/duration.ts';
import { unreachable } from '../kit/result.ts';
import type { Node } from '../plan/node.ts';
import type { WaitDuration } from '../plan/nodes/wait.ts';
import type { Cap, HoursRange, LimitClass } from '../plan/plan.ts';

/** A step as one would say it: `message "Thank you, {{ first_name }}."` */
export function stepWords(node: Node): string {
  switch (node.kind) {
    case 'visit':
    case 'withdraw':
      return node.kind;
    case 'invite':
      return worded('invite', node.note);
    case 'message':
      return worded(node.channel === 'messenger' ? 'messenger message' : 'message', node.text);
    case 'inmail':
      return worded('inmail', node.subject);
    case 'email':
      return worded('email', node.subject ?? node.text ?? node.html);
    case 'comment':
      return worded('comment', node.text);
    case 'task':
      return worded('task', node.text);
    case 'enrich':
    case 'check':
      return `${node.kind} ${node.what}`;
    case 'like':
      return 'like the latest post';
    case 'react':
      return `react to the latest post with ${node.reaction_type}`;
    case 'action':
      return `action ${node.category}.${node.action}`;
    case 'if':
      return `if ${shorten(node.test)}`;
    case 'split':
      return `split ${node.arms.map(({ name, weight }) => `${name} ${weight}`).join(' / ')}`;
    case 'set':
      return `set ${[...Object.keys(node.vars), ...(node.tags ? ['tags'] : [])].join(', ')}`;
    case 'run':
      return `run ${node.sequence}`;
    case 'repeat':
      return `repeat ${node.times} times`;
    case 'wait':
      return `wait ${durationWords(node.duration)}`;
    case 'wait_for': {
      const what = node.event === 'reply' ? 'a reply' : 'the invitation to be accepted';
      return `wait for ${what}, ${withinWords(node.within)} at most`;
    }
    case 'end':
      return `end ${node.outcome}`;
    default:
      return unreachable(node);
  }
}

const worded = (word: string, text: string | undefined): string => (text ? `${word} "${shorten(text)}"` : word);

const LONGEST = 60;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function durationWords(duration: WaitDuration): string {
  switch (duration.unit) {
    case 'ms':
      return formatDuration(duration.count);
    case 'business_days':
      return counted(duration.count, 'business day');
    case 'until':
      return `until ${duration.at.replace('T', ' ')}`;
    case 'weekday':
      return `until ${DAYS[duration.weekday] ?? ''} ${clock(duration.minutes)}`;
    default:
      return unreachable(duration);
  }
}

const withinWords = (within: number | { readonly business_days: number }): string =>
  typeof within === 'number' ? formatDuration(within) : counted(within.business_days, 'business day');

const CLASSES: Readonly<Record<LimitClass, string>> = {
  visit: 'visits',
  invite: 'invites',
  message: 'messages',
  inmail: 'inmails',
  email: 'emails',
  credits: 'credits',
};

export const classWords = (limitClass: string): string =>
  Object.entries(CLASSES).find(([name]) => name === limitClass)?.[1] ?? limitClass;

export const capsWords = (caps: readonly Cap[] | undefined): string =>
  caps === undefined || caps.length === 0 ? 'no limit' : caps.map(({ count, per }) => `${count} a ${per}`).join(', ');

export function hoursWords(hours: readonly (readonly HoursRange[])[] | null): string {
  if (hours === null) return 'any time';
  // Days in a row with the same hours are said at once: `Mon-Fri 09:00-18:00`.
  const runs: { readonly from: number; to: number; readonly times: string }[] = [];
  for (const [day, ranges] of hours.entries()) {
    const times = ranges.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(', ');
    const last = runs.at(-1);
    if (last?.times === times) last.to = day;
    else runs.push({ from: day, to: day, times });
  }
  const open = runs.filter(({ times }) => times !== '');
  const name = (day: number): string => DAYS[day]?.slice(0, 3) ?? '';
  const named = open.map(({ from, to, times }) => `${name(from)}${from === to ? '' : `-${name(to)}`} ${times}`);
  return named.length === 0 ? 'never' : named.join('; ');
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
