import type { BookedSlot } from '../../core/calendar/account-calendar.ts';
import type { AccountRules } from '../../core/calendar/caps.ts';
import { localWeek } from '../../core/calendar/local-day.ts';
import { isLimitClass } from '../../language/plan/limit-class.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { findAccountSlots } from '../store/slots/find-slots.ts';

/** Reads the slots of an account that are booked or used from this week on. They are for planning beside them: none of them is moved. */
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
