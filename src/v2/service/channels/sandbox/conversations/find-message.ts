import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import type { PersonRow } from '../people/person-row.ts';
import type { Inbox } from './inbox.ts';

export type MessageRow = {
  readonly position: number;
  readonly message_id: string;
  readonly conversation_id: string;
  readonly outgoing: boolean;
  readonly message_type: string;
  readonly subject: string | null;
  readonly text: string;
  readonly quoted_message_id: string | null;
  readonly at: Date;
};

/** A message of this conversation; null where it has none with that id. */
export async function findMessage(
  tx: Queryable,
  conversationId: string,
  messageId: string,
): Promise<MessageRow | null> {
  const { rows } = await tx.query<MessageRow>(
    'select * from sandbox_messages where conversation_id = $1 and message_id = $2',
    [conversationId, messageId],
  );
  return rows[0] ?? null;
}

/** The newest message between the two in that inbox, of both sides or of the account's alone. */
export async function lastMessage(
  tx: Queryable,
  account: AccountRow,
  person: PersonRow,
  where: { readonly inbox: Inbox; readonly outgoing?: true },
): Promise<MessageRow | null> {
  const { rows } = await tx.query<MessageRow>(
    `select m.* from sandbox_messages m join sandbox_conversations c using (conversation_id)
      where c.account_id = $1 and c.person_id = $2 and c.inbox = $3 and (m.outgoing or not $4)
      order by m.position desc limit 1`,
    [account.account_id, person.person_id, where.inbox, where.outgoing ?? false],
  );
  return rows[0] ?? null;
}
