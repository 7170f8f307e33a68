import type { Outcome } from '../../../src/v2/service/channels/call.ts';
import type { MessengerChannel } from '../../../src/v2/service/channels/messenger-channel.ts';
import type {
  ConversationParty,
  ProfessionalMessaging,
} from '../../../src/v2/service/channels/professional-messaging.ts';
import type { StoredAttachment } from '../../../src/v2/service/media/attachments.ts';

type Answer = <T>(name: string, value: T) => Promise<Outcome<T>>;
type CursorPage = <T>(item: T, count: number) => { readonly items: T[]; readonly next_cursor: null };

const AT = 1_700_000_000_000;
const SENT = { message_id: 'msg_1', conversation_id: 'conv_1', delivered_at: AT };
const PHONE = { name: 'Ada Example', phone_number: '+33612345678' };

const FILE: StoredAttachment = {
  asset_urn: 'urn:asset:1',
  account_id: 'acc_1',
  conversation_id: 'conv_1',
  message_id: 'msg_1',
  type: 'audio',
  name: 'voice.mp3',
  mime_type: 'audio/mpeg',
  byte_size: 3,
  duration_ms: 1000,
  voice_message: true,
  url: 'https://media.network.example/1',
};

const party = (is_me: boolean): ConversationParty => ({
  name: 'Ada Example',
  first_name: 'Ada',
  last_name: 'Example',
  headline: 'Engineer',
  degree: 2,
  profile_url: 'https://network.example/in/ACo0001',
  profile_picture: 'https://network.example/ada.jpg',
  recipient_urn: 'urn:lead:L1',
  sales_nav_url: 'https://network.example/sales/lead/L1',
  is_me,
});

/** Messages of the professional network, of one conversation. */
export function stubMessaging(answer: Answer, cursorPage: CursorPage): ProfessionalMessaging {
  const conversation = {
    conversation_id: 'conv_1',
    type: 'normal' as const,
    participant: party(false),
    last_message: { text: 'Hello', subject: 'Hi', time: AT, sender: party(true) },
    unread: 0,
    total_message_count: 1,
  };
  const message = { message_id: 'm', text: 'Hello', subject: 'Hi', time: 1, sender: party(true), attachments: [FILE] };
  return {
    sendMessage: () => answer('sendMessage', SENT),
    sendInMail: () => answer('sendInMail', { ...SENT, recipient_urn: 'urn:lead:L1' }),
    listInbox: (_call, query) => answer('listInbox', cursorPage(conversation, query.count)),
    getConversation: (_call, query) => answer('getConversation', cursorPage(message, query.count)),
  };
}

export function stubMessenger(answer: Answer, cursorPage: CursorPage): MessengerChannel {
  const me = { ...PHONE, is_me: true };
  const chat = {
    conversation_id: 'conv_1',
    participant: { ...PHONE, is_me: false },
    last_message: { text: 'Hello', time: AT, sender: me },
    unread: 0,
  };
  const message = {
    message_id: 'm',
    text: 'Hello',
    time: AT,
    sender: me,
    quoted_message_id: null,
    attachments: [FILE],
  };
  return {
    send: () => answer('sendChat', SENT),
    listInbox: (_call, query) => answer('chats', cursorPage(chat, query.count)),
    getConversation: (_call, query) => answer('chat', cursorPage(message, query.count)),
  };
}
