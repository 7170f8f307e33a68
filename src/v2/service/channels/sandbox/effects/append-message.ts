import { newId } from '../../../../../shared/kit/ids.ts';
import { unreachable } from '../../../../../shared/kit/result.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import { setwise, setwiseWrite } from '../../../../../shared/postgres/shared-transaction.ts';
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
  const ids = { message_id: messageId, conversation_id };
  const { outgoing, message_type, subject, text, quoted_message_id } = message;
  const at = new Date(message.at);
  await insertMessage(tx, { ...ids, outgoing, message_type, subject, text, quoted_message_id, at });
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
  const conversation_id = newId(prefixOf(inbox), at);
  const between = { account_id: account.account_id, person_id: person.person_id, inbox };
  const conversation = await upsertConversation(tx, {
    ...between,
    conversation_id,
    unread: outgoing ? 0 : 1,
    last_at: new Date(at),
  });
  if (!conversation) throw new Error('an upsert returned no row');
  return conversation;
}

interface Between {
  readonly account_id: string;
  readonly person_id: number;
  readonly inbox: Inbox;
}

interface Conversation {
  readonly conversation_id: string;
  readonly unread: number;
}

const nameOf = ({ account_id, person_id, inbox }: Between): string => `${account_id} ${person_id} ${inbox}`;

/** In one order: two transactions may answer in the same conversations. */
const upsertConversation = setwise(
  async (
    tx: Queryable,
    given: readonly (Between & Conversation & { readonly last_at: Date })[],
  ): Promise<(Conversation | undefined)[]> => {
    const { rows } = await tx.query<Between & Conversation & Record<string, unknown>>(
      `insert into sandbox_conversations as c (conversation_id, account_id, person_id, inbox, unread, last_at)
       select conversation_id, account_id, person_id, inbox, unread, last_at from ${rowsOf('conversation_id text, account_id text, person_id int, inbox text, unread int, last_at timestamptz')} as given
        order by account_id, person_id, inbox
       on conflict (account_id, person_id, inbox) do update
          set last_at = greatest(c.last_at, excluded.last_at),
              unread = case when excluded.unread = 0 then 0 else c.unread + 1 end
       returning conversation_id, unread, account_id, person_id, inbox`,
      [jsonRows(given)],
    );
    const found = new Map(rows.map((row) => [nameOf(row), row]));
    return given.map((one) => found.get(nameOf(one)));
  },
  { writes: true },
);

interface MessageInsert extends MessageIds, Omit<NewMessage, 'inbox' | 'files' | 'at'> {
  readonly at: Date;
}

const COLUMNS = 'message_id, conversation_id, outgoing, message_type, subject, text, quoted_message_id, at';

const insertMessage = setwiseWrite((messages: readonly MessageInsert[]) => ({
  text: `insert into sandbox_messages (${COLUMNS}) select ${COLUMNS} from ${rowsOf(`message_id text, conversation_id text, outgoing boolean, message_type text, subject text, text text,
          quoted_message_id text, at timestamptz`)} as message`,
  values: [jsonRows(messages)],
}));

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
