import { z } from 'zod';
import { dryRun, id, subjectLine, text, time } from '../fields.ts';
import { operations } from '../operation.ts';
import { answer } from '../records/answer.ts';

/** Files that go along: named by a link that the service reads, or given as they are. */
const attachment = z.union([
  z.strictObject({ link: z.url({ protocol: /^https?$/ }).max(2000) }),
  z.strictObject({
    filename: z.string().trim().min(1).max(255),
    data: z.base64().min(1).describe('The file, in base64.'),
  }),
]);

const newAnswer = z
  .strictObject({
    text: z.string().max(100_000),
    subject: subjectLine.optional().describe('Of a mail or an InMail; without it, that of the thread.'),
    attachments: z.array(attachment).max(10).default([]),
    send_after: z
      .int()
      .min(0)
      .max(86_400)
      .optional()
      .describe('Seconds in which it can be taken back: 10 for a mail or an InMail, 5 for a chat unless told.'),
    last_seen: z
      .string()
      .max(300)
      .nullable()
      .describe(
        'The last message that its writer has seen: of the history, or an own answer that is about to go. Null: there was none.',
      ),
    confirm: z
      .array(z.string().max(100))
      .max(100)
      .default([])
      .describe('Entries of the do-not-contact list that its writer was shown, and goes against.'),
    sequences: z
      .enum(['pause', 'continue'])
      .default('pause')
      .describe('What becomes of the sequences that the person is still in.'),
  })
  .refine((given) => given.text.trim() !== '' || given.attachments.length > 0, {
    path: ['text'],
    error: 'must not be empty',
  });

const presence = z
  .object({
    people: z
      .array(
        z.object({
          who: id,
          name: text,
          own: z.boolean().describe('It is who asks this.'),
          status: z.enum(['reading', 'writing']),
          until: time.describe('Unless they say so again; wall time.'),
        }),
      )
      .describe('Those who are there now; whoever writes comes first.'),
  })
  .meta({ id: 'Presence' });

const OBSTACLES = ['answered_meanwhile', 'do_not_contact', 'paused', 'account_paused', 'account_disconnected'] as const;

export const ANSWER_OPERATIONS = operations({
  sendAnswer: {
    method: 'POST',
    path: '/api/conversations/{id}/messages',
    tag: 'conversations',
    scope: 'send',
    accounts: 'own',
    summary: 'Answer somebody, in the channel and the thread of the conversation',
    description:
      'Needs an `Idempotency-Key`: the same request twice is one message. It goes by itself after `send_after`, and can be taken back until then. What stands in its way is looked at again when it goes: `GET` says what became of it. 409 `answered_meanwhile` names the messages in `unseen`, 409 `do_not_contact` the entries in `entries`: none where its writer is limited to some accounts, who cannot go against them.',
    query: dryRun,
    body: newAnswer,
    answers: { 200: answer.extend({ dry_run: z.boolean() }), 201: answer },
    problems: {
      400: ['idempotency_key_required'],
      404: ['unknown_conversation'],
      409: OBSTACLES,
      422: ['unknown_message', 'no_address', 'no_subject', 'needs_subject', 'unresolved_variable'],
    },
    example: { params: { id: 'cnv_1' }, body: { text: 'Gladly: would Tuesday suit you?', last_seen: 'evt_1' } },
  },
  getAnswer: {
    method: 'GET',
    path: '/api/conversations/{id}/messages/{message_id}',
    tag: 'conversations',
    scope: 'read',
    accounts: 'own',
    summary: 'What has become of an answer',
    answers: { 200: answer },
    problems: { 404: ['unknown_conversation', 'unknown_message'] },
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/api/conversations/{id}/messages/{message_id}',
    tag: 'conversations',
    scope: 'send',
    accounts: 'own',
    summary: 'Take an answer back that has not gone',
    query: dryRun,
    answers: { 200: answer.extend({ dry_run: z.boolean().optional() }) },
    problems: { 404: ['unknown_conversation', 'unknown_message'], 409: ['too_late'] },
  },
  sayPresence: {
    method: 'POST',
    path: '/api/conversations/{id}/presence',
    tag: 'conversations',
    scope: 'send',
    accounts: 'own',
    only_asks: true,
    summary: 'Say that you read a conversation, or write in it',
    description:
      'Holds for 20 seconds of wall time, unless it is said again. While somebody writes, sequences send nothing to the person.',
    body: z.strictObject({ status: z.enum(['reading', 'writing']) }),
    answers: { 200: presence },
    problems: { 404: ['unknown_conversation'] },
    example: { params: { id: 'cnv_1' }, body: { status: 'writing' } },
  },
  getPresence: {
    method: 'GET',
    path: '/api/conversations/{id}/presence',
    tag: 'conversations',
    scope: 'read',
    accounts: 'own',
    summary: 'Who reads a conversation now, and who writes in it',
    answers: { 200: presence },
    problems: { 404: ['unknown_conversation'] },
  },
});
