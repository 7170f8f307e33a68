import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

/** The first time stays. Who answers in person is back. */
export const noteReply = setwise(
  async (tx: Queryable, noted: readonly { readonly enrollment_id: string; readonly at: Date }[]): Promise<null[]> => {
    await tx.query(
      `update enrollments e set replied_at = coalesce(e.replied_at, n.at), away_until = null
         from ${rowsOf('enrollment_id text, at timestamptz')} as n
        where e.id = n.enrollment_id`,
      [jsonRows(noted)],
    );
    return noted.map(() => null);
  },
  { writes: true },
);

/** No sends before then; the newest answer counts. */
export async function noteAbsence(tx: Queryable, enrollmentId: string, until: Date): Promise<void> {
  await tx.query('update enrollments set away_until = $2 where id = $1', [enrollmentId, until]);
}

/** Finds who received one of the mails with these Message-IDs from this mailbox; of several, the recipient of the first id. */
export async function findMailRecipient(
  tx: Queryable,
  accountId: string,
  messageIds: readonly string[],
): Promise<string | null> {
  if (messageIds.length === 0) return null;
  return findRecipient(tx, {
    account_id: accountId,
    ids: messageIds.map((id) => id.trim().replace(/^<|>$/g, '')),
  });
}

const findRecipient = setwise(
  async (
    tx: Queryable,
    mails: readonly { readonly account_id: string; readonly ids: readonly string[] }[],
  ): Promise<(string | null)[]> => {
    const asked = mails.flatMap(({ account_id, ids }, mail) => ids.map((id) => ({ mail, account_id, id })));
    const { rows } = await tx.query<{ mail: number; lead_id: string | null }>(
      `select distinct on (asked.mail) asked.mail, coalesce(e.lead_id, w.lead_id) as lead_id
         from unnest($1::int[], $2::text[], $3::text[]) with ordinality as asked (mail, account_id, id, place)
         join intents i on i.response #>> '{data,message_id}' in (asked.id, '<' || asked.id || '>')
         left join enrollments e on e.id = i.enrollment_id left join answers w on w.id = i.answer_id
        where i.limit_class = 'email' and i.account_id = asked.account_id
        order by asked.mail, asked.place`,
      [asked.map(({ mail }) => mail), asked.map(({ account_id }) => account_id), asked.map(({ id }) => id)],
    );
    const found = new Map(rows.map(({ mail, lead_id }) => [mail, lead_id]));
    return mails.map((_, mail) => found.get(mail) ?? null);
  },
);
