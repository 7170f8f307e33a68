import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Mailboxes send one mail after the other, so that what is counted of them is exact. Not by the lock of the account's row:
 * a call holds that of its own account already, and two calls that route to each other's would wait for each other.
 */
export async function lockMailboxes(tx: Queryable, accountIds: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('mailbox ' || id, 0))
       from (select id from unnest($1::text[]) as id order by id) as ids`,
    [accountIds],
  );
}
