import type { EventEnvelope } from '../../events.ts';
import type { EventType } from '../../subscriptions.ts';
import { ACCOUNT_ID, EVENT_ID, MAILBOX_ID, NOW, NOW_MS } from './example.ts';
import { receivedInvitation } from './network.ts';
import { PROFILE_ID_URL } from './profiles.ts';

const lin = { name: 'Lin Park', profile_url: PROFILE_ID_URL };
const envelope = {
  event_id: EVENT_ID,
  account_id: ACCOUNT_ID,
  account_name: 'Sam Rivera',
  platform: 'professional' as const,
  timestamp: '2026-03-05T10:15:00.412Z',
};
const mailbox = { ...envelope, account_id: MAILBOX_ID, account_name: 'sam@rivera.example', platform: 'email' as const };

const message: EventEnvelope = {
  ...envelope,
  event: {
    type: 'message',
    inbox: 'classic',
    timestamp: NOW,
    message_text: 'Tuesday works for me.',
    sender: lin,
    conversation: {
      participants: [lin, { name: 'Sam Rivera', profile_url: 'https://network.example/in/ACoAACsam' }],
      is_group_chat: false,
      unread_count: 1,
    },
    metadata: {
      entity_urn: 'msg_01jb2n4p5q6r7s8t9v0w1x2y44',
      conversation_urn: 'thread_01jb2n4p5q6r7s8t9v0w1x2y45',
      delivered_at: NOW_MS,
      read_status: false,
    },
    has_attachments: false,
    attachments: [],
    message_type: 'TEXT',
  },
};

const email: EventEnvelope = {
  ...mailbox,
  event: {
    type: 'message',
    timestamp: NOW,
    subject: 'Re: A question about freight',
    message_id: '<9f2c1e@northwind.example>',
    in_reply_to: '<4b7d@rivera.example>',
    sender: { name: 'Lin Park', email: 'lin.park@northwind.example', is_self_sent: false },
    message_text: 'Tuesday works for me.',
    raw_data: { entityUrn: '<9f2c1e@northwind.example>' },
  },
};

const messenger: EventEnvelope = {
  ...envelope,
  platform: 'messenger',
  event: {
    type: 'message',
    timestamp: NOW,
    message_text: 'Tuesday works for me.',
    sender: { name: 'Lin Park', phone_number: '+33612345678' },
    conversation: { conversation_id: '33612345678', is_group_chat: false },
    has_attachments: false,
    attachments: [],
    metadata: { entity_urn: 'msg_01jb2n4p5q6r7s8t9v0w1x2y48' },
  },
};

const bounced: EventEnvelope = {
  ...mailbox,
  event: {
    type: 'email_bounced',
    timestamp: NOW,
    subject: 'Undelivered Mail Returned to Sender',
    message_id: '<b0@rivera.example>',
    sender: { name: 'Mail Delivery System', email: 'mailer-daemon@rivera.example', is_self_sent: false },
    bounce_status: '5.1.1',
    bounce_kind: 'hard',
    bounced_recipient: 'lin.park@northwind.example',
    diagnostic: '550 5.1.1 user unknown',
    original_message_id: '<4b7d@rivera.example>',
  },
};

const complained: EventEnvelope = {
  ...mailbox,
  event: {
    type: 'email_complained',
    timestamp: NOW,
    subject: 'FW: A question about freight',
    message_id: '<c0@feedback.northwind.example>',
    sender: { name: 'Feedback Loop', email: 'feedback@northwind.example', is_self_sent: false },
    feedback_type: 'abuse',
    complained_recipient: 'lin.park@northwind.example',
    original_message_id: '<4b7d@rivera.example>',
  },
};

/** Envelopes for each type of event, and for each channel that has it, under a title. */
export const EVENT_EXAMPLES: { readonly [T in EventType]: Readonly<Record<string, EventEnvelope>> } = {
  message: { professional: message, email, messenger },
  accepted_invitation: {
    professional: {
      ...envelope,
      event: {
        type: 'accepted_invitation',
        timestamp: NOW,
        connections: [
          {
            ...lin,
            headline: 'Head of Engineering at Northwind',
            public_identifier: 'lin-park',
            profile_picture: 'https://media.network.example/lin-park.jpg',
          },
        ],
      },
    },
  },
  invitation_received: {
    professional: {
      ...envelope,
      event: { type: 'invitation_received', timestamp: NOW, invitations: [receivedInvitation] },
    },
  },
  email_bounced: { email: bounced },
  email_complained: { email: complained },
  disconnection: {
    professional: { ...envelope, event: { type: 'disconnection', timestamp: NOW, reason: 'session_expired' } },
  },
};
