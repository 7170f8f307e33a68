import type { AccountBook } from '../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../core/calendar/caps.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { createAccountBooks } from './account-calendars.ts';
import type { CalendarDeps } from './calendar-deps.ts';

/** All places that caps and distances at `now` and later depend on. Under the account's lock. */
export function readAccountBook(
  { books }: Pick<CalendarDeps, 'books'>,
  tx: Queryable,
  account: Pick<AccountRules, 'id' | 'zone'>,
  now: number,
): Promise<AccountBook> {
  return (books ?? createAccountBooks()).read(tx, account, now);
}
