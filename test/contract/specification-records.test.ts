import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { actionOf } from '../../src/v2/contract/actions.ts';
import { MANAGEMENT } from '../../src/v2/contract/endpoints.ts';
import * as envelope from '../../src/v2/contract/envelope.ts';
import { eventEnvelope } from '../../src/v2/contract/events.ts';
import * as account from '../../src/v2/contract/records/account.ts';
import { connectLinkCallback, connectLinkRecord, LINK_STATUSES } from '../../src/v2/contract/records/connect-link.ts';
import * as conversation from '../../src/v2/contract/records/conversation.ts';
import * as event from '../../src/v2/contract/records/event.ts';
import * as invitation from '../../src/v2/contract/records/invitation.ts';
import { logEntry } from '../../src/v2/contract/records/log.ts';
import * as receipt from '../../src/v2/contract/records/message-receipt.ts';
import * as post from '../../src/v2/contract/records/post.ts';
import * as profile from '../../src/v2/contract/records/profile.ts';
import * as recruiter from '../../src/v2/contract/records/recruiter.ts';
import { createdWebhook } from '../../src/v2/contract/records/webhook.ts';
import { fieldNames, hasSpecification, quoted, quotedFields, SKIPPED, section, table } from './read-specification.ts';

const suite = describe.skipIf(!hasSpecification);
const line = (heading: string, start: string) =>
  section(heading)
    .split('\n')
    .find((one) => one.startsWith(start)) ?? (hasSpecification ? expect.unreachable(`no line "${start}"`) : '');

/** Sections whose fields stand in a table's first column, or in backticks; `beside` are words there that are no fields. */
const RECORDS: readonly { heading: string; words: () => string; schema: z.ZodType; beside?: readonly string[] }[] = [
  {
    heading: 'Account',
    words: () => line('Account', 'An account'),
    schema: account.accountRecord,
    beside: ['professional', 'messenger', 'email', 'connected'],
  },
  { heading: 'Connection link', words: () => firstColumn('Connection link'), schema: connectLinkRecord },
  {
    heading: 'Webhook',
    words: () => section('Webhook').split('\n\n')[0] ?? '',
    schema: createdWebhook,
    beside: ['true'],
  },
  { heading: 'Webhook event envelope', words: () => firstColumn('Webhook event envelope'), schema: eventEnvelope },
  { heading: 'API log entry', words: () => section('API log entry'), schema: logEntry, beside: ['success', 'error'] },
  {
    heading: 'Profile search result (search_people)',
    words: () => section('Profile search result (search_people)'),
    schema: profile.profileSearchResult,
  },
  {
    heading: 'Unlocked profile (unlock)',
    words: () => firstColumn('Unlocked profile (unlock)'),
    schema: profile.unlockedProfile,
  },
  {
    heading: 'Invitation check result',
    words: () => firstColumn('Invitation check result'),
    schema: invitation.invitationCheck,
  },
  {
    heading: 'Received invitation (list_invitations item)',
    words: () => section('Received invitation (list_invitations item)'),
    schema: invitation.receivedInvitation,
  },
  {
    heading: 'Connection (list_connections item)',
    words: () => section('Connection (list_connections item)'),
    schema: invitation.connection,
  },
  {
    heading: 'Conversation (list_inbox item)',
    words: () => table('Conversation (list_inbox item)').flat().join(' '),
    schema: conversation.conversation,
    beside: ['normal', 'inmail', 'email'],
  },
  {
    heading: 'Conversation, premium',
    words: () => line('Conversation (list_inbox item)', 'Premium-inbox').replace('no `headline`', ''),
    schema: conversation.premiumConversation,
  },
  {
    heading: 'Conversation, email',
    words: () =>
      line('Conversation (list_inbox item)', 'Email variant').replace(/\(no `profile_url`, no `headline`\)/, ''),
    schema: conversation.emailConversation,
  },
  {
    heading: 'Job candidate (get_candidates item)',
    words: () => section('Job candidate (get_candidates item)'),
    schema: recruiter.candidate,
  },
  {
    heading: 'Candidate CV (get_cv)',
    words: () => section('Candidate CV (get_cv)').replaceAll('data.', ''),
    schema: recruiter.candidateCv,
  },
  {
    heading: 'Job post (recruiter get_posts item)',
    words: () => section('Job post (recruiter get_posts item)'),
    schema: recruiter.jobPost,
    beside: ['fetch_details'],
  },
  { heading: 'Post (content search item)', words: () => section('Post (content search item)'), schema: post.post },
  {
    heading: 'Comment (get_comments item)',
    words: () => section('Comment (get_comments item)'),
    schema: post.comment,
    beside: ['answer_comment'],
  },
  {
    heading: 'Reaction (get_reactions item)',
    words: () => section('Reaction (get_reactions item)'),
    schema: post.reaction,
  },
  {
    heading: 'offset pagination',
    words: () => firstColumn('Offset pagination (list actions with `count`/`offset`)'),
    schema: envelope.offsetPagination,
  },
  {
    heading: 'success envelope',
    words: () => firstColumn('Conventions common to all action endpoints', 1).replaceAll('metadata.', ''),
    schema: envelope.successEnvelope,
  },
  {
    heading: 'action request',
    words: () => firstColumn('Conventions common to all action endpoints', 0),
    schema: envelope.actionRequest,
  },
  {
    heading: 'error envelope',
    words: () => line('Conventions common to all action endpoints', 'Error response').replaceAll('error.', ''),
    schema: envelope.errorEnvelope,
    beside: ['false', 'null'],
  },
  {
    heading: 'logs',
    words: () => /Response `data`: (.*?)\. Consumes/.exec(section('Logs'))?.[1] ?? '',
    schema: MANAGEMENT.list_logs.data,
  },
  {
    heading: 'log stats',
    words: () => /Aggregated history: (.*?); accepts/.exec(section('Logs'))?.[1] ?? '',
    schema: MANAGEMENT.logs_stats.data,
  },
  {
    heading: 'connection link callback',
    words: () => /Body: (.*?)\. Retries/.exec(section('POST /v2/accounts/connect-link'))?.[1] ?? '',
    schema: connectLinkCallback,
  },
  {
    heading: 'balance',
    words: () => /Response `data`: (.*?)\. This/.exec(section('balance / get'))?.[1] ?? '',
    schema: actionOf('balance', 'get').data,
  },
  {
    heading: 'cached connections',
    words: () => section('network / list_connections').split('Response `data`: ')[1] ?? '',
    schema: actionOf('network', 'list_connections').data,
    beside: ['use_cache', 'cache'],
  },
  {
    heading: 'check_connection',
    words: () => /Response: (.*?)\. Uses/.exec(section('network / check_connection'))?.[1] ?? '',
    schema: actionOf('network', 'check_connection').data,
  },
  {
    heading: 'rotate-secret',
    words: () => /New signing secret; response `data`: (.*?)\|/.exec(section('Webhook endpoints'))?.[1] ?? '',
    schema: MANAGEMENT.rotate_secret.data,
  },
  {
    heading: 'message event',
    words: () => firstTwoColumns('Message event (professional channel)'),
    schema: event.professionalMessage,
    beside: ['classic', 'premium_navigator'],
  },
  {
    heading: 'attachment',
    words: () => line('Message event (professional channel)', 'Attachment entry'),
    schema: event.attachment,
    beside: ['image', 'file', 'audio', 'video', 'gif', 'unknown'],
  },
  {
    heading: 'new email',
    words: () => line('Email events', '- New email'),
    schema: event.emailMessage,
    beside: ['message', 'event'],
  },
  {
    heading: 'bounce',
    words: () => line('Email events', '- Bounce'),
    schema: event.emailBounced,
    beside: ['email_bounced', 'event', 'hard'],
  },
  {
    heading: 'standard message receipt',
    words: () => receiptRow('Standard professional message'),
    schema: receipt.messageReceipt,
  },
  {
    heading: 'InMail receipt',
    words: () => receiptRow('InMail').replaceAll('data.', ''),
    schema: receipt.inmailReceipt,
  },
  { heading: 'email receipt', words: () => receiptRow('Email'), schema: receipt.emailReceipt, beside: ['other'] },
  { heading: 'messenger receipt', words: () => receiptRow('Messenger'), schema: receipt.messengerReceipt },
];

