import type {
  ConversationItem,
  ConversationMessageItem,
  EmailConversationItem,
} from '../../../contract/records/conversation.ts';
import type { EmailConversation, EmailMessage } from '../../channels/email-channel.ts';
import type { Conversation, ConversationMessage, ConversationParty } from '../../channels/professional-messaging.ts';
import { attachmentRecord } from '../../media/attachments.ts';
import { connectionLevel } from '../profiles/profile-record.ts';

/** spec: Conversation (list_inbox item), classic inbox. */
export function classicConversation(conversation: Conversation): ConversationItem {
  const { last_message } = conversation;
  return {
    conversation_id: conversation.conversation_id,
    participant: classicParty(conversation.participant),
    last_message: { text: last_message.text, time: last_message.time, sender: classicSender(last_message.sender) },
    unread: conversation.unread,
    type: conversation.type,
  };
}

/** spec: Conversation, premium-inbox variant. Archiving is not part of the sandbox. */
export function premiumConversation(conversation: Conversation): ConversationItem {
  const { last_message } = conversation;
  return {
    conversation_id: conversation.conversation_id,
    participant: premiumParty(conversation.participant),
    last_message: {
      text: last_message.text,
      subject: last_message.subject,
      time: last_message.time,
      sender: premiumSender(last_message.sender),
    },
    unread: conversation.unread,
    type: conversation.type,
    total_message_count: conversation.total_message_count,
    archived: false,
  };
}

/** spec: Conversation, email variant. */
export function emailConversation(conversation: EmailConversation): EmailConversationItem {
  return {
    conversation_id: conversation.conversation_id,
    id: conversation.id,
    message_id: conversation.message_id,
    in_reply_to: conversation.in_reply_to,
    participant: { ...conversation.participant },
    last_message: { ...conversation.last_message, sender: { ...conversation.last_message.sender } },
    unread: conversation.unread,
    type: 'email',
    is_bounce: conversation.is_bounce,
    has_attachments: conversation.has_attachments,
    headers: { ...conversation.headers },
  };
}

/** `base_url`: where files can be downloaded. */
export const classicMessage =
  (base_url: string) =>
  (message: ConversationMessage): ConversationMessageItem => {
    const { message_id, text, time, sender } = message;
    return { message_id, text, time, sender: classicSender(sender), attachments: filesOf(message, base_url) };
  };

export const premiumMessage =
  (base_url: string) =>
  (message: ConversationMessage): ConversationMessageItem => {
    const { message_id, text, subject, time, sender } = message;
    return { message_id, text, subject, time, sender: premiumSender(sender), attachments: filesOf(message, base_url) };
  };

const filesOf = ({ attachments }: Pick<ConversationMessage | EmailMessage, 'attachments'>, base_url: string) =>
  attachments.map((one) => attachmentRecord(one, base_url));

export const emailMessage =
  (base_url: string) =>
  (message: EmailMessage): ConversationMessageItem => ({
    message_id: message.message_id,
    in_reply_to: message.in_reply_to,
    references: [...message.references],
    subject: message.subject,
    text: message.text,
    html: message.html,
    time: message.time,
    sender: { ...message.sender },
    to: message.to.map((party) => ({ ...party })),
    cc: message.cc.map((party) => ({ ...party })),
    kind: message.kind,
    headers: { ...message.headers },
    attachments: filesOf(message, base_url),
  });

function classicParty({ name, headline, profile_url, profile_picture }: ConversationParty) {
  return { name, headline, profile_url, profile_picture };
}

function classicSender(party: ConversationParty) {
  return { ...classicParty(party), is_me: party.is_me };
}

function premiumParty(party: ConversationParty) {
  return {
    name: party.name,
    first_name: party.first_name,
    last_name: party.last_name,
    profile_url: party.profile_url,
    profile_picture: party.profile_picture,
    connection_level: connectionLevel(party.degree),
    recipient_urn: party.recipient_urn,
    sales_nav_url: party.sales_nav_url,
  };
}

const premiumSender = (party: ConversationParty) => ({ ...premiumParty(party), is_me: party.is_me });
