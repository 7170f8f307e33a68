import { z } from 'zod';
import { dryRun, text, wholeNumber } from '../fields.ts';
import { listOf, listQuery, wholeListQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { account, capacity, deliverability, mailThread, sentMail } from '../records/account.ts';

const domain = z.string().regex(/^[A-Za-z0-9._-]{1,253}$/, 'is not a domain name');

export const ACCOUNT_OPERATIONS = operations({
  listAccounts: {
    method: 'GET',
    path: '/api/accounts',
    tag: 'accounts',
    scope: 'read',
    summary: 'The sender accounts, with all that holds them',
    query: listQuery(account, ['id', '-id', 'name', '-name']),
    answers: { 200: listOf(account) },
  },
  getAccount: {
    method: 'GET',
    path: '/api/accounts/{id}',
    tag: 'accounts',
    scope: 'read',
    summary: 'One sender account',
    answers: { 200: account },
    problems: { 404: ['unknown_account'] },
  },
  changeAccount: {
    method: 'PATCH',
    path: '/api/accounts/{id}',
    tag: 'accounts',
    scope: 'write',
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
    summary: 'What an account may still send, day by day, and when those who share it come to their end',
    query: z.strictObject({ days: wholeNumber(1, 366).default(14) }),
    answers: { 200: capacity },
    problems: { 404: ['unknown_account'] },
  },
  checkDeliverability: {
    method: 'GET',
    path: '/api/accounts/{id}/deliverability',
    tag: 'accounts',
    scope: 'read',
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
    summary: 'Its mails in their threads, as the mailbox has them, and from the ledger what it has lost',
    query: wholeListQuery(mailThread),
    answers: { 200: listOf(mailThread) },
    problems: { 404: ['unknown_enrollment'], 501: ['no_mails'] },
  },
  getMailHtml: {
    method: 'GET',
    path: '/api/enrollments/{id}/mails/html',
    tag: 'enrollments',
    scope: 'read',
    summary: 'The HTML of a mail, as a document that can do nothing',
    query: z.strictObject({ message_id: z.string().min(1).max(1000) }),
    answers: { 200: null },
    other_types: ['text/html'],
    problems: { 404: ['unknown_enrollment', 'unknown_mail'], 501: ['no_mails'] },
  },
});
