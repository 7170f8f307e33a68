import type { FastifyInstance } from 'fastify';
import {
  deleteLabel,
  insertLabel,
  type LabelFields,
  labelListing,
  readLabel,
  updateLabel,
} from '../../../runtime/store/conversations/labels.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';

/** Adds the routes for the labels of answers, and what each of them does. */
export function addLabelRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'listLabels', ({ query }) => answerPage(db, labelListing, query, (row) => row));

  serve(app, 'createLabel', async ({ body: { name, title = titleOf(name), ...rest }, query: { dry_run }, reply }) => {
    const fields = { title, ...rest };
    await check(db, fields);
    const within = dry_run ? rehearsal(db) : db;
    const row = await within.transaction((tx) => insertLabel(tx, { name, ...fields, at: new Date(clock.now()) }));
    if (row === null)
      throw new Problem(409, 'label_exists', `There is a label ${name} already; PATCH /api/labels/${name} changes it.`);
    reply.status(201);
    return dry_run ? { ...row, dry_run } : row;
  });

  serve(app, 'updateLabel', async ({ params: { name }, body, query: { dry_run } }) => {
    const known = await labelOf(db, name);
    const { title = known.title, effect = known.effect, dated = known.dated, sequence = known.sequence } = body;
    const fields = { title, effect, dated, sequence, positive: body.positive ?? known.positive };
    await check(db, fields);
    const row = await (dry_run ? rehearsal(db) : db).transaction((tx) => updateLabel(tx, { name, ...fields }));
    if (row === null) throw notFound('label', name);
    return dry_run ? { ...row, dry_run } : row;
  });

  serve(app, 'deleteLabel', async ({ params: { name }, query: { dry_run }, reply }) => {
    const { built_in } = await labelOf(db, name);
    if (built_in)
      throw new Problem(409, 'built_in', `${name} is built in; PATCH /api/labels/${name} changes what it does.`);
    const used = await (dry_run ? rehearsal(db) : db).transaction((tx) => deleteLabel(tx, name));
    if (used > 0) {
      const text = `${used} conversation${used === 1 ? ' has' : 's have'} the label ${name}: give them another one first, with POST /api/conversations/handle.`;
      throw new Problem(409, 'label_used', text);
    }
    if (dry_run) return { name, dry_run };
    return reply.status(204).send();
  });
}

const titleOf = (name: string): string => capitalized(name).replaceAll('_', ' ');

async function labelOf(db: ApiDeps['db'], name: string) {
  const row = await readLabel(db, name);
  if (row === null) throw notFound('label', name);
  return row;
}

async function check(db: ApiDeps['db'], { dated, sequence }: LabelFields): Promise<void> {
  if (sequence === null) return;
  if (!dated) {
    const message = 'is entered on a date, so the label must be dated';
    throw new Problem(422, 'no_date', `sequence: ${message}.`, { errors: [{ field: 'sequence', message }] });
  }
  if ((await readSequenceVersion(db, sequence, null)) !== null) return;
  const text = `There is no sequence called ${sequence}; GET /api/sequences lists them.`;
  throw new Problem(422, 'unknown_sequence', text, { errors: [{ field: 'sequence', message: 'is not known' }] });
}
