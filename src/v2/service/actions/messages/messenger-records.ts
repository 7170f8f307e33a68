import type { ConversationItem, ConversationMessageItem } from '../../../contract/records/conversation.ts';
import type { Chat, ChatMessage, ChatParty } from '../../channels/messenger-channel.ts';
import { attachmentRecord } from '../../media/attachments.ts';

export function chatConversation(chat: Chat): ConversationItem {
  const { text, time, sender } = chat.last_message;
  const { name, phone_number } = chat.participant;
  return {
    conversation_id: chat.conversation_id,
    participant: { name, phone_number },
    last_message: { text, time, sender: senderOf(sender) },
    unread: chat.unread,
    type: 'normal',
  };
}

export const chatMessage =
  (base_url: string) =>
  (message: ChatMessage): ConversationMessageItem => ({
    message_id: message.message_id,
    text: message.text,
    time: message.time,
    sender: senderOf(message.sender),
    quoted_message_id: message.quoted_message_id,
    attachments: message.attachments.map((one) => attachmentRecord(one, base_url)),
  });

const senderOf = ({ name, phone_number, is_me }: ChatParty) => ({ name, phone_number, is_me });
