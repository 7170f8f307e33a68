import { DAY, HOUR, MINUTE, WEEK } from '../../../shared/kit/duration.ts';
import type { WaitDuration } from '../../plan/nodes/wait-duration.ts';

const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  min: MINUTE,
  minute: MINUTE,
  minutes: MINUTE,
  h: HOUR,
  hour: HOUR,
  hours: HOUR,
  d: DAY,
  day: DAY,
  days: DAY,
  w: WEEK,
  week: WEEK,
  weeks: WEEK,
};

/** Long enough for any plan, short enough that every sequence ends within a working life. */
const LONGEST = 730 * DAY;
const LONGEST_BUSINESS_DAYS = 520;

/** `2 days`, `90m`, `1 day 12 hours`, `3 business days`; null when it is none of these, not positive or above two years. */
export function parseDuration(text: string): WaitDuration | null {
  const business = /^\s*(\d{1,4})\s*business\s+days?\s*$/.exec(text);
  if (business) {
    const count = Number(business[1]);
    return count >= 1 && count <= LONGEST_BUSINESS_DAYS ? { unit: 'business_days', count } : null;
  }
  if (!/^\s*(?:\d{1,9}(?:\.\d{1,3})?\s*[a-z]+\s*){1,4}$/.test(text)) return null;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const size = UNITS[unit ?? ''];
    if (size === undefined) return null;
    total += Number(count) * size;
  }
  const count = Math.round(total);
  return count > 0 && count <= LONGEST ? { unit: 'ms', count } : null;
}

export const DURATION_FIX =
  'Write a number and a unit, like 90m, 2 hours, 3 days, 1 week or 3 business days (at most two years).';
