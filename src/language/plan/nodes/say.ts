import { cutText } from '../../../shared/kit/cut-text.ts';
import { formatDuration } from '../../../shared/kit/duration.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { WaitDuration } from './wait-duration.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const LONGEST = 60;

/** `message "Thank you"`, shortened; the word alone where there is no text. */
export const worded = (word: string, text: string | undefined): string => (text ? `${word} "${shorten(text)}"` : word);

export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${cutText(line, LONGEST - 1).trimEnd()}…` : line;
}

/** `2 business days` */
const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Minutes after midnight: `09:00`. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** How long at most: `3 days`, `3 business days`. */
export const withinWords = (within: number | { readonly business_days: number }): string =>
  typeof within === 'number' ? formatDuration(within) : counted(within.business_days, 'business day');

/** `2 days`, `until Monday 09:00` */
export function durationWords(duration: WaitDuration): string {
  switch (duration.unit) {
    case 'ms':
      return formatDuration(duration.count);
    case 'business_days':
      return counted(duration.count, 'business day');
    case 'until':
      return `until ${duration.at.replace('T', ' ')}`;
    case 'weekday':
      return `until ${WEEKDAYS[duration.weekday] ?? 'the day'} ${clock(duration.minutes)}`;
    default:
      return unreachable(duration);
  }
}
