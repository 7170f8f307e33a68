import type { AccountCalendar } from '../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../core/calendar/caps.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { createAccountCalendars } from './account-calendars.ts';
import type { CalendarDeps } from './calendar-deps.ts';

/** All slots that caps and distances at `now` and later depend on. Under the account's lock. */
export function readAccountCalendar(
  { calendars }: Pick<CalendarDeps, 'calendars'>,
  tx: Queryable,
  account: Pick<AccountRules, 'id' | 'zone'>,
  now: number,
): Promise<AccountCalendar> {
  return (calendars ?? createAccountCalendars()).read(tx, account, now);
}
