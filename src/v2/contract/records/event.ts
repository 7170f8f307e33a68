import { z } from 'zod';
import { receivedInvitation } from './invitation.ts';

const ATTACHMENT_TYPES = ['image', 'file', 'audio', 'video', 'gif', 'unknown'] as const;

/** spec: Message event / attachment entry. */
export const attachment = z.looseObject({
  type: z.enum(ATTACHMENT_TYPES).catch('unknown'),
  name: z.string(),
  mime_type: z.string(),
  byte_size: z.int(),
  asset_urn: z.string(),
  /** The network's own: needs the account's session and expires. */
  url: z.string(),
  /** The service's own address of the file, which needs an API key. */
  download_url: z.string(),
  /** The two below for audio and video. */
  duration_ms: z.int().optional(),
  thumbnail_url: z.string().nullish(),
  /** @unspecified the file was delivered as a native voice note; absent otherwise. */
  voice_message: z.boolean().optional(),
});

export const CLASSIC_MESSAGE_TYPES = ['TEXT', 'MEDIA', 'SYSTEM'] as const;
export const PREMIUM_MESSAGE_TYPES = ['INMAIL', 'MESSAGE', 'INMAIL_DECLINE', 'INMAIL_ACCEPT'] as const;

const person = { name: z.string(), profile_url: z.string() };
const timestamp = z.string();

/** spec: Message event (professional channel). `profile_url`s are id-based. */
export const professionalMessage = z.looseObject({
  type: z.literal('message'),
  inbox: z.enum(['classic', 'premium_navigator']),
  timestamp,
  message_text: z.string(),
  sender: z.looseObject(person),
  conversation: z.looseObject({
    /** Sender included. */
    participants: z.array(z.looseObject(person)),
    is_group_chat: z.boolean(),
    unread_count: z.int(),
  }),
  /** Present only for a reply: omitted, never null. */
  reply_to: z
    .looseObject({
      message_text: z.string(),
      sender_name: z.string(),
      sender_profile_url: z.string(),
      timestamp: z.string(),
    })
    .optional(),
  metadata: z.looseObject({
    entity_urn: z.string(),
    conversation_urn: z.string(),
    delivered_at: z.int(),
    read_status: z.boolean(),
  }),
  has_attachments: z.boolean(),
  attachments: z.array(attachment),
  /** `INMAIL_DECLINE` is a refusal with an empty text, not a reply. */
  message_type: z.string(),
});

/** @unspecified the payload of messenger events. */
export const messengerMessage = z.looseObject({
  type: z.literal('message'),
  timestamp,
  message_text: z.string(),
  sender: z.looseObject({ name: z.string(), phone_number: z.string() }),
  conversation: z.looseObject({ conversation_id: z.string(), is_group_chat: z.boolean() }),
  has_attachments: z.boolean(),
  attachments: z.array(attachment),
  metadata: z.looseObject({
    entity_urn: z.string().optional(),
    delivered_at: z.int().optional(),
    read_status: z.boolean().optional(),
    /** The id of the message that this one answers. */
    quoted_message_id: z.string().optional(),
  }),
});

const emailSender = z.looseObject({ name: z.string(), email: z.string(), is_self_sent: z.boolean() });

/** spec: Email events / new email. */
export const emailMessage = z.looseObject({
  type: z.literal('message'),
  timestamp,
  subject: z.string(),
  message_id: z.string(),
  in_reply_to: z.string().nullable(),
  sender: emailSender,
  message_text: z.string(),
  raw_data: z.looseObject({ entityUrn: z.string() }),
});

/** spec: Email events / bounce. @unspecified `soft`, `diagnostic`, `original_message_id`. */
export const emailBounced = z.looseObject({
  type: z.literal('email_bounced'),
  timestamp,
  subject: z.string(),
  message_id: z.string(),
  sender: emailSender,
  bounce_status: z.string(),
  bounce_kind: z.enum(['hard', 'soft']),
  bounced_recipient: z.string(),
  diagnostic: z.string().nullish(),
  original_message_id: z.string().nullish(),
});

/**
 * @unspecified that it exists: the recipient called a mail of this mailbox spam, and the provider's feedback loop (RFC 5965) says so.
 * A spec-only service would tell it as a `message` from its provider, or not at all.
 */
export const emailComplained = z.looseObject({
  type: z.literal('email_complained'),
  timestamp,
  subject: z.string(),
  message_id: z.string(),
  sender: emailSender,
  /** As the report has it: `abuse`, `opt-out`, `fraud`, `virus`, `other`, … */
  feedback_type: z.string(),
  /** Empty where neither the report nor the mail it is about tells. */
  complained_recipient: z.string(),
  original_message_id: z.string().nullish(),
});

/** @unspecified */
export const acceptedInvitation = z.looseObject({
  type: z.literal('accepted_invitation'),
  timestamp,
  connections: z.array(
    z.looseObject({
      ...person,
      headline: z.string(),
      public_identifier: z.string(),
      profile_picture: z.string(),
    }),
  ),
});

/** @unspecified */
export const invitationReceived = z.looseObject({
  type: z.literal('invitation_received'),
  timestamp,
  invitations: z.array(receivedInvitation),
});

/** @unspecified */
export const disconnection = z.looseObject({
  type: z.literal('disconnection'),
  timestamp,
  reason: z.enum(['session_expired', 'credentials_changed', 'logged_out']).or(z.string()),
});
