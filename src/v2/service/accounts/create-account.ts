import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from './account-row.ts';
import { ACCOUNT_COLUMNS } from './find-account.ts';

/** Mails per day of a mailbox whose owner named no limit. */
export const DEFAULT_DAILY_LIMIT = 50;

export type NewAccount = Pick<
  AccountRow,
  'user_id' | 'platform' | 'status' | 'name' | 'email' | 'phone_number' | 'country' | 'products' | 'daily_limit'
> & { readonly account_id?: string };

/** Every account comes to be here, on the proxy pool. `now`: virtual time. */
export async function createAccount(tx: Queryable, account: NewAccount, now: number): Promise<AccountRow> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `insert into accounts (account_id, user_id, platform, status, name, email, phone_number, country, products, proxy,
       daily_limit, created_at, updated_at, email_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pool', $10, $11, $11, $12) returning ${ACCOUNT_COLUMNS}`,
    [
      account.account_id ?? newId('acc', now),
      account.user_id,
      account.platform,
      account.status,
      account.name,
      account.email,
      account.phone_number,
      account.country,
      account.products,
      account.daily_limit,
      new Date(now),
      account.email === null ? null : mailboxKey(account.email),
    ],
  );
  const row = rows[0];
  if (!row) throw new Error('an insert returned no row');
  return row;
}
