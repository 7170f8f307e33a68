import type { Node } from '../plan/node.ts';
import { labelsOf } from '../plan/node-traits.ts';
import { clock, WEEKDAYS } from '../plan/nodes/say.ts';
import type { Cap, HoursRange } from '../plan/plan.ts';

/** A step as one would say it: `message "Thank you, {{ first_name }}."` */
export const stepWords = (node: Node): string => labelsOf(node.kind).words(node);

export const capsWords = (caps: readonly Cap[] | undefined): string =>
  caps === undefined || caps.length === 0 ? 'no limit' : caps.map(({ count, per }) => `${count} a ${per}`).join(', ');

export function hoursWords(hours: readonly (readonly HoursRange[])[] | null): string {
  if (hours === null) return 'any time';
  // Consecutive days with the same hours are said together: `Mon-Fri 09:00-18:00`.
  const runs: { readonly from: number; to: number; readonly times: string }[] = [];
  for (const [day, ranges] of hours.entries()) {
    const times = ranges.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(', ');
    const last = runs.at(-1);
    if (last?.times === times) last.to = day;
    else runs.push({ from: day, to: day, times });
  }
  const open = runs.filter(({ times }) => times !== '');
  const name = (day: number): string => WEEKDAYS[day]?.slice(0, 3) ?? '';
  const named = open.map(({ from, to, times }) => `${name(from)}${from === to ? '' : `-${name(to)}`} ${times}`);
  return named.length === 0 ? 'never' : named.join('; ');
}
