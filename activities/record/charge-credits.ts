import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { chargeReservedCredits } from '../../src/runtime/store/credits/credits-left.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepContext } from '../look/context.ts';

/** Locks the account on which a sequence's own credits are counted, before the outcome is recorded; null: the sequence does not limit them. */
export async function lockForCredits(
  tx: Queryable,
  { plan }: StepContext,
  { account_id }: IntentRow,
): Promise<AccountRow | null> {
  return plan.limits.credits === undefined ? null : lockAccount(tx, account_id);
}

/** Charges what the step cost against its sequence's credits, in place of what was reserved. The intent's outcome is recorded before. */
export async function chargeCredits(
  tx: Queryable,
  { request }: StepContext,
  account: AccountRow,
  at: Date,
): Promise<void> {
  const zone = zoneOf(account);
  await chargeReservedCredits(tx, {
    ...{ enrollment_id: request.enrollment_id, node: request.node, visit: request.visit, account_id: account.id, at },
    local_day: localDay(at.getTime(), zone),
    local_week: localWeek(at.getTime(), zone),
  });
}
