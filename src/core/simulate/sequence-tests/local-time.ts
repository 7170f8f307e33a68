import { DAY, MINUTE } from '../../../shared/kit/duration.ts';
import { isDay } from '../../../shared/kit/read-date.ts';
import { instantOf, localMillis } from '../../calendar/zone-offsets.ts';
import type { Bound, LocalTime, TimeRange } from './test-file.ts';

const DATE = '[12]\\d{3}-\\d{2}-\\d{2}';
const TIME = '\\d{1,2}:\\d{2}';
const BOUND = new RegExp(`^(?:(${DATE})(?:[T ]+(${TIME}))?|(${TIME}))$`);

/** `2026-03-02 09:00`; a date alone is its first minute. Null: neither. */
export function parseLocalTime(text: string): LocalTime | null {
  const bound = parseBound(text.trim());
  return bound && bound.date !== null ? { date: bound.date, minutes: bound.minutes ?? 0 } : null;
}

/** `2026-03-03 09:00`, `2026-03-03`, `09:00..12:00`, `2026-03-03 09:00..`, `..2026-03-05`; null when it is none of these. */
export function parseTimeRange(text: string): TimeRange | null {
  const written = text.trim();
  const [from = '', to, ...more] = written.split('..').map((part) => part.trim());
  if (more.length > 0) return null;
  if (to === undefined) {
    const exact = parseBound(from);
    return exact && { from: exact, to: exact, text: written };
  }
  if (from === '' && to === '') return null;
  const lower = from === '' ? null : parseBound(from);
  const upper = to === '' ? null : parseBound(to);
  if ((from !== '' && !lower) || (to !== '' && !upper)) return null;
  // `2026-03-03 09:00..12:00`: both on that day.
  const sameDay =
    lower?.date && lower.minutes !== null && upper?.date === null ? { ...upper, date: lower.date } : upper;
  return { from: lower, to: sameDay, text: written };
}

function parseBound(text: string): Bound | null {
  const [, date = null, onDate, alone] = BOUND.exec(text) ?? [];
  const time = onDate ?? alone;
  if (date === null && time === undefined) return null;
  if (date !== null && !isDay(date)) return null;
  if (time === undefined) return { date, minutes: null };
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours > 24 || minutes > 59 || hours * 60 + minutes > 1440 ? null : { date, minutes: hours * 60 + minutes };
}

export function instantOfLocal({ date, minutes }: LocalTime, zone: string): number {
  return instantOf(Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE, zone);
}

function localTimeOf(ms: number, zone: string): LocalTime {
  const local = localMillis(ms, zone);
  const minutes = Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE);
  return { date: new Date(local).toISOString().slice(0, 10), minutes };
}

/** `2026-03-03 09:00`. */
export function formatLocalTime(ms: number, zone: string): string {
  const { date, minutes } = localTimeOf(ms, zone);
  return `${date} ${clock(minutes)}`;
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export function isWithin(ms: number, zone: string, { from, to }: TimeRange): boolean {
  const time = localTimeOf(ms, zone);
  return (from === null || compare(time, from) >= 0) && (to === null || compare(time, to) <= 0);
}

/** Compares as much of a time as the bound names: its day, its time of day, or both. */
function compare(time: LocalTime, bound: Bound): number {
  if (bound.date !== null && time.date !== bound.date) return time.date < bound.date ? -1 : 1;
  return bound.minutes === null ? 0 : time.minutes - bound.minutes;
}
