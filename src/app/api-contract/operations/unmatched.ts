import { z } from 'zod';
import { dryRun, id, text, time, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';

const unmatched = z
  .object({
    id: id.describe('As `/api/received-events` has it.'),
    account_id: id,
    platform: text,
    from: z
      .array(z.object({ kind: text, value: text }))
      .describe('The names that it gives its author; none: it cannot be matched.'),
    display_name: text.nullable(),
    subject: text.nullable(),
    text: text.describe('The first 2,000 characters.'),
    automatic: z.boolean().describe('A machine answered for them.'),
    note: text.nullable(),
    holds: z
      .object({
        asks: z.enum(['service', 'person']).describe('Who is to say whose it is: the V2 service is asked first.'),
        note: text.nullable().describe('Why the V2 service has not said it.'),
        enrollments: z.int().describe('How many contact nobody until it is known.'),
      })
      .nullable()
      .describe(
        'It may be of somebody who is written to from this account: they are held until it is known whose it is. Null: it holds nobody.',
      ),
    occurred_at: time,
    received_at: time,
  })
  .meta({ id: 'UnmatchedMessage' });

const handled = z
  .object({ id, lead_id: id.nullable().describe('Null: it was left.'), dry_run: z.boolean().optional() })
  .meta({ id: 'HandledUnmatched' });

const common = { tag: 'conversations', accounts: 'own' } as const;
const changes = {
  ...common,
  method: 'POST',
  scope: 'write',
  role: 'operator',
  query: dryRun,
  answers: { 200: handled },
} as const;
const name = z.string().trim().min(1).max(200).nullable().default(null);

export const UNMATCHED_OPERATIONS = operations({
  listUnmatched: {
    ...common,
    method: 'GET',
    path: '/api/conversations/unmatched',
    scope: 'read',
    summary: 'Messages that no person fits, the newest first',
    query: listQuery(unmatched, ['-received_at', 'received_at']),
    answers: { 200: listOf(unmatched) },
  },
  matchUnmatched: {
    ...changes,
    path: '/api/conversations/unmatched/{id}/match',
    summary: 'Say whose message it is',
    description:
      "The names that it gives its author are that person's from now on, so this message and all others under these names are read again, and do what replies do: sequences end by them.",
    body: z.strictObject({ lead_id: word }),
    problems: { 404: ['unknown_event', 'unknown_person'], 409: ['name_taken'], 422: ['no_name'] },
    example: { params: { id: 'evt_1' }, body: { lead_id: 'lead_1' } },
  },
  makePersonOfUnmatched: {
    ...changes,
    path: '/api/conversations/unmatched/{id}/person',
    summary: 'Make a person of whoever wrote it',
    description: 'Without a name, the one under which they wrote is taken.',
    body: z.strictObject({ first_name: name, last_name: name, company: name }),
    body_optional: true,
    problems: { 404: ['unknown_event'], 409: ['name_taken'], 422: ['no_name'] },
    example: { params: { id: 'evt_1' }, body: { first_name: 'Ada' } },
  },
  leaveUnmatched: {
    ...changes,
    path: '/api/conversations/unmatched/{id}/leave',
    summary: 'Leave it: it is nobody whom you write to',
    description: 'It is listed no more. When one of its names is learned later, it is read again.',
    body: z.strictObject({}),
    body_optional: true,
    problems: { 404: ['unknown_event'] },
    example: { params: { id: 'evt_1' }, body: {} },
  },
});
