import { DAY } from '../../shared/kit/duration.ts';
import { localMillis } from './zone-offsets.ts';

/** Days since 1970-01-01, as that zone's calendar counts them. */
export function dayNumber(ms: number, zone: string): number {
  return Math.floor(localMillis(ms, zone) / DAY);
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Each day is asked for by every step that is planned on it. */
const names = new Map<number, string>();
const NAMES_KEPT = 5_000;

export function dayName(day: number): string {
  let name = names.get(day);
  if (name === undefined) {
    if (names.size >= NAMES_KEPT) names.clear();
    name = new Date(day * DAY).toISOString().slice(0, 10);
    names.set(day, name);
  }
  return name;
}

/** The Monday of the day's ISO week. */
export function weekName(day: number): string {
  return dayName(day - weekdayOf(day));
}

/** `YYYY-MM-DD` in that zone. */
export function localDay(ms: number, zone: string): string {
  return dayName(dayNumber(ms, zone));
}

/** The Monday of the ISO week in that zone, `YYYY-MM-DD`. */
export function localWeek(ms: number, zone: string): string {
  return weekName(dayNumber(ms, zone));
}
