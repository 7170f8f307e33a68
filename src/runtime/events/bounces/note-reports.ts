import { emailIdentity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { findAccount } from '../../store/accounts/find-account.ts';
import { noteAddressReports } from '../../store/addresses/address-reports.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import { readLeads } from '../../store/leads/read-lead.ts';
import type { Activity } from '../reading/read-activity.ts';

/** A mail of ours came back, or was called spam. */
export type AboutMail = Extract<Activity, { original_message_id: string | null }>;

/**
 * Notes a bounce or complaint with its address, where it counts for every sequence and account. `leads` are the people for whom the mail was: where
 * the event names no address, their addresses are meant.
 */
export async function noteReports(
  tx: Queryable,
  { account_id, occurred_at }: Pick<EventRow, 'account_id' | 'occurred_at'>,
  activity: AboutMail,
  leads: readonly string[],
): Promise<readonly string[]> {
  const own = emailIdentity((await findAccount(tx, account_id))?.email ?? '')?.value;
  const named = activity.of.flatMap(({ kind, value }) => (kind === 'email' && value !== own ? [value] : []));
  const known = named.length > 0 ? [] : await readLeads(tx, leads);
  const addresses = [...named, ...known.flatMap(({ email }) => emailIdentity(email ?? '')?.value ?? [])];
  const reason = activity.kind === 'bounce' ? activity.reason : '';
  const report = { kind: activity.kind, at: occurred_at, reason, account_id };
  await noteAddressReports(
    tx,
    addresses.map((address) => ({ address, ...report })),
  );
  return addresses;
}
