import { type ExamplesOf, NOW_MS } from './example.ts';
import { PROFILE_URL } from './profiles.ts';

const PICTURE = 'https://media.network.example/lin-park.jpg';
const lin = {
  name: 'Lin Park',
  headline: 'Head of Engineering at Northwind',
  profile_url: PROFILE_URL,
  profile_picture: PICTURE,
};
const CONVERSATION_ID = 'thread_01jb2n4p5q6r7s8t9v0w1x2y45';
const THREAD_ID = 'thr_18e2f9';
const MESSAGE_ID = '<9f2c1e@northwind.example>';

const mail = {
  conversation_id: THREAD_ID,
  id: 'msg_18e2f9',
  message_id: MESSAGE_ID,
  in_reply_to: null,
  participant: { name: 'Lin Park', email: 'lin.park@northwind.example' },
  last_message: {
    text: 'Tuesday works for me.',
    subject: 'Re: A question about freight',
    time: NOW_MS,
    sender: { name: 'Lin Park', email: 'lin.park@northwind.example', is_me: false },
  },
  unread: 1,
  type: 'email' as const,
  is_bounce: false,
  has_attachments: false,
};

const changed = { params: { conversation_id: THREAD_ID }, data: { updated: 1 } };

export const messages: ExamplesOf<'messages'> = {
  send: {
    params: { profile_url: PROFILE_URL, message_text: 'Hello Lin, thanks for connecting.' },
    data: {
      status: 'success',
      data: {
        entityUrn: 'msg_01jb2n4p5q6r7s8t9v0w1x2y44',
        conversation_id: CONVERSATION_ID,
        deliveredAt: NOW_MS,
      },
    },
  },
  list_inbox: {
    params: { count: 25, category: 'UNREAD' },
    data: {
      conversations: [
        {
          conversation_id: CONVERSATION_ID,
          participant: lin,
          last_message: { text: 'Tuesday works for me.', time: NOW_MS, sender: { ...lin, is_me: false } },
          unread: 1,
          type: 'normal',
        },
      ],
      total_results: 1,
      next_cursor: null,
    },
  },
  get_conversation: {
    params: { conversation_id: CONVERSATION_ID, count: 20 },
    data: {
      messages: [
        {
          message_id: 'msg_01jb2n4p5q6r7s8t9v0w1x2y44',
          text: 'Tuesday works for me.',
          time: NOW_MS,
          sender: { ...lin, is_me: false },
          attachments: [],
        },
      ],
      total_results: 1,
      next_cursor: null,
    },
  },
  search: {
    params: { query: 'from:lin.park@northwind.example' },
    data: { conversations: [mail], total_results: 1, next_cursor: null },
  },
  mark_as_read: changed,
  mark_as_unread: { params: { message_ids: [MESSAGE_ID] }, data: { updated: 1 } },
  archive: changed,
  trash: changed,
  list_labels: {
    params: {},
    data: {
      labels: [
        { id: 'INBOX', name: 'Inbox', unread: 3 },
        { id: 'sent', name: 'Sent', unread: 0 },
      ],
    },
  },
};

/** The other shapes of `send`, one per channel and kind. */
export const SENDS = {
  'InMail through the premium seat': {
    params: { profile_url: PROFILE_URL, inmail: true, subject: 'Freight', message_text: 'Hello Lin.' },
    data: {
      status: 'success',
      message: 'InMail sent',
      recipient_urn: 'urn:lead:lead_01jb2k3m4n',
      data: { value: { threadId: 'thread_01jb2n4p5q6r7s8t9v0w1x2y46', messageId: 'msg_01jb2n4p5q6r7s8t9v0w1x2y47' } },
    },
  },
  Email: {
    params: {
      to: 'lin.park@northwind.example',
      subject: 'A question about freight',
      message_text: 'Hello Lin, how do you plan routes today?',
      custom_headers: { 'X-Campaign': 'spring' },
    },
    data: {
      status: 'success',
      data: {
        message_id: '<4b7d@rivera.example>',
        sent_from: 'sam@rivera.example',
        esp: 'other',
        recipient_esp: 'other',
        home_court: false,
        over_cap: false,
        mailbox_health: { sends_today: 12, daily_limit: 40, bounce_rate: 0.01 },
      },
    },
  },
  Messenger: {
    params: { phone_number: '+33612345678', message_text: 'Hello Lin.' },
    data: {
      status: 'success',
      data: {
        entityUrn: 'wamid.7a1b2c',
        conversation_id: '33612345678',
        deliveredAt: NOW_MS,
        phone_number: '+33612345678',
      },
    },
  },
} as const;
