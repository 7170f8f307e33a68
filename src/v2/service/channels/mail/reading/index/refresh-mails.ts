import type { Queryable } from '../../../../../../shared/postgres/database.ts';

/**
 * Has each mail say again where it lies and whether it is unread, by the place that counts of those it has: a server with labels
 * instead of folders shows every mail in the archive too.
 */
export async function refreshMails(tx: Queryable, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  await tx.query(
    `update mails m
        set role = best.role, unread = coalesce(best.unread, false), outgoing = m.outgoing or coalesce(best.is_sent, false)
       from unnest($1::text[]) as given (id)
       left join lateral (
         select f.role, p.unread, bool_or(f.role = 'sent') over () as is_sent
           from mail_places p join mail_folders f using (folder_id) where p.mail_id = given.id
          order by array_position(array['inbox', 'sent', 'junk', 'trash', 'other', 'archive'], f.role) limit 1
       ) best on true
      where m.mail_id = given.id
        and (m.role, m.unread, m.outgoing) is distinct from
            (best.role, coalesce(best.unread, false), m.outgoing or coalesce(best.is_sent, false))`,
    [mailIds],
  );
}

/**
 * Locks the index of an account until the transaction ends, so that its writers come one after the other: two mails of one thread
 * must not make two threads.
 */
export async function lockIndex(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('mail index ' || $1, 0))`, [accountId]);
}
