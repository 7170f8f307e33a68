import { isDay } from '../../../shared/kit/read-date.ts';
import type { WaitDuration } from '../../plan/nodes/wait-duration.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** `until 2026-12-01 09:00` and `until monday 09:00`, in the schedule's zone; without a time at midnight. Null when it is neither. */
export function parseUntil(text: string): WaitDuration | null {
  const parts = /^\s*[Uu]ntil\s+(\d{4}-\d{2}-\d{2}|[A-Za-z]+)(?:[\sT]+(\d{1,2}):(\d{2}))?\s*$/.exec(text);
  if (!parts) return null;
  const [, day = '', hour = '0', minute = '00'] = parts;
  if (Number(hour) > 23 || Number(minute) > 59) return null;
  if (/^\d/.test(day)) {
    if (!isDay(day)) return null;
    return { unit: 'until', at: `${day}T${hour.padStart(2, '0')}:${minute}` };
  }
  const weekday = WEEKDAYS.findIndex((name) => name === day.toLowerCase() || name.slice(0, 3) === day.toLowerCase());
  return weekday < 0 ? null : { unit: 'weekday', weekday, minutes: Number(hour) * 60 + Number(minute) };
}

export const UNTIL_FIX = 'Write a day and a time, like until 2026-12-01 09:00 or until monday 09:00.';
