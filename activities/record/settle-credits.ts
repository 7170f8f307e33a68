import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { settleHeldCredits } from '../../src/runtime/store/credits/credit-room.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepContext } from '../look/context.ts';

/** What the step held of its sequence's credits becomes what it cost; its intent is settled. */
export async function settleCredits(tx: Queryable, context: StepContext, intent: IntentRow, at: Date): Promise<void> {
  if (context.plan.limits.credits === undefined) return;
  const account = await lockAccount(tx, intent.account_id);
  if (!account) return;
  const zone = zoneOf(account);
  await settleHeldCredits(tx, {
    ...{ enrollment_id: intent.enrollment_id, node: intent.node, visit: intent.visit, account_id: account.id, at },
    local_day: localDay(at.getTime(), zone),
    local_week: localWeek(at.getTime(), zone),
  });
}
