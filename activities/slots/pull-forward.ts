import { localWeek } from '../../src/calendar/local-day.ts';
import { zoneOf } from '../../src/calendar/zone-of.ts';
import { HOUR } from '../../src/kit/duration.ts';
import type { LimitClass } from '../../src/plan/plan.ts';
import type { Queryable } from '../../src/postgres/database.ts';
import { lockAccount } from '../../src/store/accounts/find-account.ts';
import { addToOutbox } from '../../src/store/outbox/add-to-outbox.ts';
import { findLaterBookings, type LaterBooking } from '../../src/store/slots/find-later-bookings.ts';
import { findAccountSlots, findStepSlots } from '../../src/store/slots/find-slots.ts';
import { moveSlot } from '../../src/store/slots/save-slot.ts';
import type { SlotRow } from '../../src/store/slots/slot.ts';
import type { StepDeps } from '../deps.ts';
import { type AccountSlot, findPlace, isOf, type PlaceQuestion } from './find-place.ts';
import { scheduleZone } from './zones.ts';

const SCANNED = 100;

/**
 * Lets those who wait longer move up into freed places, in their order, and wakes them. Only where it is worth waking
 * somebody: an earlier day, or at least an hour. The accounts are locked by the caller.
 */
export async function pullForward(deps: StepDeps, tx: Queryable, freed: readonly SlotRow[]): Promise<void> {
  const lists = new Map(freed.map((slot) => [`${slot.account_id} ${slot.limit_class}`, slot]));
  for (const slot of lists.values()) {
    if (slot.limit_class !== 'credits') await pullClass(deps, tx, slot);
  }
}

async function pullClass(deps: StepDeps, tx: Queryable, freed: SlotRow): Promise<void> {
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
  const zone = zoneOf(account);
  let slots: AccountSlot[] = await findAccountSlots(tx, account.id, localWeek(now, zone));
  for (const booking of bookings) {
    const place = findPlace(await questionOf(deps, booking, account, zone), slots, now);
    if (!place || !isWorthIt(booking, place)) continue;
    const moved = { at: new Date(place.at), local_day: place.local_day, local_week: place.local_week };
    for (const own of await findStepSlots(tx, booking)) await moveSlot(tx, own.id, moved);
    slots = slots.map((slot) => (isOf(slot, booking) ? { ...slot, ...moved } : slot));
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

function isWorthIt(booking: SlotRow, place: { readonly at: number; readonly local_day: string }): boolean {
  return place.local_day < booking.local_day || place.at <= booking.at.getTime() - HOUR;
}

async function questionOf(
  deps: StepDeps,
  booking: LaterBooking,
  account: PlaceQuestion['account'],
  accountZone: string,
): Promise<PlaceQuestion> {
  const plan = await deps.findPlan(booking.digest);
  return {
    step: booking,
    sequence: booking.sequence,
    plan,
    account,
    account_zone: accountZone,
    zone: scheduleZone(plan.schedule, booking.lead_timezone),
    limit_class: asLimitClass(booking.limit_class),
    credits: booking.spends_credits ? 1 : 0,
  };
}

const asLimitClass = (text: string): LimitClass | null =>
  text === 'visit' || text === 'invite' || text === 'message' || text === 'inmail' || text === 'email' ? text : null;
