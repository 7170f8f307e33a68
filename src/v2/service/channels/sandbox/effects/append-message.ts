import { newId } from '../../../../../shared/kit/ids.ts';
import { unreachable } from '../../../../../shared/kit/result.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { AccountRow } from '../../../accounts/account-row.ts';
import { attachmentRecord, storeAttachments } from '../../../media/attachments.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';
import { messengerEvent } from '../../messenger-event.ts';
import { findMessage } from '../conversations/find-message.ts';
import type { Inbox } from '../conversations/inbox.ts';
import { phoneOf } from '../messenger/find-by-phone.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { type MessageType, messageEvent } from './message-event.ts';
import { observe } from './observe.ts';

export interface NewMessage {
  readonly inbox: Inbox;
  readonly message_type: MessageType;
  readonly subject: string | null;
  readonly text: string;
  readonly files: readonly ResolvedFile[];
  /** A message of the same conversation that this one answers. */
  readonly quoted_message_id: string | null;
  readonly outgoing: boolean;
  readonly at: number;
}

export interface MessageIds {
  readonly message_id: string;
  readonly conversation_id: string;
}

/** Writes the message into the two people's conversation of that inbox, and tells the account's webhooks. */
export async function appendMessage(
  deps: SandboxDeps,
  tx: Queryable,
  account: AccountRow,
  person: PersonRow,
  message: NewMessage,
): Promise<MessageIds> {
  const { conversation_id, unread } = await openConversation(tx, account, person, message);
  const messageId = newId('msg', message.at);
  await tx.query(
    `insert into sandbox_messages (message_id, conversation_id, outgoing, message_type, subject, text,
       quoted_message_id, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      messageId,
      conversation_id,
      message.outgoing,
      message.message_type,
      message.subject,
      message.text,
      message.quoted_message_id,
      new Date(message.at),
    ],
  );
  const ids = { message_id: messageId, conversation_id };
  const stored = await storeAttachments(tx, {
    ...ids,
    account_id: account.account_id,
    files: message.files,
    at: message.at,
  });
  const event = {
    ...message,
    ...ids,
    unread,
    quoted:
      message.quoted_message_id === null ? null : await findMessage(tx, conversation_id, message.quoted_message_id),
    attachments: stored.map((one) => attachmentRecord(one, deps.settings.base_url)),
  };
  const them = { name: fullName(person), phone_number: phoneOf(person) };
  const report =
    message.inbox === 'messenger'
      ? messengerEvent(account, them, { ...event, quoted_message_id: event.quoted?.message_id ?? null })
      : messageEvent(account, person, { ...event, inbox: message.inbox });
  // Who sends is connected, so that nothing needs to be kept for later.
  await (message.outgoing ? deps.events.emit(tx, report) : observe(deps, tx, report));
  return ids;
}

/** The two people's conversation of that inbox, made by its first message. An own message reads what came before. */
async function openConversation(
  tx: Queryable,
  account: AccountRow,
  person: PersonRow,
  { inbox, outgoing, at }: NewMessage,
): Promise<{ readonly conversation_id: string; readonly unread: number }> {
  const { rows } = await tx.query<{ conversation_id: string; unread: number }>(
    `insert into sandbox_conversations as c (conversation_id, account_id, person_id, inbox, unread, last_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, person_id, inbox) do update
        set last_at = greatest(c.last_at, excluded.last_at),
            unread = case when excluded.unread = 0 then 0 else c.unread + 1 end
     returning conversation_id, unread`,
    [newId(prefixOf(inbox), at), account.account_id, person.person_id, inbox, outgoing ? 0 : 1, new Date(at)],
  );
  const conversation = rows[0];
  if (!conversation) throw new Error('an upsert returned no row');
  return conversation;
}

/** The ids of one inbox are of no use in another. */
function prefixOf(inbox: Inbox): string {
  switch (inbox) {
    case 'classic':
      return 'conversation';
    case 'premium_navigator':
      return 'thread';
    case 'messenger':
      return 'chat';
    default:
      return unreachable(inbox);
  }
}
