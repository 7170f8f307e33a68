import { instantOf } from '../../src/core/calendar/zone-offsets.ts';
import type { StepVisit } from '../../src/runtime/store/slots/slot.ts';
import { countUnlocks, saveUnlock } from '../../src/runtime/store/slots/unlocks.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';

/** spec: Credits per action: a seat has 25 a month, which are not carried over. */
export const UNLOCKS_PER_MONTH = 25;
/** The number of months that are looked through: as far as any slot is looked for. */
const MONTHS = 24;

/**
 * Takes one of the seat's unlocks for the step, and returns when it may go out at the earliest. Under the account's
 * lock; null: never.
 */
export async function takeUnlock(
  tx: Queryable,
  step: StepVisit,
  account: { readonly id: string; readonly zone: string },
  now: number,
): Promise<number | null> {
  const date = new Date(now);
  const counts = await countUnlocks(
    tx,
    account.id,
    step,
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)),
  );
  for (let ahead = 0; ahead < MONTHS; ahead++) {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10);
    if ((counts.get(month) ?? 0) >= UNLOCKS_PER_MONTH) continue;
    const at = ahead === 0 ? now : instantOf(Date.parse(month), account.zone);
    await saveUnlock(tx, { ...step, account_id: account.id, month, at: new Date(at), used: ahead === 0 });
    return at;
  }
  return null;
}
