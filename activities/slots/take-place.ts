import { classesOf, findPlace, type PlaceQuestion, placesNeeded } from '../../src/calendar/find-place.ts';
import { localDay } from '../../src/calendar/local-day.ts';
import type { Slot } from '../../src/calendar/next-free-slot.ts';
import { isOpen } from '../../src/calendar/open-hours.ts';
import { type Binding, whyLater } from '../../src/calendar/why-later.ts';
import { HOUR, SECOND } from '../../src/kit/duration.ts';
import type { LimitClass } from '../../src/plan/plan.ts';
import type { Queryable } from '../../src/postgres/database.ts';
import { readAccountBook } from '../../src/slots/read-account-book.ts';
import { findClassHold } from '../../src/store/accounts/hold-account.ts';
import { findStepSlots } from '../../src/store/slots/find-slots.ts';
import { freeStepSlots } from '../../src/store/slots/free-slots.ts';
import { insertSlot, useSlots } from '../../src/store/slots/save-slot.ts';
import type { SlotRow, StepPlace } from '../../src/store/slots/slot.ts';
import type { StepDeps } from '../deps.ts';
import { worldSpan } from '../world-wall.ts';

export type TakenPlace =
  /** The step may go out now; its places count as used. */
  | { readonly is: 'now' }
  /** Booked for later. */
  | { readonly is: 'later'; readonly at: number; readonly why: Binding }
  /** No place in sight. */
  | { readonly is: 'never' };

/**
 * Claims the step's booked place when its time has come, else books the next one. Under the account's lock, and in the
 * transaction that writes the intent, so that used and booked places never exceed a cap at any commit.
 */
export async function takePlace(
  deps: StepDeps,
  tx: Queryable,
  step: StepPlace,
  question: PlaceQuestion,
): Promise<TakenPlace> {
  const classes = classesOf(question);
  if (classes.length === 0) return { is: 'now' };
  const now = deps.clock.now();
  const own = await findStepSlots(tx, step);
  if (own.length > 0) {
    const [first] = own;
    if (first && first.at.getTime() > now) {
      const book = await readAccountBook(tx, question.account, now);
      const at = first.at.getTime();
      return { is: 'later', at, why: whyLater(question, book, now, { at }) };
    }
    if (own.every((slot) => canClaim(deps, question, slot, now))) {
      await useSlots(
        tx,
        own.map(({ id }) => id),
        new Date(now),
      );
      return { is: 'now' };
    }
    await freeStepSlots(tx, step);
  }
  return bookPlace(deps, tx, step, question, now);
}

async function bookPlace(
  deps: StepDeps,
  tx: Queryable,
  step: StepPlace,
  question: PlaceQuestion,
  now: number,
): Promise<TakenPlace> {
  const book = await readAccountBook(tx, question.account, now);
  const hold =
    question.limit_class === null ? null : await findClassHold(tx, question.account.id, question.limit_class);
  const heldUntil = hold !== null && hold.until.getTime() > now ? hold.until.getTime() : now;
  let place = findPlace(question, book, heldUntil);
  if (place && place.at <= now && crossesMidnight(deps, question, place, now)) {
    place = findPlace(question, book, now + flight(deps));
  }
  if (!place) return { is: 'never' };
  const goes = place.at <= now;
  for (const limitClass of classesOf(question)) {
    await insertSlot(tx, {
      enrollment_id: step.enrollment_id,
      node: step.node,
      visit: step.visit,
      account_id: question.account.id,
      limit_class: limitClass,
      at: new Date(place.at),
      local_day: place.local_day,
      local_week: place.local_week,
      state: goes ? 'used' : 'booked',
      amount: placesNeeded(limitClass, question),
    });
  }
  if (goes) return { is: 'now' };
  return {
    is: 'later',
    at: place.at,
    why: heldUntil > now && hold ? onHold(hold.reason, question.limit_class) : whyLater(question, book, now, place),
  };
}

/** The network's own verdict goes before all caps. */
function onHold(reason: string, limitClass: LimitClass | null): Binding {
  return { constraint: 'network', text: reason, ...(limitClass === null ? {} : { limit_class: limitClass }) };
}

/**
 * A booked place may be claimed a little late (timers fire late, above all in a fast world), but only on the day it counts
 * for and inside the hours. What comes later than that, after a stop of the worker for example, books anew: a backlog must
 * not go out as one burst.
 */
function canClaim(deps: StepDeps, question: PlaceQuestion, slot: SlotRow, now: number): boolean {
  const late = now - slot.at.getTime();
  if (slot.state === 'used') return !crossesMidnight(deps, question, slot, now);
  if (late < 0 || late > worldSpan(deps, 5 * SECOND)) return false;
  if (crossesMidnight(deps, question, slot, now)) return false;
  return slot.limit_class === 'credits' || isOpen(now, question.plan.schedule, question.zone);
}

/** Whether the call might land on another local day than its place counts for. */
function crossesMidnight(
  deps: StepDeps,
  question: PlaceQuestion,
  place: Pick<Slot, 'local_day'>,
  now: number,
): boolean {
  const zone = question.account.zone;
  return localDay(now, zone) !== place.local_day || localDay(now + flight(deps), zone) !== place.local_day;
}

/** World time that a call may take. */
const flight = (deps: StepDeps): number => Math.min(worldSpan(deps, 10 * SECOND), 2 * HOUR);
