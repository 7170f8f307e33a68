import { type BookedSlot, createAccountCalendar } from '../../src/core/calendar/account-calendar.ts';
import type { AccountRules } from '../../src/core/calendar/caps.ts';
import { findSlot } from '../../src/core/calendar/find-slot.ts';
import { isHoliday } from '../../src/core/calendar/holidays.ts';
import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import type { Slot } from '../../src/core/calendar/next-free-slot.ts';
import { openRanges } from '../../src/core/calendar/open-hours.ts';
import { offsetSpan } from '../../src/core/calendar/zone-offsets.ts';
import type { Cap, Schedule } from '../../src/language/plan/plan.ts';
import { DAY } from '../../src/shared/kit/duration.ts';

/** One search, with everything it depends on in plain lists. */
export interface SlotQuestion {
  readonly after: number;
  readonly schedule: Schedule;
  readonly timezone: string;
  readonly accountZone: string;
  readonly caps: readonly Cap[];
  /** The number that a warming account may send on a local day. */
  readonly warmUp?: (day: number) => number;
  /** Places of this account and limit class. */
  readonly taken: readonly Slot[];
  /** Times of the account's other sends, which only keep their distance. */
  readonly others: readonly number[];
  readonly spacing: number;
}

export const ACCOUNT: AccountRules = {
  id: 'acc_anna',
  name: 'Anna',
  zone: 'UTC',
  daily_limit: null,
  profile: null,
  first_send_at: null,
};

export const bookedSlotAt = (
  step: string,
  limit_class: BookedSlot['limit_class'],
  at: number,
  zone: string,
  sequence = 's',
): BookedSlot => ({
  step,
  sequence,
  limit_class,
  at,
  local_day: localDay(at, zone),
  local_week: localWeek(at, zone),
});

/** Puts the question to an account's book. */
export function slotInBook(question: SlotQuestion): Slot | null {
  const { schedule, timezone, accountZone, caps, taken, others, spacing, after } = question;
  const book = createAccountCalendar([
    ...taken.map((slot, index) => ({ ...slot, step: `t${index}`, sequence: 's', limit_class: 'invite' as const })),
    ...others.map((at, index) => bookedSlotAt(`o${index}`, 'message', at, accountZone)),
  ]);
  return findSlot(
    {
      step: 'enr/invite/1',
      sequence: 's',
      plan: {
        limits: { invite: caps },
        schedule: { ...schedule, spacing: spacing ? { min: spacing, max: spacing } : null },
      },
      account: { ...ACCOUNT, zone: accountZone },
      zone: timezone,
      limit_class: 'invite',
      credits: 0,
    },
    book,
    after,
  );
}

/** The same answer without any memory: every piece of time is tried, every place counted. */
export function slotByTrying(question: SlotQuestion): Slot | null {
  const { schedule, timezone, accountZone, caps, warmUp, taken, others, spacing, after } = question;
  const busy = [...taken.map(({ at }) => at), ...others].sort((a, b) => a - b);
  const end = after + 730 * DAY;
  for (let at = Math.ceil(after); at < end; ) {
    const account = pieceOf(at, accountZone);
    const hours = pieceOf(at, timezone);
    const pieceEnd = Math.min(account.end, hours.end, end);
    const [local_day, local_week] = [localDay(at, accountZone), localWeek(at, accountZone)];
    const used = (per: Cap['per']) =>
      taken.filter((slot) => (per === 'day' ? slot.local_day === local_day : slot.local_week === local_week)).length;
    const isFull =
      caps.some((cap) => used(cap.per) >= cap.count) ||
      used('day') >= (warmUp?.(account.day) ?? Number.POSITIVE_INFINITY);
    const ranges = isFull || isHoliday(hours.day, schedule.holidays) ? [] : openRanges(hours.day, schedule);
    for (const range of ranges) {
      let free = Math.max(at, hours.midnight + range.from);
      const to = Math.min(pieceEnd, hours.midnight + range.to);
      for (const other of busy) if (Math.abs(other - free) < spacing) free = other + spacing;
      if (free < to) return { at: free, local_day, local_week };
    }
    at = pieceEnd;
  }
  return null;
}

function pieceOf(at: number, zone: string): { day: number; midnight: number; end: number } {
  const span = offsetSpan(at, zone);
  const day = Math.floor((at + span.offset) / DAY);
  const midnight = day * DAY - span.offset;
  return { day, midnight, end: Math.min(span.to, midnight + DAY) };
}
