import { z } from 'zod';
import { attachment } from './event.ts';

const participantFields = { name: z.string(), profile_url: z.string(), profile_picture: z.string() };

/** spec: Conversation. `is_organization` is there, and true, only for a company page. */
const participant = z.looseObject({
  ...participantFields,
  headline: z.string(),
  is_organization: z.boolean().optional(),
});

/** spec: Conversation / Premium-inbox variant: no `headline`, the premium references instead. */
const premiumParticipant = z.looseObject({
  ...participantFields,
  recipient_urn: z.string(),
  sales_nav_url: z.string(),
  connection_level: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_organization: z.boolean().optional(),
});

/** @unspecified the messenger's variants. */
const messengerParticipant = z.looseObject({ name: z.string(), phone_number: z.string() });

const emailParticipant = z.looseObject({ name: z.string(), email: z.string() });

const isMe = { is_me: z.boolean() };
/** @unspecified that the email variant's sender says `is_me` too. */
const sender = participant.extend(isMe);
const premiumSender = premiumParticipant.extend(isMe);
const messengerSender = messengerParticipant.extend(isMe);
const emailSender = emailParticipant.extend(isMe);

const conversationFields = {
  /** Opaque: to be passed back as it came. */
  conversation_id: z.string(),
  /** 0 when fully read. */
  unread: z.int(),
};
/** `time`: Unix epoch milliseconds. */
const lastMessage = { text: z.string(), time: z.int() };

/** spec: Conversation (list_inbox item). */
export const conversation = z.looseObject({
  ...conversationFields,
  participant,
  last_message: z.looseObject({ ...lastMessage, sender }),
  /** Commonly `normal`, `inmail`, `Sponsored`. */
  type: z.string(),
});

export const premiumConversation = z.looseObject({
  ...conversationFields,
  participant: premiumParticipant,
  last_message: z.looseObject({ ...lastMessage, subject: z.string().nullable(), sender: premiumSender }),
  type: z.string(),
  total_message_count: z.int(),
  archived: z.boolean(),
});

const messengerConversation = z.looseObject({
  ...conversationFields,
  participant: messengerParticipant,
  last_message: z.looseObject({ ...lastMessage, sender: messengerSender }),
  type: z.string(),
});

export const emailConversation = z.looseObject({
  ...conversationFields,
  participant: emailParticipant,
  /** `text` is a snippet of the body. */
  last_message: z.looseObject({ ...lastMessage, subject: z.string(), sender: emailSender }),
  type: z.literal('email'),
  /** The provider's message id. */
  id: z.string(),
  message_id: z.string(),
  in_reply_to: z.string().nullable(),
  is_bounce: z.boolean(),
  has_attachments: z.boolean(),
  /** Extension: the mail's `X-` headers (items of `search`). */
  headers: z.record(z.string(), z.string()).optional(),
});

export type EmailConversationItem = z.infer<typeof emailConversation>;

export const conversationItem = z.union([emailConversation, premiumConversation, conversation, messengerConversation]);
export type ConversationItem = z.infer<typeof conversationItem>;

/**
 * An entry of `get_conversation`, newest first.
 * @unspecified
 */
const messageFields = { message_id: z.string(), text: z.string(), time: z.int(), attachments: z.array(attachment) };

const conversationMessage = z.looseObject({ ...messageFields, sender });
const premiumConversationMessage = z.looseObject({
  ...messageFields,
  subject: z.string().nullable(),
  sender: premiumSender,
});
const messengerConversationMessage = z.looseObject({
  ...messageFields,
  sender: messengerSender,
  /** The message of the same chat that this one answers. */
  quoted_message_id: z.string().nullable(),
});
export const emailConversationMessage = z.looseObject({
  ...messageFields,
  subject: z.string(),
  html: z.string().nullable(),
  in_reply_to: z.string().nullable(),
  references: z.array(z.string()),
  sender: emailSender,
  /** Extension: whom the mail names. */
  to: z.array(emailParticipant).optional(),
  cc: z.array(emailParticipant).optional(),
  /** Extension: a report that a mail did not arrive, an automatic answer, or a mail that somebody wrote. */
  kind: z.enum(['mail', 'bounce', 'automatic']).optional(),
  /** Extension: the mail's `X-` headers. */
  headers: z.record(z.string(), z.string()).optional(),
});

export const conversationMessageItem = z.union([
  emailConversationMessage,
  premiumConversationMessage,
  conversationMessage,
  messengerConversationMessage,
]);
export type ConversationMessageItem = z.infer<typeof conversationMessageItem>;
