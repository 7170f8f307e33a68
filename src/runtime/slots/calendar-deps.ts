import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import type { FindPlan } from '../store/sequences/plan-cache.ts';
import type { AccountCalendars } from './account-calendars.ts';

/** Everything needed to work out the calendar of an account. */
export interface CalendarDeps {
  readonly clock: Clock;
  /** The limits that networks tolerate, by tier. */
  readonly profiles: readonly NetworkProfile[];
  /** Calendars that are kept between transactions; absent: they are read anew each time. */
  readonly calendars?: AccountCalendars;
  readonly findPlan: FindPlan;
}
