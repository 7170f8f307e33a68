import type { Schedule } from '../../language/plan/plan.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { isHoliday } from './holidays.ts';
import { weekdayOf } from './local-day.ts';
import { instantOf, localMillis } from './zone-offsets.ts';

/**
 * The same local time `count` business days later. Business days are the days the schedule sends on; a schedule that is open
 * every day, on none, or at any time says nothing about them, so Monday to Friday count. Holidays do not count.
 */
export function addBusinessDays(
  ms: number,
  count: number,
  zone: string,
  schedule: Pick<Schedule, 'hours' | 'holidays'>,
): number {
  if (count <= 0) return ms;
  const isBusinessDay = businessDays(schedule);
  const local = localMillis(ms, zone);
  let day = Math.floor(local / DAY);
  for (let left = count; left > 0; ) {
    day += 1;
    if (isBusinessDay(weekdayOf(day)) && !isHoliday(day, schedule.holidays)) left -= 1;
  }
  return instantOf(day * DAY + (local - Math.floor(local / DAY) * DAY), zone);
}

function businessDays({ hours }: Pick<Schedule, 'hours'>): (weekday: number) => boolean {
  const open = (hours ?? []).map((ranges) => ranges.length > 0);
  const openCount = open.filter(Boolean).length;
  if (openCount === 0 || openCount === 7) return (weekday) => weekday < 5;
  return (weekday) => open[weekday] ?? false;
}
