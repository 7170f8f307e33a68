import type { WaitDuration } from '../../language/plan/nodes/wait-duration.ts';
import type { Schedule } from '../../language/plan/plan.ts';
import { DAY, MINUTE } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { addBusinessDays } from './business-days.ts';
import { dayNumber, weekdayOf } from './local-day.ts';
import { instantOf } from './zone-offsets.ts';

/**
 * When a wait that began at `now` is over; `zone` is the one the schedule's hours are read in. A time that a clock change
 * skips is the one as far behind the change. A date that is past is over at once; a weekday is always still to come: on
 * Monday at 09:00, `until monday 09:00` is next week's.
 */
export function waitUntil(
  duration: WaitDuration,
  now: number,
  zone: string,
  schedule: Pick<Schedule, 'hours' | 'holidays'>,
): number {
  switch (duration.unit) {
    case 'ms':
      return now + duration.count;
    case 'business_days':
      return addBusinessDays(now, duration.count, zone, schedule);
    case 'until':
      return Math.max(now, instantOf(Date.parse(`${duration.at}Z`), zone));
    case 'weekday':
      return nextWeekday(duration, now, zone);
    default:
      return unreachable(duration);
  }
}

function nextWeekday({ weekday, minutes }: Extract<WaitDuration, { unit: 'weekday' }>, now: number, zone: string) {
  const today = dayNumber(now, zone);
  const first = today + ((weekday - weekdayOf(today) + 7) % 7);
  const at = instantOf(first * DAY + minutes * MINUTE, zone);
  return at > now ? at : instantOf((first + 7) * DAY + minutes * MINUTE, zone);
}
