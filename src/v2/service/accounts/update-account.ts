import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { ServiceError } from '../answers/service-error.ts';
import type { AccountRow } from './account-row.ts';
import { ACCOUNT_COLUMNS } from './find-account.ts';

type Changes = Partial<
  Pick<AccountRow, 'status' | 'name' | 'email' | 'country' | 'products' | 'proxy' | 'daily_limit'>
>;

/** Writes the fields that are given; the account as it is then. `now`: virtual time. */
export async function updateAccount(
  tx: Queryable,
  accountId: string,
  changes: Changes,
  now: number,
): Promise<AccountRow> {
  const { email } = changes;
  const keyed = typeof email === 'string' ? { email_key: mailboxKey(email) } : {};
  const given = Object.entries({ ...changes, ...keyed }).filter(([, value]) => value !== undefined);
  const columns = given.map(([column], index) => `${column} = $${index + 3}, `).join('');
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `update accounts set ${columns}updated_at = $2 where account_id = $1 returning ${ACCOUNT_COLUMNS}`,
    [accountId, new Date(now), ...given.map(([, value]) => value)],
  );
  const row = rows[0];
  if (!row) throw new ServiceError('INVALID_ACCOUNT', `account ${accountId} not found`);
  return row;
}
