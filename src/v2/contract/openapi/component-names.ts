import { z } from 'zod';
import { errorEnvelope, offsetPagination } from '../envelope.ts';
import * as account from '../records/account.ts';
import * as link from '../records/connect-link.ts';
import * as conversation from '../records/conversation.ts';
import * as event from '../records/event.ts';
import * as invitation from '../records/invitation.ts';
import * as log from '../records/log.ts';
import * as receipt from '../records/message-receipt.ts';
import * as post from '../records/post.ts';
import * as profile from '../records/profile.ts';
import * as recruiter from '../records/recruiter.ts';
import * as webhook from '../records/webhook.ts';

/** The records that have a name of their own in the document; what has none stands where it is used. */
export const COMPONENTS = {
  Account: account.accountRecord,
  Attachment: event.attachment,
  Candidate: recruiter.candidate,
  CandidateCv: recruiter.candidateCv,
  Comment: post.comment,
  Company: profile.companyRecord,
  ConnectLink: link.connectLinkRecord,
  ConnectLinkCallback: link.connectLinkCallback,
  Connection: invitation.connection,
  Conversation: conversation.conversation,
  CreatedConnectLink: link.createdConnectLink,
  CreatedWebhook: webhook.createdWebhook,
  Credits: account.creditsRecord,
  Delivery: webhook.delivery,
  DeliveryDetail: webhook.deliveryDetail,
  EmailConversation: conversation.emailConversation,
  EmailReceipt: receipt.emailReceipt,
  Error: errorEnvelope,
  Experience: profile.experience,
  InMailReceipt: receipt.inmailReceipt,
  InvitationCheck: invitation.invitationCheck,
  JobPost: recruiter.jobPost,
  LogEntry: log.logEntry,
  LogStats: log.logStats,
  LoginResult: account.loginResult,
  MessageReceipt: receipt.messageReceipt,
  MessengerReceipt: receipt.messengerReceipt,
  Pagination: offsetPagination,
  Post: post.post,
  PremiumConversation: conversation.premiumConversation,
  Profile: profile.profileRecord,
  ProfileSearchResult: profile.profileSearchResult,
  Reaction: post.reaction,
  ReceivedInvitation: invitation.receivedInvitation,
  RetryPolicy: webhook.retryPolicy,
  SentInvitation: invitation.sentInvitation,
  UnlockedProfile: profile.unlockedProfile,
  Webhook: webhook.webhookRecord,
} as const satisfies Record<string, z.ZodType>;

/** The registry of named records: Zod writes a `$ref` wherever one of them is used. */
export const componentNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(COMPONENTS)) componentNames.add(schema, { id });
