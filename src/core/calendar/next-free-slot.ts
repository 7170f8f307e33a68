import { DAY } from '../../shared/kit/duration.ts';
import type { FullDayCache } from './full-day-cache.ts';
import type { OpenWindow, WindowsOfDay } from './open-windows.ts';
import type { SendTimes } from './send-times.ts';

export interface Slot {
  readonly at: number;
  /** `YYYY-MM-DD` in the account's zone. */
  readonly local_day: string;
  /** The Monday of the ISO week in the account's zone. */
  readonly local_week: string;
}

export interface SlotSearch {
  readonly windows: WindowsOfDay;
  /** Whether the caps leave a slot on that window's day. */
  readonly hasSlot: (window: OpenWindow) => boolean;
  readonly sends: SendTimes;
  /** The least distance to each of the account's sends, on both sides, milliseconds: drawn from `schedule.spacing`. */
  readonly spacing: number;
  /** Days that earlier searches under the same windows and caps found full. */
  readonly full_days: FullDayCache;
}

const HORIZON_DAYS = 730;

/**
 * The earliest time at or after `after` (epoch milliseconds of virtual time) that is inside the hours, under every cap and
 * `spacing` away from every other send; null when the horizon holds none.
 */
export function nextFreeSlot(question: SlotSearch, after: number): Slot | null {
  const { full_days, spacing } = question;
  const start = Math.ceil(after);
  const end = after + HORIZON_DAYS * DAY;
  const last = Math.floor((end - 1) / DAY);
  for (let from = Math.floor(start / DAY); ; ) {
    const day = full_days.firstOpen(from, last, spacing);
    if (day === null) return null;
    const slot = firstOnDay(question, day, start, end);
    if (slot) return slot;
    if (start <= day * DAY && (day + 1) * DAY <= end) full_days.isFull(day, spacing);
    from = day + 1;
  }
}

function firstOnDay(question: SlotSearch, day: number, start: number, end: number): Slot | null {
  const { windows, hasSlot, sends, spacing } = question;
  for (const window of windows(day)) {
    if (window.to <= start || !hasSlot(window)) continue;
    const at = sends.firstFree(Math.max(start, window.from), Math.min(end, window.to), spacing);
    if (at !== null) return { at, local_day: window.local_day, local_week: window.local_week };
  }
  return null;
}
