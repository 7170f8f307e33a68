import type { Queryable } from '../../postgres/database.ts';

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

/** Who received the mail with this Message-ID from this mailbox. */
export async function findMailRecipient(tx: Queryable, accountId: string, messageId: string): Promise<string | null> {
  const bare = messageId.trim().replace(/^<|>$/g, '');
  const { rows } = await tx.query<{ lead_id: string | null }>(
    `select e.lead_id from intents i join enrollments e on e.id = i.enrollment_id
      where i.limit_class = 'email' and i.account_id = $1 and i.response #>> '{data,message_id}' = any($2) limit 1`,
    [accountId, [bare, `<${bare}>`]],
  );
  return rows[0]?.lead_id ?? null;
}
