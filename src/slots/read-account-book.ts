import { type AccountBook, type Booking, createAccountBook } from '../calendar/account-book.ts';
import type { AccountRules } from '../calendar/caps.ts';
import { localWeek } from '../calendar/local-day.ts';
import type { LimitClass } from '../plan/plan.ts';
import type { Queryable } from '../postgres/database.ts';
import { findAccountSlots } from '../store/slots/find-slots.ts';
import type { SlotRow, StepPlace } from '../store/slots/slot.ts';

/** All places that caps and distances at `now` and later depend on. */
export async function readAccountBook(
  tx: Queryable,
  account: Pick<AccountRules, 'id' | 'zone'>,
  now: number,
): Promise<AccountBook> {
  const slots = await findAccountSlots(tx, account.id, localWeek(now, account.zone));
  return createAccountBook(slots.flatMap((slot) => bookingsOf(slot)));
}

export const stepKey = (step: StepPlace): string => `${step.enrollment_id}/${step.node}/${step.visit}`;

function bookingsOf(slot: SlotRow & { readonly sequence: string }): Booking[] {
  const limit_class = asLimitClass(slot.limit_class);
  if (!limit_class) return [];
  const { sequence, local_day, local_week } = slot;
  const booking = { step: stepKey(slot), sequence, limit_class, at: slot.at.getTime(), local_day, local_week };
  return Array.from({ length: slot.amount }, () => ({ ...booking }));
}

export function asLimitClass(text: string): LimitClass | null {
  switch (text) {
    case 'visit':
    case 'invite':
    case 'message':
    case 'inmail':
    case 'email':
    case 'credits':
      return text;
    default:
      return null;
  }
}
