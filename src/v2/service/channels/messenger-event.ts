import type { AccountRow } from '../accounts/account-row.ts';
import type { ActivityEvent } from '../events/event-sink.ts';
import type { attachmentRecord } from '../media/attachments.ts';
import { type ChatParty, ownParty } from './messenger-channel.ts';

interface EventMessage {
  readonly message_id: string;
  readonly conversation_id: string;
  readonly text: string;
  /** Virtual time, epoch ms. */
  readonly at: number;
  readonly outgoing: boolean;
  /** The id of the message that this one answers. */
  readonly quoted_message_id?: string | null;
  readonly attachments?: readonly ReturnType<typeof attachmentRecord>[];
}

/** A message event of the messenger: what the account wrote, or was written by `them`. */
export function messengerEvent(
  account: AccountRow,
  them: Omit<ChatParty, 'is_me'>,
  { attachments = [], quoted_message_id = null, ...message }: EventMessage,
): ActivityEvent {
  const { name, phone_number } = message.outgoing ? ownParty(account) : them;
  return {
    account_id: account.account_id,
    type: 'message',
    direction: message.outgoing ? 'outgoing' : 'incoming',
    at: message.at,
    fields: {
      message_text: message.text,
      sender: { name, phone_number },
      conversation: { conversation_id: message.conversation_id, is_group_chat: false },
      has_attachments: attachments.length > 0,
      attachments,
      metadata: {
        entity_urn: message.message_id,
        delivered_at: message.at,
        read_status: message.outgoing,
        ...(quoted_message_id === null ? {} : { quoted_message_id }),
      },
    },
  };
}