function firstColumn(heading: string, index = 0): string {
  return table(heading, index)
    .map(([cell]) => cell)
    .join(' ');
}
/** The name, and what its meaning says about fields inside; not the values of `message_type`. */
function firstTwoColumns(heading: string): string {
  return table(heading)
    .map(([name, , meaning = '']) => `${name} ${meaning}`.replace(/empty `message_text`/, ''))
    .join(' ');
}
const receiptRow = (name: string) =>
  table('messages / send', 1)
    .find(([cell]) => cell === name)?.[1]
    ?.replace('`data.data`:', '') ?? '';

suite(`the contract's records and the specification${SKIPPED}`, () => {
  const rows = hasSpecification
    ? RECORDS.flatMap(({ heading, words, schema, beside = [] }) => {
        const names = [...new Set(quotedFields(words()))].filter((name) => !beside.includes(name));
        return names.length > 0
          ? names.map((name) => [heading, name, schema] as const)
          : [[heading, '(no fields found)', schema] as const];
      })
    : [];
  it.each(rows)('%s has the field %s', (_heading, name, schema) => {
    expect([...fieldNames(schema)]).toContain(name);
  });

  it('knows the values that the records name', () => {
    expect(table('What the service does').map((row) => quoted(row[1])[0])).toEqual([...account.PLATFORMS]);
    const linkStatus = table('Connection link').find(([name]) => name === '`status`');
    expect(quoted(linkStatus?.[2])).toEqual([...LINK_STATUSES]);
    expect(quoted(table('Invitation check result')[0]?.[2])).toEqual([...invitation.INVITATION_STATES]);
    expect(quoted(/`rating` \((.*?)\)/.exec(section('Job candidate (get_candidates item)'))?.[1]).sort()).toEqual(
      [...recruiter.RATINGS].sort(),
    );
    expect(quoted(/`type` \((.*?)\)/.exec(section('Reaction (get_reactions item)'))?.[1])).toEqual([
      ...post.REACTION_TYPES,
    ]);
    expect(quoted(section('Proxy country'))).toEqual([...account.LOGIN_COUNTRIES, account.DEFAULT_COUNTRY]);
    expect(
      quoted(
        section('POST /v2/accounts/connect-link')
          .split('\n')
          .find((one) => one.startsWith('| `products`')),
      ).slice(1),
    ).toEqual([...account.PRODUCTS]);
  });
});
