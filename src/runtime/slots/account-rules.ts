import type { AccountRules, InMailStock } from '../../core/calendar/caps.ts';
import { localDay } from '../../core/calendar/local-day.ts';
import { type NetworkProfile, profileOf } from '../../core/calendar/network-profile.ts';
import { zoneOf } from '../../core/calendar/zone-of.ts';
import type { Plan } from '../../language/plan/plan.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { AccountRow } from '../store/accounts/account.ts';
import { countInMailsSince } from '../store/slots/count-inmails.ts';
import { findFirstSend } from '../store/slots/find-first-send.ts';
import type { CalendarDeps } from './calendar-deps.ts';

/** Reads the rules of an account, which hold for every sequence. When it began to send matters to sequences that warm it up. */
export async function rulesOf(
  deps: Pick<CalendarDeps, 'profiles'>,
  tx: Queryable,
  account: AccountRow,
  plan: Pick<Plan, 'warm_up'>,
): Promise<AccountRules> {
  return rulesOfAccount(deps, tx, account).under(plan);
}

/** The account's rules under one plan after the other: what has to be read for some is read once. */
export interface LazyRules extends Pick<AccountRules, 'id' | 'zone'> {
  under(plan: Pick<Plan, 'warm_up'>): Promise<AccountRules>;
}

export function rulesOfAccount(
  { profiles }: Pick<CalendarDeps, 'profiles'>,
  tx: Queryable,
  account: AccountRow,
): LazyRules {
  const { id } = account;
  const zone = zoneOf(account);
  const profile = profileOf(account, profiles);
  let reading: Promise<AccountRules> | null = null;
  let warming: Promise<AccountRules> | null = null;
  const read = async (): Promise<AccountRules> => ({
    id,
    name: account.name,
    zone,
    profile,
    first_send_at: null,
    ...mailboxOf(account, zone),
    inmail_stock: await readInMailStock(tx, account, profile),
  });
  const warm = async (plain: AccountRules): Promise<AccountRules> => ({
    ...plain,
    first_send_at: (await findFirstSend(tx, id))?.getTime() ?? null,
  });
  return {
    id,
    zone,
    async under(plan) {
      reading ??= read();
      if (!plan.warm_up) return reading;
      warming ??= reading.then(warm);
      return warming;
    },
  };
}

/** The lower of what the account's record and its last send say; what others sent counts on the day it was seen. */
export function mailboxOf(account: AccountRow, zone: string): Pick<AccountRules, 'daily_limit' | 'elsewhere'> {
  const { daily_limit, mailbox_limit, mailbox_elsewhere, mailbox_seen_at } = account;
  const limits = [daily_limit, mailbox_limit].filter((limit) => limit !== null);
  return {
    daily_limit: limits.length === 0 ? null : Math.min(...limits),
    elsewhere:
      mailbox_seen_at === null || !mailbox_elsewhere
        ? null
        : { local_day: localDay(mailbox_seen_at.getTime(), zone), count: mailbox_elsewhere },
  };
}

/** The balance of the seat when it was read, less what may have gone out since. */
export async function readInMailStock(
  tx: Queryable,
  { id, inmail_balance, inmail_read_at }: Pick<AccountRow, 'id' | 'inmail_balance' | 'inmail_read_at'>,
  profile: NetworkProfile | null,
): Promise<InMailStock | null> {
  if (inmail_balance === null || inmail_read_at === null) return null;
  const since = await countInMailsSince(tx, { account_id: id, since: inmail_read_at });
  const per_month = profile?.inmails_per_month ?? null;
  return { left: inmail_balance - since, at: inmail_read_at.getTime(), per_month };
}
