import { z } from 'zod';
import { actionOf } from '../../src/v2/contract/actions.ts';
import * as envelope from '../../src/v2/contract/envelope.ts';
import { eventEnvelope } from '../../src/v2/contract/events.ts';
import * as account from '../../src/v2/contract/records/account.ts';
import { connectLinkCallback, connectLinkRecord } from '../../src/v2/contract/records/connect-link.ts';
import * as conversation from '../../src/v2/contract/records/conversation.ts';
import * as event from '../../src/v2/contract/records/event.ts';
import * as invitation from '../../src/v2/contract/records/invitation.ts';
import * as log from '../../src/v2/contract/records/log.ts';
import * as receipt from '../../src/v2/contract/records/message-receipt.ts';
import * as post from '../../src/v2/contract/records/post.ts';
import * as profile from '../../src/v2/contract/records/profile.ts';
import * as recruiter from '../../src/v2/contract/records/recruiter.ts';
import * as webhook from '../../src/v2/contract/records/webhook.ts';

/** Every record of an answer, by the name that its rows carry: `record/unlock.degree`. */
export const RECORDS: Readonly<Record<string, z.ZodType>> = {
  success: envelope.successEnvelope,
  error: envelope.errorEnvelope,
  pagination: envelope.offsetPagination,
  account: account.accountRecord,
  login: account.loginResult,
  credits: account.creditsRecord,
  link: connectLinkRecord,
  link_callback: connectLinkCallback,
  webhook: webhook.createdWebhook,
  delivery: webhook.deliveryDetail,
  retry_policy: webhook.retryPolicy,
  log: log.logEntry,
  logs: log.logPage,
  log_stats: log.logStats,
  profile: profile.profileRecord,
  profile_search: profile.profileSearchResult,
  unlock: profile.unlockedProfile,
  company: profile.companyRecord,
  invitation_check: invitation.invitationCheck,
  received_invitation: invitation.receivedInvitation,
  sent_invitation: invitation.sentInvitation,
  connection: invitation.connection,
  check_connection: actionOf('network', 'check_connection').data,
  conversation: conversation.conversation,
  premium_conversation: conversation.premiumConversation,
  email_conversation: conversation.emailConversation,
  message_receipt: receipt.messageReceipt,
  inmail_receipt: receipt.inmailReceipt,
  email_receipt: receipt.emailReceipt,
  messenger_receipt: receipt.messengerReceipt,
  candidate: recruiter.candidate,
  cv: recruiter.candidateCv,
  job: recruiter.jobPost,
  balance: actionOf('balance', 'get').data,
  post: post.post,
  comment: post.comment,
  reaction: post.reaction,
};

/** Records that events carry, as `event/message.inbox`. `message` is the professional one, as in the specification. */
export const EVENTS: Readonly<Record<string, z.ZodType>> = {
  envelope: eventEnvelope,
  message: event.professionalMessage,
  attachment: event.attachment,
  email_message: event.emailMessage,
  email_bounced: event.emailBounced,
  messenger_message: event.messengerMessage,
  accepted_invitation: event.acceptedInvitation,
  invitation_received: event.invitationReceived,
  disconnection: event.disconnection,
};

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
}

/** `cv.content`: the fields of a record, those of the objects in it by their path. */
export function fieldPaths(schema: z.ZodType): string[] {
  const walk = (json: JsonSchema, path: string): string[] => [
    ...Object.entries(json.properties ?? {}).flatMap(([name, field]) => [
      path + name,
      ...walk(field, `${path}${name}.`),
    ]),
    ...(json.anyOf ?? []).flatMap((one) => walk(one, path)),
    ...(json.items ? walk(json.items, path) : []),
  ];
  // The two types of JSON Schema differ in name only.
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  return [...new Set(walk(json, ''))];
}
