import type { Queryable } from '../../../shared/postgres/database.ts';
import { isShared, setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { LOCK_RANKS } from '../store/lock-ranks.ts';
import type { AccountRow } from './account-row.ts';
import { ACCOUNT_COLUMNS, requireFound } from './find-account.ts';

/**
 * The account as it is now, locked until the end of the transaction; rows that refer to it can still be written. Who shares the transaction does not
 * wait in it for an account that somebody else has.
 */
export async function lockAccount(tx: Queryable, { account_id }: AccountRow): Promise<AccountRow> {
  const account = await (isShared(tx) ? lockFree : lockAll)(tx, account_id);
  if (account === undefined) waitElsewhere(tx);
  return requireFound(account, account_id);
}

const lockAll = setwise(lockedBy('for no key update'), { rank: LOCK_RANKS.accounts });
const lockFree = setwise(lockedBy('for no key update skip locked'), { rank: LOCK_RANKS.accounts });

function lockedBy(lock: string) {
  return async (tx: Queryable, ids: readonly string[]): Promise<(AccountRow | undefined)[]> => {
    const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
      `select ${ACCOUNT_COLUMNS} from accounts where account_id = any ($1) order by account_id ${lock}`,
      [ids],
    );
    const found = new Map(rows.map((row) => [row.account_id, row]));
    return ids.map((id) => found.get(id));
  };
}
