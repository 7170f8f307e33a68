import type { Call, Outcome } from '../../call.ts';
import type { OutgoingChat } from '../../messenger-channel.ts';
import type { SentMessage } from '../../professional-messaging.ts';
import { done, invalid, refused } from '../../refusals.ts';
import { findMessage, lastMessage } from '../conversations/find-message.ts';
import { appendMessage } from '../effects/append-message.ts';
import { plainType } from '../effects/message-event.ts';
import { planReactions } from '../effects/plan-reactions.ts';
import { recordReceived } from '../effects/record-received.ts';
import type { PersonRow } from '../people/person-row.ts';
import type { SandboxDeps } from '../sandbox-deps.ts';
import { findByPhone, isOwnPhone } from './find-by-phone.ts';

/** Sends to the person who has the number; a number that nobody in the sandbox has is on no messenger. */
export async function sendChat(deps: SandboxDeps, call: Call, chat: OutgoingChat): Promise<Outcome<SentMessage>> {
  const { tx, account, now } = call;
  const { text, files, quoted_message_id } = chat;
  if (isOwnPhone(call, chat.phone_number)) return invalid('an account cannot write to itself');
  const person = await findByPhone(call, chat.phone_number);
  if (quoted_message_id !== null && !(person && (await isInChat(call, person, quoted_message_id)))) {
    return invalid(`params.quoted_message_id: ${quoted_message_id} not found in the chat with ${chat.phone_number}`);
  }
  if (!person) return refused('NOT_ON_MESSENGER', `${chat.phone_number} is not on the messenger`);
  const ids = await appendMessage(deps, tx, account, person, {
    inbox: 'messenger',
    message_type: plainType(text, files),
    subject: null,
    text,
    files,
    quoted_message_id,
    outgoing: true,
    at: now,
  });
  const { account_id, user_id } = account;
  const { person_id } = person;
  await recordReceived(tx, { user_id, account_id, person_id, kind: 'messenger', at: now, text, files });
  await planReactions(deps, tx, person, { kind: 'messenger', id: ids.message_id, account_id, at: now });
  return done({ ...ids, delivered_at: now });
}

async function isInChat({ tx, account }: Call, person: PersonRow, messageId: string): Promise<boolean> {
  const last = await lastMessage(tx, account, person, { inbox: 'messenger' });
  return last !== null && (await findMessage(tx, last.conversation_id, messageId)) !== null;
}
