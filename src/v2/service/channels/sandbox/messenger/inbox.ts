import type { AccountRow } from '../../../accounts/account-row.ts';
import type { Call, CursorPage, Outcome } from '../../call.ts';
import { openList } from '../../cursor.ts';
import {
  type Chat,
  type ChatMessage,
  type ChatParty,
  type MessengerChannel,
  ownParty,
} from '../../messenger-channel.ts';
import { done, notFound } from '../../refusals.ts';
import { pageConversations } from '../conversations/page-conversations.ts';
import { type ConversationRow, findPartner, readMessages } from '../conversations/read-conversations.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { phoneOf } from './find-by-phone.ts';

/** Only INBOX and UNREAD mean something here: a messenger has no connections, no InMails and no stars. */
export async function listChats(
  deps: SandboxDeps,
  { tx, account }: Call,
  query: Parameters<MessengerChannel['listInbox']>[1],
): Promise<Outcome<CursorPage<Chat>>> {
  const { category } = query;
  const scope = `chats ${account.account_id} ${category}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  if (category !== 'INBOX' && category !== 'UNREAD') return done({ items: [], next_cursor: null });
  const where = { account_id: account.account_id, inbox: 'messenger', category, count: query.count } as const;
  return pageConversations(tx, list.value, where, (row) => chatOf(account, row));
}

export async function getChat(
  deps: SandboxDeps,
  { tx, account }: Call,
  query: Parameters<MessengerChannel['getConversation']>[1],
): Promise<Outcome<CursorPage<ChatMessage>>> {
  const { conversation_id, count } = query;
  const { account_id } = account;
  const scope = `chat ${account_id} ${conversation_id}`;
  const list = openList(deps.secrets, scope, query);
  if (!list.ok) return list;
  const { after, page } = list.value;
  const person = await findPartner(tx, { account_id, inbox: 'messenger', conversation_id });
  if (!person) return notFound(`conversation ${conversation_id} not found`);
  const before = after?.at ?? null;
  const rows = await readMessages(tx, { account_id, conversation_id, before, limit: count + 1 });
  return page(rows, {
    item: (row) => ({
      message_id: row.message_id,
      text: row.text,
      time: row.at.getTime(),
      sender: row.outgoing ? ownParty(account) : partyOf(person),
      quoted_message_id: row.quoted_message_id,
      attachments: row.attachments,
    }),
    place: (row) => ({ at: row.position, id: row.message_id }),
  });
}

function chatOf(account: AccountRow, row: ConversationRow): Chat {
  return {
    conversation_id: row.conversation_id,
    participant: partyOf(row),
    last_message: {
      text: row.last_text,
      time: row.last_message_at.getTime(),
      sender: row.last_outgoing ? ownParty(account) : partyOf(row),
    },
    unread: row.unread,
  };
}

const partyOf = (person: PersonRow): ChatParty => ({
  name: fullName(person),
  phone_number: phoneOf(person),
  is_me: false,
});
