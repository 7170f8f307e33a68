import { describeBehind, readBehind } from '../../runtime/store/accounts/behind.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';

/** Whether the ledger knows what was sent from each account. Throws CodedError `account_behind`. */
export async function examineAccounts(url: string): Promise<string> {
  const db = openDatabase(url, { max: 1 });
  try {
    const behind = (await readBehind(db)).map(describeBehind);
    if (behind.length === 0) return 'the ledger knows the calls of every account that a worker has looked at';
    throw new CodedError('account_behind', behind.join('; '), {
      fix: 'Nothing is sent from it meanwhile. What is missing is read back by itself: look at the logs of worker and API if this lasts.',
    });
  } finally {
    await db.close();
  }
}
