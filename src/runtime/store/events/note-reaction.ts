import type { Queryable } from '../../../shared/postgres/database.ts';

/** The first time stays. Who answers in person is back. */
export async function noteReply(tx: Queryable, enrollmentId: string, at: Date): Promise<void> {
  await tx.query('update enrollments set replied_at = coalesce(replied_at, $2), away_until = null where id = $1', [
    enrollmentId,
    at,
  ]);
}

/** No sends before then; the newest answer counts. */
export async function noteAbsence(tx: Queryable, enrollmentId: string, until: Date): Promise<void> {
  await tx.query('update enrollments set away_until = $2 where id = $1', [enrollmentId, until]);
}

/** Who received one of the mails with these Message-IDs from this mailbox; of several the one of the first id. */
export async function findMailRecipient(
  tx: Queryable,
  accountId: string,
  messageIds: readonly string[],
): Promise<string | null> {
  if (messageIds.length === 0) return null;
  const bare = messageIds.map((id) => id.trim().replace(/^<|>$/g, ''));
  const { rows } = await tx.query<{ lead_id: string | null }>(
    `select e.lead_id
       from unnest($2::text[]) with ordinality as asked (id, place)
       join intents i on i.response #>> '{data,message_id}' in (asked.id, '<' || asked.id || '>')
       join enrollments e on e.id = i.enrollment_id
      where i.limit_class = 'email' and i.account_id = $1
      order by asked.place limit 1`,
    [accountId, bare],
  );
  return rows[0]?.lead_id ?? null;
}
