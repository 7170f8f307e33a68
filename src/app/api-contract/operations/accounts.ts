import { z } from 'zod';
import { dryRun, id, text, wholeNumber } from '../fields.ts';
import { listOf, listQuery, wholeListQuery } from '../list.ts';
import { operations } from '../operation.ts';
import {
  account,
  accountSend,
  capacity,
  channel,
  connectLink,
  deliverability,
  limitClass,
  mailThread,
  sentMail,
} from '../records/account.ts';

const domain = z.string().regex(/^[A-Za-z0-9._-]{1,253}$/, 'is not a domain name');

export const ACCOUNT_OPERATIONS = operations({
  listAccounts: {
    method: 'GET',
    path: '/api/accounts',
    tag: 'accounts',
    scope: 'read',
    accounts: 'own',
    summary: 'The sender accounts, with all that holds them',
    query: listQuery(account, ['id', '-id', 'name', '-name']),
    answers: { 200: listOf(account) },
  },
  getAccount: {
    method: 'GET',
    path: '/api/accounts/{id}',
    tag: 'accounts',
    scope: 'read',
    accounts: 'own',
    summary: 'One sender account',
    answers: { 200: account },
    problems: { 404: ['unknown_account'] },
  },
  changeAccount: {
    method: 'PATCH',
    path: '/api/accounts/{id}',
    tag: 'accounts',
    scope: 'write',
    accounts: 'own',
    summary: 'Set what a person may set of an account',
    query: dryRun,
    body: z.strictObject({
      timezone: text.nullable().optional().describe('An IANA name such as `Europe/Paris`; null: by its country.'),
      profile: text.nullable().optional().describe('The network profile; null: by what its record says.'),
    }),
    answers: { 200: account },
    problems: { 404: ['unknown_account'] },
    example: { params: { id: 'acc_1' }, body: { timezone: 'Europe/Paris' } },
  },
  getCapacity: {
    method: 'GET',
    path: '/api/accounts/{id}/capacity',
    tag: 'accounts',
    scope: 'read',
    accounts: 'own',
    summary: 'What an account may still send, day by day, and when those who share it come to their end',
    query: z.strictObject({ days: wholeNumber(1, 366).default(14) }),
    answers: { 200: capacity },
    problems: { 404: ['unknown_account'] },
  },
  listAccountSends: {
    method: 'GET',
    path: '/api/accounts/{id}/sends',
    tag: 'accounts',
    scope: 'read',
    accounts: 'own',
    summary: 'Whom the calendar of an account is booked for, and who has been reached, one by one',
    description:
      'The people whom a number of `GET /api/accounts/{id}/capacity` or of the calendar of a campaign counts.',
    query: listQuery(accountSend, ['at', '-at']).extend({
      date: z.iso.date().optional().describe("On this day, which is the account's own."),
      limit_class: limitClass.optional(),
      state: z.enum(['used', 'booked']).optional(),
      campaign_id: id.optional(),
    }),
    answers: { 200: listOf(accountSend) },
    problems: { 404: ['unknown_account'] },
  },
  createConnectLink: {
    method: 'POST',
    path: '/api/connect-links',
    tag: 'accounts',
    scope: 'write',
    summary:
      'A link by which the owner of an account connects it, or one that was signed out, without telling us the password',
    description:
      'It leads to a page of the V2 service, which may be opened by whoever has it until `expires_at`. The account comes into `GET /api/accounts` by itself. To be opened in a tab, never in a frame.',
    query: dryRun,
    body: z.strictObject({
      platforms: z.array(channel).min(1).optional().describe('What may be connected; without it, all.'),
      account_id: id.optional().describe('The account that is connected again.'),
    }),
    answers: { 201: connectLink, 200: connectLink },
    problems: { 404: ['unknown_account'], 502: ['no_link'], 503: ['no_link'] },
    example: { query: { dry_run: true }, body: { platforms: ['email'] } },
  },
  checkDeliverability: {
    method: 'GET',
    path: '/api/accounts/{id}/deliverability',
    tag: 'accounts',
    scope: 'read',
    accounts: 'own',
    summary: 'Whether the mail of a mailbox arrives, and what to do about it',
    query: z.strictObject({
      selector: z
        .union([domain, z.array(domain).max(20)])
        .optional()
        .describe('Names of DKIM keys; without them, the usual ones are tried.'),
      server: domain.optional().describe("The host that mail leaves from, where it is the sender's own."),
    }),
    answers: { 200: deliverability },
    problems: { 404: ['unknown_account'], 422: ['not_a_mailbox'] },
  },
  listSentMails: {
    method: 'GET',
    path: '/api/accounts/{id}/mails',
    tag: 'accounts',
    scope: 'read',
    accounts: 'own',
    summary: 'The mails that went out from an account, newest first',
    query: listQuery(sentMail, ['-at', 'at']),
    answers: { 200: listOf(sentMail) },
    problems: { 404: ['unknown_account'] },
  },
  listEnrollmentMails: {
    method: 'GET',
    path: '/api/enrollments/{id}/mails',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'Its mails in their threads, as the mailbox has them, and from the ledger what it has lost',
    description: 'Threads in the order of the first mail of ours in each; the mails of a thread, oldest first.',
    query: wholeListQuery(mailThread, ['at', '-at']),
    answers: { 200: listOf(mailThread) },
    problems: { 404: ['unknown_enrollment'], 501: ['no_mails'] },
  },
  getMailHtml: {
    method: 'GET',
    path: '/api/enrollments/{id}/mails/html',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'The HTML of a mail, as a document that can do nothing',
    query: z.strictObject({ message_id: z.string().min(1).max(1000) }),
    answers: { 200: null },
    other_types: ['text/html'],
    problems: { 404: ['unknown_enrollment', 'unknown_mail'], 501: ['no_mails'] },
  },
});
