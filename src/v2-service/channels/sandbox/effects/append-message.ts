import { newId } from '../../../../kit/ids.ts';
import type { Queryable } from '../../../../postgres/database.ts';
import type { AccountRow } from '../../../context.ts';
import type { PersonRow } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type MessageType, messageEvent } from './message-event.ts';
import { observe } from './observe.ts';

export interface NewMessage {
  readonly inbox: 'classic' | 'premium_navigator';
  readonly message_type: MessageType;
  readonly subject: string | null;
  readonly text: string;
  readonly outgoing: boolean;
  readonly at: number;
}

/** Writes the message into the two people's conversation of that inbox, and tells the account's webhooks. */
export async function appendMessage(
  deps: SandboxDeps,
  tx: Queryable,
  account: AccountRow,
  person: PersonRow,
  message: NewMessage,
): Promise<{ readonly message_id: string; readonly conversation_id: string }> {
  const prefix = message.inbox === 'classic' ? 'conversation' : 'thread';
  const { rows } = await tx.query<{ conversation_id: string; unread: number }>(
    `insert into sandbox_conversations as c (conversation_id, account_id, person_id, inbox, unread, last_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, person_id, inbox) do update
        set last_at = greatest(c.last_at, excluded.last_at),
            unread = case when excluded.unread = 0 then 0 else c.unread + 1 end
     returning conversation_id, unread`,
    [
      newId(prefix, message.at),
      account.account_id,
      person.person_id,
      message.inbox,
      message.outgoing ? 0 : 1,
      new Date(message.at),
    ],
  );
  const conversation = rows[0];
  if (!conversation) throw new Error('an upsert returned no row');
  const messageId = newId('msg', message.at);
  await tx.query(
    `insert into sandbox_messages (message_id, conversation_id, outgoing, message_type, subject, text, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      messageId,
      conversation.conversation_id,
      message.outgoing,
      message.message_type,
      message.subject,
      message.text,
      new Date(message.at),
    ],
  );
  const event = { ...message, ...conversation, message_id: messageId };
  await observe(deps, tx, messageEvent(account, person, event));
  return { message_id: messageId, conversation_id: conversation.conversation_id };
}
