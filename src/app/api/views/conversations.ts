import type { Message } from '../../../runtime/conversations/messages-of-people.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';

/** Of a long story; what is older is counted. */
const MOST_SHOWN = 200;

/** What a person and we have written to each other, oldest first, with whose turn it is on each account. */
export function viewConversations(messages: readonly Message[]) {
  const shown = messages.slice(-MOST_SHOWN);
  const conversations = [...groupBy(messages, ({ account_id }) => account_id).values()].map(viewConversation);
  return {
    conversations: conversations.toSorted(
      (one, other) => other.last_message.at.getTime() - one.last_message.at.getTime(),
    ),
    history: shown.map(({ lead_id: _, ...message }) => message),
    earlier: messages.length - shown.length,
  };
}

function viewConversation(messages: readonly Message[]) {
  const last = messages.at(-1);
  if (last === undefined) throw new Error('a conversation has a message');
  const { account_id, at, by, text } = last;
  const first = messages[messages.findLastIndex((message) => message.by !== by) + 1] ?? last;
  return {
    account_id,
    messages: messages.length,
    last_message: { at, by, text },
    waiting: { for: by === 'us' ? ('them' as const) : ('us' as const), since: first.at },
  };
}
