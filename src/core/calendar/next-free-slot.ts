import { DAY } from '../../shared/kit/duration.ts';
import type { OpenWindow, WindowsOfDay } from './open-windows.ts';
import type { RoomMemory } from './full-day-cache.ts';
import type { SendTimes } from './send-times.ts';

export interface Slot {
  readonly at: number;
  /** `YYYY-MM-DD` in the account's zone. */
  readonly local_day: string;
  /** The Monday of the ISO week in the account's zone. */
  readonly local_week: string;
}

export interface SlotQuestion {
  readonly windows: WindowsOfDay;
  /** Whether the caps leave a place on that window's day. */
  readonly hasRoom: (window: OpenWindow) => boolean;
  /** The account's sends, and the least distance to each on both sides, milliseconds. */
  readonly sends: SendTimes;
  readonly gap: number;
  /** What earlier searches under the same windows and caps found full. */
  readonly memory: RoomMemory;
}

const HORIZON_DAYS = 730;

/**
 * The earliest time at or after `after` (epoch milliseconds of virtual time) that is inside the hours, under every cap and
 * `gap` (the spacing between two sends) away from every other send; null when the horizon holds none.
 */
export function nextFreeSlot(question: SlotQuestion, after: number): Slot | null {
  const { memory, gap } = question;
  const start = Math.ceil(after);
  const end = after + HORIZON_DAYS * DAY;
  const last = Math.floor((end - 1) / DAY);
  for (let from = Math.floor(start / DAY); ; ) {
    const day = memory.firstOpen(from, last, gap);
    if (day === null) return null;
    const slot = firstOnDay(question, day, start, end);
    if (slot) return slot;
    if (start <= day * DAY && (day + 1) * DAY <= end) memory.isFull(day, gap);
    from = day + 1;
  }
}

function firstOnDay(question: SlotQuestion, day: number, start: number, end: number): Slot | null {
  const { windows, hasRoom, sends, gap } = question;
  for (const window of windows(day)) {
    if (window.to <= start || !hasRoom(window)) continue;
    const at = sends.firstFree(Math.max(start, window.from), Math.min(end, window.to), gap);
    if (at !== null) return { at, local_day: window.local_day, local_week: window.local_week };
  }
  return null;
}
