import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * An answer by mail may come before the outcome of the send that it answers is stored, and names nothing but that mail: it is read
 * again once the mail is known to be ours. Returns how many there were.
 */
export async function rereadAnswers(db: Queryable, receivedSince: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update events e set state = 'pending'
      where e.state = 'unmatched' and e.received_at > $1 and e.type = 'message' and e.platform = 'email'
        and exists (
          select from unnest(e.keys) as asked (mail) join intents i
              on i.response #>> '{data,message_id}' in (substr(asked.mail, 6), '<' || substr(asked.mail, 6) || '>')
           where asked.mail like 'mail:%' and i.limit_class = 'email' and i.account_id = e.account_id)`,
    [receivedSince],
  );
  return rowCount ?? 0;
}
