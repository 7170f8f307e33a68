import { zoneOf } from '../../core/calendar/zone-of.ts';
import { localMillis } from '../../core/calendar/zone-offsets.ts';
import type { GivenAccount } from '../../core/simulate/accounts/simulated-accounts.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { findPools, type GivenPools } from '../../runtime/enroll/assign-senders.ts';
import { rulesOf } from '../../runtime/slots/account-rules.ts';
import { readTakenSlots } from '../../runtime/slots/read-taken-slots.ts';
import type { AccountRow } from '../../runtime/store/accounts/account.ts';
import { listAccounts } from '../../runtime/store/accounts/find-account.ts';
import { hasAny, type Within } from '../../runtime/store/within.ts';
import type { ApiDeps } from './context.ts';
import { refusalProblem } from './refusal.ts';

/** A connected account for a simulation, with the rules that it really has. */
export async function givenAccount(
  { db, profiles = [] }: Pick<ApiDeps, 'db' | 'profiles'>,
  row: AccountRow,
  plan: Plan,
): Promise<GivenAccount> {
  return { ...(await rulesOf({ profiles }, db, row, plan)), channel: row.platform };
}

interface Sending {
  /** The account that reads the people. */
  readonly account_id: string | undefined;
  readonly senders: GivenPools | undefined;
}

/**
 * The accounts from which people of a plan would be written to as they are now, with what is booked on them already, and the plan that names them. `start` is the present
 * moment, as a simulation of the plan is told it. Throws the Problem of a campaign that could not begin.
 */
export async function presentAccounts(
  { within, ...deps }: ApiDeps & { readonly within: Within },
  plan: Plan,
  { account_id, senders = {} }: Sending,
): Promise<{ readonly plans: readonly Plan[]; readonly accounts: readonly GivenAccount[]; readonly start: string }> {
  const now = deps.clock.now();
  const all = (await listAccounts(deps.db)).filter(({ id }) => hasAny(within, [id]));
  const found = findPools({ plan, accounts: all, given: senders, campaign_account: account_id ?? null });
  if (found.kind === 'refused') throw refusalProblem(found);
  const sending = new Set(Object.values(found.pools).flat());
  const accounts: GivenAccount[] = [];
  for (const row of all.filter(({ id }) => sending.has(id))) {
    const account = await givenAccount(deps, row, plan);
    accounts.push({ ...account, taken: await readTakenSlots(deps.db, { id: row.id, zone: zoneOf(row) }, now) });
  }
  const start = new Date(localMillis(now, scheduleZoneOf(plan))).toISOString().slice(0, 16);
  return { plans: [{ ...plan, senders: { ...plan.senders, ...found.pools } }], accounts, start };
}

/** In which a simulation counts the days of its start. */
export const scheduleZoneOf = ({ schedule: { timezone, fallback_timezone } }: Plan): string =>
  timezone === 'lead' ? fallback_timezone : timezone;
