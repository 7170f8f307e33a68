import type { AccountBook } from '../calendar/account-book.ts';
import { findPlace, type PlaceQuestion } from '../calendar/find-place.ts';
import type { Slot } from '../calendar/next-free-slot.ts';
import { scheduleZone, zoneOf } from '../calendar/zone-of.ts';
import { HOUR } from '../kit/duration.ts';
import type { Queryable } from '../postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { lockAccount } from '../store/accounts/find-account.ts';
import { addToOutbox } from '../store/outbox/add-to-outbox.ts';
import { findLaterBookings, type LaterBooking } from '../store/slots/find-later-bookings.ts';
import { findStepSlots } from '../store/slots/find-slots.ts';
import { moveSlot } from '../store/slots/save-slot.ts';
import type { SlotRow } from '../store/slots/slot.ts';
import { rulesOf } from './account-rules.ts';
import type { CalendarDeps } from './calendar-deps.ts';
import { asLimitClass, readAccountBook, stepKey } from './read-account-book.ts';

const SCANNED = 100;

/**
 * Lets those who wait longer move up into freed places, in their order, and wakes them. Only where it is worth waking
 * somebody: an earlier day, or at least an hour. The accounts are locked by the caller.
 */
export async function pullForward(deps: CalendarDeps, tx: Queryable, freed: readonly SlotRow[]): Promise<void> {
  const lists = new Map(freed.map((slot) => [`${slot.account_id} ${slot.limit_class}`, slot]));
  for (const slot of lists.values()) {
    if (slot.limit_class !== 'credits') await pullClass(deps, tx, slot);
  }
}

async function pullClass(deps: CalendarDeps, tx: Queryable, freed: SlotRow): Promise<void> {
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
  const book = await readAccountBook(tx, { id: account.id, zone: zoneOf(account) }, now);
  for (const booking of bookings) {
    const place = findPlace(await questionOf(deps, tx, booking, account), book, now);
    if (!place || !isWorthIt(booking, place)) continue;
    await move(tx, book, booking, place);
    await addToOutbox(
      tx,
      {
        kind: 'signal_enrollment',
        target_id: booking.enrollment_id,
        payload: { id: `slot/${booking.id}/${place.at}`, type: 'nudge' },
      },
      new Date(now),
    );
  }
}

async function move(tx: Queryable, book: AccountBook, booking: LaterBooking, place: Slot): Promise<void> {
  const { at, local_day, local_week } = place;
  for (const own of await findStepSlots(tx, booking)) {
    await moveSlot(tx, own.id, { at: new Date(at), local_day, local_week });
  }
  for (const own of book.remove(stepKey(booking))) book.add({ ...own, at, local_day, local_week });
}

function isWorthIt(booking: SlotRow, place: { readonly at: number; readonly local_day: string }): boolean {
  return place.local_day < booking.local_day || place.at <= booking.at.getTime() - HOUR;
}

async function questionOf(
  deps: CalendarDeps,
  tx: Queryable,
  booking: LaterBooking,
  account: AccountRow,
): Promise<PlaceQuestion> {
  const plan = await deps.findPlan(booking.digest);
  return {
    step: stepKey(booking),
    sequence: booking.sequence,
    plan,
    account: await rulesOf(deps, tx, account, plan),
    zone: scheduleZone(plan.schedule, { timezone: booking.lead_timezone }),
    limit_class: asLimitClass(booking.limit_class),
    credits: booking.credits,
  };
}
