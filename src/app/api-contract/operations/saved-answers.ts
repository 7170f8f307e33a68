import { z } from 'zod';
import { dryRun, id, text, time, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';

const savedAnswer = z
  .object({
    id,
    name: text,
    text: text.describe('A template, as the texts of steps are: `Gladly, {{ first_name }}`.'),
    subject: text.nullable().describe('Of a mail or an InMail; null: that of the thread.'),
    variables: z.array(text).describe('The names that it reads and has no default for.'),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'SavedAnswer' });

const changedAnswer = savedAnswer.extend({ dry_run: z.boolean().optional() });
const fields = {
  name: z.string().trim().min(1).max(100).describe('Unique, in whichever case.'),
  text: z
    .string()
    .max(20_000)
    .refine((given) => given.trim() !== '', { error: 'must not be empty' }),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[^\r\n]*$/, 'must be one line')
    .nullable(),
};

/** People of ours share them, whichever accounts they answer from. */
const common = { tag: 'conversations', accounts: 'shared' } as const;
const changes = { ...common, scope: 'write', role: 'operator', query: dryRun } as const;

export const SAVED_ANSWER_OPERATIONS = operations({
  listSavedAnswers: {
    ...common,
    method: 'GET',
    path: '/api/saved-answers',
    scope: 'read',
    summary: 'What people of ours say again and again',
    query: listQuery(savedAnswer, ['name', '-name', 'created_at', '-created_at']).extend({
      name: word.optional().describe('Only the one of this name.'),
    }),
    answers: { 200: listOf(savedAnswer) },
  },
  createSavedAnswer: {
    ...changes,
    method: 'POST',
    path: '/api/saved-answers',
    summary: 'Save an answer, with variables of the person',
    body: z.strictObject({ ...fields, subject: fields.subject.default(null) }),
    answers: { 201: changedAnswer },
    problems: { 409: ['name_taken'], 422: ['invalid_template'] },
    example: { body: { name: 'Calendar', text: 'Gladly, {{ first_name }}: https://cal.example/anna' } },
  },
  updateSavedAnswer: {
    ...changes,
    method: 'PATCH',
    path: '/api/saved-answers/{id}',
    summary: 'Change a saved answer',
    body: z.strictObject(fields).partial(),
    answers: { 200: changedAnswer },
    problems: { 404: ['unknown_saved_answer'], 409: ['name_taken'], 422: ['invalid_template'] },
    example: { params: { id: 'sav_1' }, body: { name: 'Calendar of Anna' } },
  },
  deleteSavedAnswer: {
    ...changes,
    method: 'DELETE',
    path: '/api/saved-answers/{id}',
    summary: 'Delete a saved answer; what was sent of it stays',
    answers: { 200: z.object({ id, dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_saved_answer'] },
  },
  fillSavedAnswer: {
    method: 'POST',
    path: '/api/saved-answers/{id}/fill',
    tag: 'conversations',
    scope: 'read',
    accounts: 'own',
    only_asks: true,
    summary: 'A saved answer for the person of a conversation',
    description:
      'Nothing is sent. A variable without a value stays in the text as it is written, and is named in `missing`: such a text is refused when it is sent.',
    body: z.strictObject({ conversation_id: word }),
    answers: {
      200: z.object({ text, subject: text.nullable(), missing: z.array(text) }).meta({ id: 'FilledAnswer' }),
    },
    problems: { 404: ['unknown_saved_answer', 'unknown_conversation'] },
    example: { params: { id: 'sav_1' }, body: { conversation_id: 'cnv_1' } },
  },
});
