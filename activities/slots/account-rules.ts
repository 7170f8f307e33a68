import type { AccountRules } from '../../src/calendar/caps.ts';
import { profileOf } from '../../src/calendar/network-profile.ts';
import { zoneOf } from '../../src/calendar/zone-of.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Queryable } from '../../src/postgres/database.ts';
import type { AccountRow } from '../../src/store/accounts/account.ts';
import { findFirstSend } from '../../src/store/slots/find-first-send.ts';
import type { StepDeps } from '../deps.ts';

/** What bounds the account, whatever the sequence; when it began to send matters to those that warm it up. */
export async function rulesOf(
  deps: StepDeps,
  tx: Queryable,
  account: AccountRow,
  plan: Pick<Plan, 'warm_up'>,
): Promise<AccountRules> {
  const { id, name, daily_limit } = account;
  const first = plan.warm_up ? await findFirstSend(tx, id) : null;
  return {
    id,
    name,
    zone: zoneOf(account),
    daily_limit,
    profile: profileOf(account, deps.settings.profiles),
    first_send_at: first?.getTime() ?? null,
  };
}
