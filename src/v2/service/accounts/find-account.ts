import type { Queryable } from '../../../shared/postgres/database.ts';
import { ServiceError } from '../answers/service-error.ts';
import type { AccountRow } from './account-row.ts';

export const ACCOUNT_COLUMNS = `account_id, user_id, platform, status, name, email, phone_number, country, products,
  proxy, daily_limit, created_at, updated_at`;

/** The owner's account; throws INVALID_ACCOUNT where it is unknown or another owner's, which read the same. */
export async function findAccount(tx: Queryable, userId: string, accountId: string): Promise<AccountRow> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where account_id = $1 and user_id = $2`,
    [accountId, userId],
  );
  return requireFound(rows[0], accountId);
}

export function requireFound(account: AccountRow | undefined, accountId: string): AccountRow {
  if (!account) throw new ServiceError('INVALID_ACCOUNT', `account ${accountId} not found`);
  return account;
}

/** Throws ACCOUNT_INACTIVE unless the account is connected. */
export function requireActive(account: AccountRow): void {
  if (account.status === 'connected') return;
  throw new ServiceError(
    'ACCOUNT_INACTIVE',
    account.status === 'checkpoint_required'
      ? `account ${account.account_id} waits for its verification code: complete it with POST /v2/checkpoint`
      : `account ${account.account_id} is ${account.status}: log in again to reactivate it`,
  );
}
