import type { AccountBook } from '../../core/calendar/account-calendar.ts';
import { findPlace } from '../../core/calendar/find-slot.ts';
import type { Slot } from '../../core/calendar/next-free-slot.ts';
import { HOUR } from '../../shared/kit/duration.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { lockAccount } from '../store/accounts/find-account.ts';
import { findLaterBookings, type LaterBooking } from '../store/slots/find-later-slots.ts';
import type { SlotRow } from '../store/slots/slot.ts';
import { createAccountBooks } from './account-calendars.ts';
import { rulesOfAccount } from './account-rules.ts';
import { questionOfBooking } from './slot-question.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { moveBooking } from './move-slot.ts';

const SCANNED = 100;

export type FreedPlace = Pick<SlotRow, 'account_id' | 'limit_class' | 'at'>;

/**
 * Lets those who wait longer move up into freed places, in their order, and wakes them. Only where it is worth waking
 * somebody: an earlier day, or at least an hour. The accounts are locked by the caller.
 */
export async function pullForward(deps: CalendarDeps, tx: Queryable, freed: readonly FreedPlace[]): Promise<void> {
  const lists = new Map(freed.map((slot) => [`${slot.account_id} ${slot.limit_class}`, slot]));
  const withBooks = { ...deps, books: deps.books ?? createAccountBooks() };
  for (const slot of lists.values()) {
    if (slot.limit_class !== 'credits') await pullClass(withBooks, tx, slot);
  }
}

async function pullClass(
  deps: CalendarDeps & Required<Pick<CalendarDeps, 'books'>>,
  tx: Queryable,
  freed: FreedPlace,
): Promise<void> {
  const now = deps.clock.now();
  const bookings = await findLaterBookings(tx, {
    account_id: freed.account_id,
    limit_class: freed.limit_class,
    after: new Date(Math.max(now, freed.at.getTime())),
    limit: SCANNED,
  });
  if (bookings.length === 0) return;
  const account = await lockAccount(tx, freed.account_id);
  if (!account) return;
  const rules = rulesOfAccount(deps, tx, account);
  const read = (): Promise<AccountBook> => deps.books.read(tx, rules, now);
  let book = await read();
  for (const booking of bookings) {
    const question = await questionOfBooking(deps, tx, booking, rules);
    const place = findPlace(question, book, now);
    if (!place || !isWorthIt(booking, place)) continue;
    await moveBooking(tx, booking, place, { now, moved_for: null });
    book = await read();
  }
}

function isWorthIt(booking: LaterBooking, place: Slot): boolean {
  return place.local_day < booking.local_day || place.at <= booking.at.getTime() - HOUR;
}
