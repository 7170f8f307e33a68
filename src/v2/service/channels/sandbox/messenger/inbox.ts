import type { AccountRow } from '../../../accounts/account-row.ts';
import type { Call, CursorPage, Outcome } from '../../call.ts';
import { cutPage, openCursor, sealCursor } from '../../cursor.ts';
import type { Chat, ChatMessage, ChatParty, MessengerChannel } from '../../messenger-channel.ts';
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
  const { category, count } = query;
  const scope = `chats ${account.account_id} ${category}`;
  const after = openCursor(deps.secrets, scope, query.cursor);
  if (!after.ok) return after;
  if (category !== 'INBOX' && category !== 'UNREAD') return done({ items: [], next_cursor: null });
  const where = { account_id: account.account_id, inbox: 'messenger', category, after: after.value } as const;
  return done(await pageConversations(deps, tx, { ...where, scope, count }, (row) => chatOf(account, row)));
}

export async function getChat(
  deps: SandboxDeps,
  { tx, account }: Call,
  query: Parameters<MessengerChannel['getConversation']>[1],
): Promise<Outcome<CursorPage<ChatMessage>>> {
  const { conversation_id, count } = query;
  const { account_id } = account;
  const scope = `chat ${account_id} ${conversation_id}`;
  const after = openCursor(deps.secrets, scope, query.cursor);
  if (!after.ok) return after;
  const person = await findPartner(tx, { account_id, inbox: 'messenger', conversation_id });
  if (!person) return notFound(`conversation ${conversation_id} not found`);
  const before = after.value?.at ?? null;
  const rows = await readMessages(tx, { account_id, conversation_id, before, limit: count + 1 });
  return done(
    cutPage(rows, count, {
      item: (row) => ({
        message_id: row.message_id,
        text: row.text,
        time: row.at.getTime(),
        sender: row.outgoing ? me(account) : partyOf(person),
        quoted_message_id: row.quoted_message_id,
        attachments: row.attachments,
      }),
      seal: (row) => sealCursor(deps.secrets, scope, { at: row.position, id: row.message_id }),
    }),
  );
}

function chatOf(account: AccountRow, row: ConversationRow): Chat {
  return {
    conversation_id: row.conversation_id,
    participant: partyOf(row),
    last_message: {
      text: row.last_text,
      time: row.last_message_at.getTime(),
      sender: row.last_outgoing ? me(account) : partyOf(row),
    },
    unread: row.unread,
  };
}

const partyOf = (person: PersonRow): ChatParty => ({
  name: fullName(person),
  phone_number: phoneOf(person),
  is_me: false,
});

const me = (account: AccountRow): ChatParty => ({
  name: account.name,
  phone_number: account.phone_number ?? '',
  is_me: true,
});
