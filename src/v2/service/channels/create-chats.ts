import type { SecretBox } from '../../../shared/secrets/secret-box.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import type { ActivityEvent } from '../events/event-sink.ts';
import { isNewer, openList } from './cursor.ts';
import { ownParty } from './messenger-channel.ts';
import { messengerEvent } from './messenger-event.ts';
import type { RemotePart } from './parts.ts';
import { notFound } from './refusals.ts';

/** A message without files, of a messenger that knows people by their numbers. */
export interface PlainMessage {
  readonly id: string;
  /** The phone number of the other side, which also names the chat with them. */
  readonly number: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  readonly outgoing: boolean;
}

/** The lists and events of a messenger that has no pages of its own. `messages`: all of an account, in any order. */
export function createChats(
  secrets: SecretBox,
  messages: (account: AccountRow) => Promise<readonly PlainMessage[]>,
): Pick<RemotePart<'messenger'>, 'listInbox' | 'getConversation'> & {
  event(account: AccountRow, message: PlainMessage): ActivityEvent;
} {
  const place = ({ at, id }: PlainMessage) => ({ at, id });
  return {
    async listInbox({ account }, query) {
      const list = openList(secrets, `chats ${account.account_id} ${query.category}`, query);
      if (!list.ok) return list;
      const last = new Map<string, PlainMessage>();
      for (const message of query.category === 'INBOX' ? await messages(account) : []) {
        const known = last.get(message.number);
        if (!known || isNewer(message, known)) last.set(message.number, message);
      }
      return list.value.pageOfAll([...last.values()], {
        place,
        item: (message) => ({
          conversation_id: message.number,
          participant: partyOf(message.number),
          last_message: { text: message.text, time: message.at, sender: senderOf(account, message) },
          unread: 0,
        }),
      });
    },
    async getConversation({ account }, query) {
      const { conversation_id } = query;
      const list = openList(secrets, `chat ${account.account_id} ${conversation_id}`, query);
      if (!list.ok) return list;
      const chat = (await messages(account)).filter(({ number }) => number === conversation_id);
      if (chat.length === 0) return notFound(`conversation ${conversation_id} not found`);
      return list.value.pageOfAll(chat, {
        place,
        item: (message) => ({
          message_id: message.id,
          text: message.text,
          time: message.at,
          sender: senderOf(account, message),
          quoted_message_id: null,
          attachments: [],
        }),
      });
    },
    event: (account, { id, number, text, at, outgoing }) =>
      messengerEvent(account, partyOf(number), { message_id: id, conversation_id: number, text, at, outgoing }),
  };
}

const partyOf = (number: string) => ({ name: number, phone_number: number, is_me: false });

const senderOf = (account: AccountRow, { number, outgoing }: PlainMessage) =>
  outgoing ? ownParty(account) : partyOf(number);
