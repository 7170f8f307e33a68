import type { Schedule } from '../../language/plan/plan.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { isHoliday } from './holidays.ts';
import { dayName, weekName } from './local-day.ts';
import { openRanges } from './open-hours.ts';
import { offsetSpan } from './zone-offsets.ts';

/** A stretch of time in which sends are allowed, within one local day of the account. `to` is exclusive. */
export interface OpenWindow {
  readonly from: number;
  readonly to: number;
  /** Days since 1970-01-01 in the account's zone. */
  readonly account_day: number;
  readonly local_day: string;
  readonly local_week: string;
}

type OpenSchedule = Pick<Schedule, 'hours' | 'holidays'>;

/** The windows of a UTC day, in order. */
export type WindowsOfDay = (day: number) => readonly OpenWindow[];

const known = new WeakMap<OpenSchedule, Map<string, WindowsOfDay>>();
const DAYS_KEPT = 5_000;

/** Windows do not depend on what is booked, so each day's are found once. */
export function windowsOf(schedule: OpenSchedule, zone: string, accountZone: string): WindowsOfDay {
  let byZones = known.get(schedule);
  if (!byZones) {
    byZones = new Map();
    known.set(schedule, byZones);
  }
  const zones = `${zone} ${accountZone}`;
  let windows = byZones.get(zones);
  if (!windows) {
    windows = rememberDays((day) => findWindows(day, schedule, zone, accountZone));
    byZones.set(zones, windows);
  }
  return windows;
}

/** The windows of one UTC day. */
export function openWindows(day: number, schedule: OpenSchedule, zone: string, accountZone: string) {
  return windowsOf(schedule, zone, accountZone)(day);
}

function rememberDays(find: WindowsOfDay): WindowsOfDay {
  const days = new Map<number, readonly OpenWindow[]>();
  return (day) => {
    let windows = days.get(day);
    if (!windows) {
      if (days.size >= DAYS_KEPT) days.clear();
      windows = find(day);
      days.set(day, windows);
    }
    return windows;
  };
}

/**
 * Walks pieces of time in which both zones keep their offset and their date, so that a clock change needs no special case: an
 * hour that is skipped is in no piece, a doubled one is in two pieces of one day.
 */
function findWindows(day: number, schedule: OpenSchedule, zone: string, accountZone: string): OpenWindow[] {
  const windows: OpenWindow[] = [];
  const end = (day + 1) * DAY;
  for (let at = day * DAY; at < end; ) {
    const account = localPiece(at, accountZone);
    const hours = localPiece(at, zone);
    const pieceEnd = Math.min(account.end, hours.end, end);
    const ranges = isHoliday(hours.day, schedule.holidays) ? [] : openRanges(hours.day, schedule);
    for (const range of ranges) {
      const from = Math.max(at, hours.midnight + range.from);
      const to = Math.min(pieceEnd, hours.midnight + range.to);
      if (from >= to) continue;
      windows.push({
        from,
        to,
        account_day: account.day,
        local_day: dayName(account.day),
        local_week: weekName(account.day),
      });
    }
    at = pieceEnd;
  }
  return windows;
}

/** The local day around `at`, as far as the zone keeps its offset. `midnight` is where that offset puts 00:00. */
function localPiece(at: number, zone: string): { day: number; midnight: number; end: number } {
  const span = offsetSpan(at, zone);
  const day = Math.floor((at + span.offset) / DAY);
  const midnight = day * DAY - span.offset;
  return { day, midnight, end: Math.min(span.to, midnight + DAY) };
}
