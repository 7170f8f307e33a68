import { newId } from '../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { MailRow } from './mail-row.ts';

/** The mail of that Message-ID in the mailbox, or else the newest one that mentions it: its thread goes on. */
export async function findReferred(tx: Queryable, accountId: string, messageId: string): Promise<MailRow | null> {
  // Two queries, because the first one has an index and is nearly always enough.
  const named = await tx.query<MailRow>('select * from sandbox_mails where account_id = $1 and message_id = $2', [
    accountId,
    messageId,
  ]);
  if (named.rows[0]) return named.rows[0];
  const mentioned = await tx.query<MailRow>(
    `select * from sandbox_mails where account_id = $1 and $2 = any (reference_ids) order by position desc limit 1`,
    [accountId, messageId],
  );
  return mentioned.rows[0] ?? null;
}

/** Finds the thread of an incoming mail: that of the nearest mail it refers to, or a new one. */
export async function threadOf(
  tx: Queryable,
  mail: { readonly account_id: string; readonly reference_ids: readonly string[]; readonly at: number },
): Promise<string> {
  for (const id of mail.reference_ids.toReversed()) {
    const referred = await findReferred(tx, mail.account_id, id);
    if (referred) return referred.thread_id;
  }
  return newId('thread', mail.at);
}
