import { z } from 'zod';
import { fieldErrors } from './fields.ts';
import type { Operation } from './operation.ts';
import { diagnostic } from './records/diagnostic.ts';

/** An answer that is an error: RFC 9457, with a code that never changes its meaning. */
export const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What is wrong, in one sentence.'),
    code: z.string().describe('Never changes its meaning; the detail may be reworded.'),
    request_id: z.string().optional().describe('As in `X-Request-Id`, and in the lines of our log.'),
    errors: fieldErrors.optional(),
    diagnostics: z.array(diagnostic).optional(),
    accept: z.array(z.string()).optional().describe('With 415: the media types that are taken.'),
    accept_encoding: z.array(z.string()).optional().describe('With 415: the content codings that are read.'),
    retry_after: z.number().optional().describe('Seconds, as in `Retry-After`.'),
    allow: z.array(z.string()).optional().describe('With 405: the methods that the path has.'),
    existing_id: z.string().optional().describe('The enrollment or do-not-contact entry that stands against it.'),
    missing: z.array(z.string()).optional().describe('What the lead lacks.'),
    possible: z.array(z.string()).optional().describe('What could be asked instead.'),
    task_id: z.string().optional().describe('The task that has to be decided first.'),
    unseen: z
      .array(
        z.object({ id: z.string(), at: z.string(), by: z.string(), author: z.string().nullable(), text: z.string() }),
      )
      .optional()
      .describe('Messages that whoever answers has not seen.'),
    entries: z
      .array(z.object({ id: z.string(), kind: z.string(), reason: z.string() }))
      .optional()
      .describe('The entries of the do-not-contact list that stand against it.'),
    kept_by: z.enum(['file', 'console']).optional().describe('Who keeps the sequence.'),
  })
  .meta({ id: 'Problem' });
export type ProblemBody = z.output<typeof problem>;

/** Codes of refused enrollments: 409 where something else is in the way, 422 where the request itself is wrong. */
export const REFUSALS = {
  409: ['suppressed', 'duplicate', 'again', 'active_elsewhere', 'contacted_recently', 'per_company', 'bad_address'],
  422: ['unknown_sequence', 'unknown_field', 'invalid_lead', 'missing', 'unknown_account', 'no_sender'],
} as const;

/** Every problem that the route may answer with, by status: its own, and those that follow from what it takes. */
export function problemsOf(operation: Operation): Map<number, string[]> {
  const { method, path, scope, accounts, body, file, secret_answer, slow, answers, problems = {} } = operation;
  const all = new Map<number, string[]>();
  const add = (status: number, ...codes: readonly string[]) =>
    all.set(status, [...new Set([...(all.get(status) ?? []), ...codes])]);
  for (const [status, codes] of Object.entries(problems)) add(Number(status), ...codes);
  add(400, 'invalid_query', 'bad_request');
  if (scope !== null) {
    add(401, 'no_key', 'invalid_key');
    add(403, 'missing_scope', 'missing_role', ...(accounts === undefined ? ['all_accounts_needed'] : []));
    if (method !== 'GET') add(403, 'other_origin');
  }
  if (path.includes('{')) {
    add(400, 'invalid_path');
    add(414, 'bad_request');
  }
  if (method !== 'GET') {
    add(413, 'too_large');
    add(415, 'unsupported_media_type', 'unsupported_encoding');
    add(400, 'bad_encoding');
    add(422, 'invalid_body');
  }
  if (method === 'POST' && scope !== null) {
    add(400, 'invalid_idempotency_key');
    add(409, 'in_progress', ...(secret_answer ? ['shown_once'] : []));
    add(422, 'idempotency_key_reused');
  }
  if (body !== undefined || file !== undefined) add(422, 'invalid_body');
  if (slow) {
    add(422, 'takes_too_long');
    add(429, 'too_many_computations');
  }
  // Whatever is long enough: the server refuses it before there is a route.
  add(431, 'headers_too_large');
  add(500, 'internal_error');
  // Postgres cannot do what it is asked, whatever that is; whoever asks whether it can is told so in another form.
  if (!(503 in answers)) add(503, 'database_unavailable');
  return new Map([...all].sort(([one], [other]) => one - other));
}
