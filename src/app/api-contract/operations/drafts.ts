import { z } from 'zod';
import { dryRun, id, LARGEST_VERSION, text, time, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { diagnostic } from '../records/diagnostic.ts';

const draftSummary = z
  .object({
    name: text,
    based_on: z.int().nullable().describe('The version that the text started from; null: there was none.'),
    current_version: z.int().nullable().describe('What is published now; null: nothing.'),
    revision: text.describe(
      'Another one with each change of the text. Whoever saves names the one that they have seen.',
    ),
    updated_by: z.object({ user_id: id.nullable(), name: text }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'DraftSummary' });

const draft = draftSummary
  .extend({
    text: text.describe('The YAML, which need not be right yet.'),
    diagnostics: z.array(diagnostic).describe('What is wrong with it, or could be better.'),
    digest: text.nullable().describe('Null: it could not be published as it is.'),
  })
  .meta({ id: 'Draft' });

const changedDraft = draft.extend({ dry_run: z.boolean().optional() });
/** The longest text of a draft: nobody could publish a longer one. */
const MOST_TEXT = 256 * 1024;
const revision = word.describe('That was seen last.');
/** No text of a sequence belongs to an account; publishing it may. */
const common = { tag: 'sequences', accounts: 'shared' } as const;

export const DRAFT_OPERATIONS = operations({
  listDrafts: {
    ...common,
    method: 'GET',
    path: '/api/drafts',
    scope: 'read',
    summary: 'The texts that people work on and have not published',
    query: listQuery(draftSummary, ['name', '-name']),
    answers: { 200: listOf(draftSummary) },
  },
  getDraft: {
    ...common,
    method: 'GET',
    path: '/api/sequences/{name}/draft',
    scope: 'read',
    summary: 'The draft of a sequence, with what is wrong with it',
    answers: { 200: draft },
    problems: { 404: ['unknown_draft'] },
  },
  saveDraft: {
    ...common,
    method: 'PUT',
    path: '/api/sequences/{name}/draft',
    scope: 'write',
    summary: 'Save a draft; the sequence need not be published yet',
    description:
      'Where somebody else has saved meanwhile, nothing is overwritten: 409 `draft_changed` has what they wrote in `draft`. What is published clears the draft, unless somebody has gone on with it.',
    query: dryRun,
    body: z.strictObject({
      text: z.string().max(MOST_TEXT),
      based_on: z.int().min(1).max(LARGEST_VERSION).nullable().describe('The version that the text started from.'),
      revision: revision.nullable().describe('That was seen last; null: there was no draft.'),
    }),
    answers: { 200: changedDraft, 201: changedDraft },
    problems: { 409: ['draft_changed', 'kept_elsewhere'], 422: ['invalid_name', 'unknown_version'] },
    example: {
      params: { name: 'hello-again' },
      body: { text: 'sequence: hello-again\nsteps:\n  - visit\n', based_on: null, revision: null },
    },
  },
  discardDraft: {
    ...common,
    method: 'DELETE',
    path: '/api/sequences/{name}/draft',
    scope: 'write',
    summary: 'Discard a draft; what is published stays',
    query: dryRun.extend({ revision }),
    answers: { 200: z.object({ name: text, dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_draft'], 409: ['draft_changed'] },
  },
  copySequence: {
    ...common,
    method: 'POST',
    path: '/api/sequences/{name}/copy',
    scope: 'write',
    summary: 'Begin a sequence with the text of another',
    description: 'The copy is a draft of the new name, for the console to keep once it is published.',
    query: dryRun,
    body: z.strictObject({
      name: word.describe('Of the copy.'),
      version: z.int().min(1).max(LARGEST_VERSION).optional().describe('Without it, the current one.'),
    }),
    answers: { 201: changedDraft },
    problems: { 404: ['unknown_sequence', 'unknown_version'], 409: ['name_taken'], 422: ['invalid_name'] },
    example: { params: { name: 'hello' }, body: { name: 'hello-copy' } },
  },
});
