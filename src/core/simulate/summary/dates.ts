import { DateTime } from 'luxon';
import { DAY } from '../../../shared/kit/duration.ts';

/** `2026-01-05`, of days since 1970-01-01. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** `2026-01-05T09:00:00.000+01:00` */
export function localTime(at: number, zone: string): string {
  return DateTime.fromMillis(at, { zone }).toISO() ?? new Date(at).toISOString();
}
