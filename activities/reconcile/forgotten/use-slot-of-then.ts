import { localDay, localWeek } from '../../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../../src/core/calendar/zone-of.ts';
import type { AccountRow } from '../../../src/runtime/store/accounts/account.ts';
import { freeStepSlots } from '../../../src/runtime/store/slots/free-slots.ts';
import { insertSlots } from '../../../src/runtime/store/slots/save-slot.ts';
import { ANSWER_NODE, type SlotOwner } from '../../../src/runtime/store/slots/slot.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';

/**
 * Writes the slot that a forgotten call used, on its own day, in place of one that is booked for it. Under the
 * account's lock.
 */
export async function useSlotOfThen(
  tx: Queryable,
  owner: SlotOwner,
  used: { readonly account: AccountRow; readonly limit_class: string; readonly at: Date },
): Promise<void> {
  const { account, limit_class, at } = used;
  const zone = zoneOf(account);
  await freeStepSlots(tx, owner);
  await insertSlots(tx, [
    {
      ...{ enrollment_id: null, answer_id: null, node: ANSWER_NODE, visit: 1, ...owner },
      ...{ account_id: account.id, limit_class, at, state: 'used', amount: 1 },
      ...{ local_day: localDay(at.getTime(), zone), local_week: localWeek(at.getTime(), zone) },
    },
  ]);
}
