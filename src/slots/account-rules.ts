import type { AccountRules } from '../calendar/caps.ts';
import { profileOf } from '../calendar/network-profile.ts';
import { zoneOf } from '../calendar/zone-of.ts';
import type { Plan } from '../plan/plan.ts';
import type { Queryable } from '../postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { findFirstSend } from '../store/slots/find-first-send.ts';
import type { CalendarDeps } from './calendar-deps.ts';

/** What bounds the account, whatever the sequence; when it began to send matters to those that warm it up. */
export async function rulesOf(
  { profiles }: Pick<CalendarDeps, 'profiles'>,
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
    profile: profileOf(account, profiles),
    first_send_at: first?.getTime() ?? null,
  };
}
