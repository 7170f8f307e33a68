import { z } from 'zod';
import { dryRun, id, text, time } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations, SCOPES } from '../operation.ts';

const scopes = z.array(z.enum(SCOPES));

const named = z.object({ id, name: text });
const key = z
  .object({
    id,
    name: text,
    scopes,
    user: named.nullable().describe('Whose it is: it may do no more than they.'),
    made_by_key: named
      .nullable()
      .describe('The key that it was made with; null: with none, or with that of the environment.'),
    created_at: time,
    seen_at: time.nullable().describe('When it was last used, to the minute.'),
    expires_at: time.nullable().describe('When it ends by itself, by the clock of the server; null: never.'),
    revoked_at: time.nullable(),
  })
  .meta({ id: 'Key' });
const session = z
  .object({
    id,
    user: named.nullable(),
    key_id: id.nullable(),
    scopes,
    address: text,
    user_agent: text,
    created_at: time,
    seen_at: time,
    expires_at: time,
    is_yours: z.boolean(),
  })
  .meta({ id: 'Session' });

export const ACCESS_OPERATIONS = operations({
  createKey: {
    method: 'POST',
    path: '/api/keys',
    tag: 'access',
    scope: 'admin',
    summary: 'Make a key, which is shown this once',
    query: dryRun,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100).default('unnamed'),
      scopes: scopes.min(1),
      expires_in_days: z.int().min(1).max(3650).optional().describe('It ends by itself after so many days.'),
    }),
    answers: {
      200: z.object({ id: z.null(), key: z.null(), scopes, expires_at: time.nullable(), dry_run: z.literal(true) }),
      201: z.object({ id, key: text, scopes, expires_at: time.nullable() }),
    },
    secret_answer: true,
    example: { body: { name: 'reporting', scopes: ['read'], expires_in_days: 90 } },
  },
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    tag: 'access',
    scope: 'admin',
    summary: 'Keys, newest first',
    query: listQuery(key, ['-created_at', 'created_at']),
    answers: {
      200: listOf(key),
    },
  },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/{id}',
    tag: 'access',
    scope: 'admin',
    summary: 'Revoke a key',
    query: dryRun,
    answers: { 200: z.object({ id, dry_run: z.literal(true) }), 204: null },
    problems: { 404: ['unknown_key'] },
  },
  createSignInToken: {
    method: 'POST',
    path: '/api/sign-in-tokens',
    tag: 'access',
    scope: 'admin',
    summary: 'A token that signs a browser in, once: for `/console/?token=…`',
    query: dryRun,
    answers: { 200: z.object({ token: z.null(), dry_run: z.literal(true) }), 201: z.object({ token: text }) },
    secret_answer: true,
    example: {},
  },
  listSessions: {
    method: 'GET',
    path: '/api/sessions',
    tag: 'access',
    scope: 'admin',
    role: 'viewer',
    accounts: 'shared',
    summary: 'Who is signed in with a browser',
    description: "All of them for an owner and a key; for others, one's own.",
    query: listQuery(session, ['-created_at', 'created_at']),
    answers: {
      200: listOf(session),
    },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/sessions/{id}',
    tag: 'access',
    scope: 'admin',
    role: 'viewer',
    accounts: 'shared',
    summary: 'End a session',
    query: dryRun,
    answers: { 200: z.object({ id, dry_run: z.literal(true) }), 204: null },
    problems: { 404: ['unknown_session'] },
  },
});
