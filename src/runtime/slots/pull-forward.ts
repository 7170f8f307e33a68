import type { AccountCalendar } from '../../core/calendar/account-calendar.ts';
import { findSlot } from '../../core/calendar/find-slot.ts';
import type { Slot } from '../../core/calendar/next-free-slot.ts';
import { HOUR } from '../../shared/kit/duration.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { lockAccount } from '../store/accounts/find-account.ts';
import { findLaterSlots, type LaterSlot } from '../store/slots/find-later-slots.ts';
import type { SlotRow } from '../store/slots/slot.ts';
import { createAccountCalendars } from './account-calendars.ts';
import { rulesOfAccount } from './account-rules.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { moveSlot } from './move-slot.ts';
import { questionOfSlot } from './slot-question.ts';

const SCANNED = 100;

export type FreedSlot = Pick<SlotRow, 'account_id' | 'limit_class' | 'at'>;

/**
 * Lets those who wait longer move up into freed slots, in their order, and wakes them. Only where it is worth waking
 * somebody: an earlier day, or at least an hour. The accounts are locked by the caller.
 */
export async function pullForward(deps: CalendarDeps, tx: Queryable, freed: readonly FreedSlot[]): Promise<void> {
  const lists = new Map(freed.map((slot) => [`${slot.account_id} ${slot.limit_class}`, slot]));
  const withCalendars = { ...deps, calendars: deps.calendars ?? createAccountCalendars() };
  for (const slot of lists.values()) {
    if (slot.limit_class !== 'credits') await pullClass(withCalendars, tx, slot);
  }
}

async function pullClass(
  deps: CalendarDeps & Required<Pick<CalendarDeps, 'calendars'>>,
  tx: Queryable,
  freed: FreedSlot,
): Promise<void> {
  const now = deps.clock.now();
  const later = await findLaterSlots(tx, {
    account_id: freed.account_id,
    limit_class: freed.limit_class,
    after: new Date(Math.max(now, freed.at.getTime())),
    limit: SCANNED,
  });
  if (later.length === 0) return;
  const account = await lockAccount(tx, freed.account_id);
  if (!account) return;
  const rules = rulesOfAccount(deps, tx, account);
  const read = (): Promise<AccountCalendar> => deps.calendars.read(tx, rules, now);
  let book = await read();
  for (const booked of later) {
    const question = await questionOfSlot(deps, tx, booked, rules);
    const earlier = findSlot(question, book, now);
    if (!earlier || !isWorthIt(booked, earlier)) continue;
    await moveSlot(tx, booked, earlier, { now, moved_for: null });
    book = await read();
  }
}

function isWorthIt(booked: LaterSlot, earlier: Slot): boolean {
  return earlier.local_day < booked.local_day || earlier.at <= booked.at.getTime() - HOUR;
}
