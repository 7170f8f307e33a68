import { z } from 'zod';
import { readEmail } from '../../../shared/identity/email-address.ts';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { sayNotRead } from '../../../shared/identity/not-read.ts';
import { dryRun, id, text, time } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations, ROLES, SCOPES } from '../operation.ts';

const role = z.enum(ROLES);
const account_ids = z.array(z.string().min(1).max(200)).max(1000).nullable();
const name = z.string().trim().min(1).max(100);
/** Users sign in by it, in whichever spelling. */
const email = z
  .string()
  .max(254)
  .transform((given, context) => {
    const read = readEmail(given);
    if (read.ok) return mailboxKey(given);
    context.addIssue({ code: 'custom', message: sayNotRead(read.error) });
    return z.NEVER;
  });

const user = z
  .object({
    id,
    email: text,
    name: text,
    role: role.describe('Each may do what those before it may.'),
    account_ids: z
      .array(id)
      .nullable()
      .describe('The sender accounts whose people, campaigns and tasks they see. Null: all.'),
    status: z.enum(['invited', 'active', 'deactivated']),
    has_password: z.boolean(),
    created_at: time,
    signed_in_at: time.nullable(),
  })
  .meta({ id: 'User' });

const changed = user.extend({ dry_run: z.boolean().optional() });
const invitation = z.object({
  url: text.describe('Where a password is set, once. Whoever has it can.'),
  expires_at: time,
});
const invited = z.object({ user, invitation: invitation.nullable(), dry_run: z.boolean().optional() });

export const USER_OPERATIONS = operations({
  listUsers: {
    method: 'GET',
    path: '/api/users',
    tag: 'access',
    scope: 'admin',
    role: 'operator',
    accounts: 'shared',
    summary: 'The people of the team',
    query: listQuery(user, ['created_at', '-created_at', 'name', '-name']),
    answers: { 200: listOf(user) },
  },
  getUser: {
    method: 'GET',
    path: '/api/users/{id}',
    tag: 'access',
    scope: 'admin',
    role: 'operator',
    accounts: 'shared',
    summary: 'One of them',
    answers: { 200: user },
    problems: { 404: ['unknown_user'] },
  },
  inviteUser: {
    method: 'POST',
    path: '/api/users',
    tag: 'access',
    scope: 'admin',
    summary: 'Invite somebody: the answer has the link, which is shown this once',
    query: dryRun,
    body: z.strictObject({
      email,
      name: name.optional().describe('Without it, what stands before the `@`; whoever accepts may say another.'),
      role,
      account_ids: account_ids.default(null),
    }),
    answers: { 200: invited, 201: invited },
    secret_answer: true,
    problems: { 409: ['email_taken'], 422: ['unknown_account'] },
    example: { body: { email: 'grace@acme.example', name: 'Grace Hopper', role: 'operator', account_ids: ['acc_1'] } },
  },
  changeUser: {
    method: 'PATCH',
    path: '/api/users/{id}',
    tag: 'access',
    scope: 'admin',
    summary: 'Give a user another role or other accounts, or deactivate one, whose sessions and keys end at once',
    query: dryRun,
    body: z.strictObject({
      name: name.optional(),
      role: role.optional(),
      account_ids: account_ids.optional(),
      status: z.enum(['active', 'deactivated']).optional(),
    }),
    answers: { 200: changed },
    problems: { 404: ['unknown_user'], 409: ['last_owner'], 422: ['unknown_account'] },
    example: { params: { id: 'usr_1' }, body: { role: 'editor' } },
  },
  removeUser: {
    method: 'DELETE',
    path: '/api/users/{id}',
    tag: 'access',
    scope: 'admin',
    summary: 'Remove a user, whose sessions and keys end at once; the audit log keeps the name',
    query: dryRun,
    answers: { 200: z.object({ id, dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_user'], 409: ['last_owner'] },
  },
  createInvitation: {
    method: 'POST',
    path: '/api/users/{id}/invitation',
    tag: 'access',
    scope: 'admin',
    summary: 'Another link by which a user sets a password; the one before is worth nothing any more',
    query: dryRun,
    answers: { 200: invited, 201: invited },
    secret_answer: true,
    problems: { 404: ['unknown_user'] },
    example: { params: { id: 'usr_1' } },
  },
  getMe: {
    method: 'GET',
    path: '/api/me',
    tag: 'access',
    scope: 'read',
    accounts: 'shared',
    summary: 'Who asks, and what they may',
    answers: {
      200: z.object({
        user: user.nullable().describe('Null: a key of nobody, or whoever opened the link that a start prints.'),
        key: z.object({ id, name: text }).nullable(),
        scopes: z.array(z.enum(SCOPES)),
        role: role.nullable(),
        account_ids: z.array(id).nullable(),
      }),
    },
  },
  changePassword: {
    method: 'POST',
    path: '/api/me/password',
    tag: 'access',
    scope: 'read',
    accounts: 'shared',
    summary: "Change one's own password; every other session of one's own ends",
    description: 'A dry run, too, is an attempt at the present password.',
    query: dryRun,
    body: z.strictObject({ present: z.string().max(1000), password: z.string().max(1000) }),
    answers: { 200: z.object({ dry_run: z.literal(true) }), 204: null },
    problems: { 403: ['wrong_password'], 409: ['no_user'], 429: ['too_many_attempts'] },
    example: { body: { present: 'a former password', password: 'correct horse battery' } },
  },
});
