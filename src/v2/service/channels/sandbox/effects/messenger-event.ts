import type { AccountRow } from '../../../accounts/account-row.ts';
import type { ActivityEvent } from '../../../webhooks/event-sink.ts';
import { phoneOf } from '../messenger/find-by-phone.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import type { EventMessage } from './message-event.ts';

/** A message event of the messenger. */
export function messengerEvent(account: AccountRow, person: PersonRow, message: EventMessage): ActivityEvent {
  const me = { name: account.name, phone_number: account.phone_number ?? '' };
  const them = { name: fullName(person), phone_number: phoneOf(person) };
  return {
    account_id: account.account_id,
    type: 'message',
    direction: message.outgoing ? 'outgoing' : 'incoming',
    at: message.at,
    fields: {
      message_text: message.text,
      sender: message.outgoing ? me : them,
      conversation: { conversation_id: message.conversation_id, is_group_chat: false },
      has_attachments: message.attachments.length > 0,
      attachments: message.attachments,
      metadata: {
        entity_urn: message.message_id,
        delivered_at: message.at,
        read_status: message.outgoing,
        ...(message.quoted === null ? {} : { quoted_message_id: message.quoted.message_id }),
      },
    },
  };
}
