import { DAY } from '../kit/duration.ts';
import type { Cap, Schedule } from '../plan/plan.ts';
import { dayName, weekName } from './local-day.ts';
import { openRanges } from './open-hours.ts';
import { offsetSpan } from './zone-offsets.ts';

export interface Slot {
  readonly at: number;
  /** `YYYY-MM-DD` in the account's zone. */
  readonly local_day: string;
  /** The Monday of the ISO week in the account's zone. */
  readonly local_week: string;
}

export interface SlotQuestion {
  /** Epoch milliseconds of world time; nothing earlier is offered. */
  readonly after: number;
  readonly schedule: Schedule;
  /** The zone the schedule's hours are read in: the lead's, when the schedule says `lead`. */
  readonly timezone: string;
  /** The zone whose days and weeks the caps count. */
  readonly accountZone: string;
  readonly caps: readonly Cap[];
  /** Places of this account and limit class, booked or used; they count and keep their distance. */
  readonly taken: readonly Slot[];
  /** Times of the account's other sends, which only keep their distance. */
  readonly others: readonly number[];
  /** Least distance to every other send on both sides, milliseconds; drawn by the caller so that this stays a function. */
  readonly gap: number;
  readonly horizonDays?: number;
}

const DEFAULT_HORIZON_DAYS = 730;

/**
 * The earliest time at or after `after` that is inside the hours, under every cap and `gap` away from every other send;
 * null when the horizon holds none.
 *
 * Walks pieces of time in which both zones keep their offset and their date, so that a clock change needs no special case: an
 * hour that is skipped is in no piece, a doubled one is in two pieces of one day.
 */
export function nextFreeSlot(question: SlotQuestion): Slot | null {
  const { schedule, timezone, accountZone, gap } = question;
  const room = roomUnderCaps(question);
  const busy = [...question.taken.map(({ at }) => at), ...question.others].sort((a, b) => a - b);
  const end = question.after + (question.horizonDays ?? DEFAULT_HORIZON_DAYS) * DAY;
  for (let at = Math.ceil(question.after); at < end; ) {
    const account = localPiece(at, accountZone);
    const hours = localPiece(at, timezone);
    const pieceEnd = Math.min(account.end, hours.end, end);
    const local_day = dayName(account.day);
    const local_week = weekName(account.day);
    if (!room(local_day, local_week)) {
      at = account.end;
      continue;
    }
    for (const range of openRanges(hours.day, schedule)) {
      const from = Math.max(at, hours.midnight + range.from);
      const free = firstFree(from, Math.min(pieceEnd, hours.midnight + range.to), busy, gap);
      if (free !== null) return { at: free, local_day, local_week };
    }
    at = pieceEnd;
  }
  return null;
}

/** The local day around `at`, as far as the zone keeps its offset. `midnight` is where that offset puts 00:00. */
function localPiece(at: number, zone: string): { day: number; midnight: number; end: number } {
  const span = offsetSpan(at, zone);
  const day = Math.floor((at + span.offset) / DAY);
  const midnight = day * DAY - span.offset;
  return { day, midnight, end: Math.min(span.to, midnight + DAY) };
}

function roomUnderCaps({ caps, taken }: SlotQuestion): (day: string, week: string) => boolean {
  const perDay = lowest(caps, 'day');
  const perWeek = lowest(caps, 'week');
  const days = new Map<string, number>();
  const weeks = new Map<string, number>();
  for (const { local_day, local_week } of taken) {
    days.set(local_day, (days.get(local_day) ?? 0) + 1);
    weeks.set(local_week, (weeks.get(local_week) ?? 0) + 1);
  }
  return (day, week) => (days.get(day) ?? 0) < perDay && (weeks.get(week) ?? 0) < perWeek;
}

function lowest(caps: readonly Cap[], per: Cap['per']): number {
  return Math.min(Number.POSITIVE_INFINITY, ...caps.filter((cap) => cap.per === per).map(({ count }) => count));
}

function firstFree(from: number, to: number, busy: readonly number[], gap: number): number | null {
  let at = from;
  for (let index = firstAfter(busy, from - gap); index < busy.length && at < to; index++) {
    const other = busy[index] ?? Number.POSITIVE_INFINITY;
    if (other - at >= gap) break;
    if (at - other < gap) at = other + gap;
  }
  return at < to ? at : null;
}

/** Index of the first entry greater than `value`. */
function firstAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
