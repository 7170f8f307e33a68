import type { Queryable } from '../../../shared/postgres/database.ts';
import { isShared, setwise, waitElsewhere } from '../../../shared/postgres/shared-transaction.ts';
import { LOCK_RANKS } from '../store/lock-ranks.ts';

/**
 * Mailboxes send one mail after the other, so that what is counted of them is exact. Not by the lock of the account's row:
 * a call holds that of its own account already, and two calls that route to each other's would wait for each other. Calls that share
 * the transaction have the lock together, and count each other (`readHealth`); none of them waits in it for a mailbox that somebody else has.
 */
export async function lockMailboxes(tx: Queryable, accountIds: readonly string[]): Promise<void> {
  if (!(await (isShared(tx) ? lockFree : lockAll)(tx, accountIds))) waitElsewhere(tx);
}

const lockAll = setwise(lockedBy('pg_advisory_xact_lock'), { rank: LOCK_RANKS.mailboxes });
const lockFree = setwise(lockedBy('pg_try_advisory_xact_lock'), { rank: LOCK_RANKS.mailboxes });

/** Says of each list whether all of it is locked. */
function lockedBy(lock: 'pg_advisory_xact_lock' | 'pg_try_advisory_xact_lock') {
  return async (tx: Queryable, lists: readonly (readonly string[])[]): Promise<boolean[]> => {
    const { rows } = await tx.query<{ id: string; locked: boolean | '' }>(
      `select id, ${lock}(hashtextextended('mailbox ' || id, 0)) as locked
         from (select distinct id from unnest($1::text[]) as id order by id) as ids`,
      [lists.flat()],
    );
    const locked = new Set(rows.flatMap(({ id, locked }) => (locked === false ? [] : [id])));
    return lists.map((ids) => ids.every((id) => locked.has(id)));
  };
}
