import { isDay } from '../../shared/kit/read-date.ts';

/** A Monday, so that a first look is not at a weekend. */
export const DEFAULT_START = '2026-01-05';

/** `2026-01-05`, `2026-01-05 09:00` or `2026-01-05T09:00`; null when it is none of these, or no day of any calendar. */
export function readStart(text: string): string | null {
  const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?\s*$/.exec(text) ?? [];
  if (day === undefined) return null;
  if (!isDay(day) || Number.isNaN(Date.parse(`${day}T${time ?? '00:00'}:00Z`))) return null;
  return time === undefined ? day : `${day}T${time}`;
}
