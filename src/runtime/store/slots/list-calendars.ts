import { LIMIT_CLASSES } from '../../../language/plan/limit-class.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SlotRow } from './slot.ts';

/** An account and class in which somebody waits for a booked slot. */
export interface WaitingCalendar {
  readonly account_id: string;
  readonly limit_class: string;
  /** The first booked slot; before now, nobody came for it. */
  readonly first_at: Date;
}

/** One look into the index per account and class, however many slots are booked. */
export async function listCalendars(db: Queryable): Promise<WaitingCalendar[]> {
  const { rows } = await db.query<WaitingCalendar & Record<string, unknown>>(
    `select a.id as account_id, c.limit_class, first.at as first_at
       from accounts a cross join unnest($1::text[]) as c (limit_class)
      cross join lateral (
        select s.at from slots s where s.account_id = a.id and s.limit_class = c.limit_class and s.state = 'booked'
         order by s.at limit 1) first
      order by a.id, c.limit_class`,
    [LIMIT_CLASSES],
  );
  return rows;
}

/** Booked slots for which nobody came in time: their steps, paused or held up, book anew when they come. */
export async function freeMissedSlots(
  tx: Queryable,
  missed: { readonly account_id: string; readonly before: Date },
): Promise<Pick<SlotRow, 'account_id' | 'limit_class' | 'at'>[]> {
  const { rows } = await tx.query<Pick<SlotRow, 'account_id' | 'limit_class' | 'at'> & Record<string, unknown>>(
    `delete from slots where account_id = $1 and state = 'booked' and at < $2 and limit_class <> 'unlock'
     returning account_id, limit_class, at`,
    [missed.account_id, missed.before],
  );
  return rows;
}
