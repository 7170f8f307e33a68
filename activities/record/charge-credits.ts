import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { chargeReservedCredits } from '../../src/runtime/store/credits/credits-left.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepContext } from '../look/context.ts';

/** The account that a sequence's own credits are counted on, before the intent is settled; null: it has no limit of them. */
export async function lockForCredits(
  tx: Queryable,
  { plan }: StepContext,
  { account_id }: IntentRow,
): Promise<AccountRow | null> {
  return plan.limits.credits === undefined ? null : lockAccount(tx, account_id);
}

/** What the step held of its sequence's credits becomes what it cost; its intent is settled. */
export async function chargeCredits(tx: Queryable, account: AccountRow, intent: IntentRow, at: Date): Promise<void> {
  const zone = zoneOf(account);
  await chargeReservedCredits(tx, {
    ...{ enrollment_id: intent.enrollment_id, node: intent.node, visit: intent.visit, account_id: account.id, at },
    local_day: localDay(at.getTime(), zone),
    local_week: localWeek(at.getTime(), zone),
  });
}
