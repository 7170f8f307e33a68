import type { BookedSlot } from '../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../core/calendar/caps.ts';
import { localWeek } from '../../core/calendar/local-day.ts';
import { isLimitClass } from '../../language/plan/limit-class.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { findAccountSlots } from '../store/slots/find-slots.ts';

/** What is booked and used of an account from this week on, for whoever plans beside it and moves nothing: all of it stays where it is. */
export async function readTakenSlots(
  db: Queryable,
  { id, zone }: Pick<AccountRules, 'id' | 'zone'>,
  now: number,
): Promise<BookedSlot[]> {
  const rows = await findAccountSlots(db, id, localWeek(now, zone));
  return rows.flatMap(({ id: slot, sequence, limit_class, at, local_day, local_week, urgent, domain, amount }) => {
    if (!isLimitClass(limit_class)) return [];
    const place = { sequence, limit_class, at: at.getTime(), local_day, local_week, urgent, domain, used: true };
    return Array.from({ length: amount }, (): BookedSlot => ({ ...place, step: `taken ${slot}` }));
  });
}
