import type { Queryable } from '../../../shared/postgres/database.ts';
import { ServiceError } from '../http/service-error.ts';
import type { AccountRow } from './account-row.ts';
import { ACCOUNT_COLUMNS } from './find-account.ts';

/** The account as it is now, locked until the end of the transaction; rows that refer to it can still be written. */
export async function lockAccount(tx: Queryable, { account_id }: AccountRow): Promise<AccountRow> {
  const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
    `select ${ACCOUNT_COLUMNS} from accounts where account_id = $1 for no key update`,
    [account_id],
  );
  const account = rows[0];
  if (!account) throw new ServiceError('INVALID_ACCOUNT', `account ${account_id} not found`);
  return account;
}
