import type { FastifyInstance } from 'fastify';
import { findAccount } from '../../../runtime/store/accounts/find-account.ts';
import {
  deleteSavedAnswer,
  insertSavedAnswer,
  readSavedAnswer,
  type SavedAnswerRow,
  savedAnswerListing,
  updateSavedAnswer,
} from '../../../runtime/store/conversations/saved-answers.ts';
import { readNewestVars } from '../../../runtime/store/enrollments/read-newest-vars.ts';
import { readLead } from '../../../runtime/store/leads/read-lead.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { checkTemplates, fillTemplates, variablesOf } from '../saved-answer-texts.ts';
import { serve } from '../serve.ts';
import { conversationOf } from './conversations.ts';

/** Adds the routes for saved answers: texts that people of ours write again and again. */
export function addSavedAnswerRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'listSavedAnswers', ({ query }) => answerPage(db, savedAnswerListing(query.name ?? null), query, view));

  serve(app, 'createSavedAnswer', async ({ body, query: { dry_run }, reply }) => {
    checkTemplates(body);
    const given = { ...body, id: newId('sav'), at: new Date(clock.now()) };
    const row = await (dry_run ? rehearsal(db) : db).transaction((tx) => insertSavedAnswer(tx, given));
    if (row === null) throw taken(body.name);
    reply.status(201);
    return dry_run ? { ...view(row), dry_run } : view(row);
  });

  serve(app, 'updateSavedAnswer', async ({ params: { id }, body, query: { dry_run } }) => {
    const row = await (dry_run ? rehearsal(db) : db).transaction(async (tx) => {
      const before = await savedAnswerOf(tx, id);
      const { name = before.name, text = before.text, subject = before.subject } = body;
      checkTemplates({ text, subject });
      const after = await updateSavedAnswer(tx, before, { name, text, subject }, new Date(clock.now()));
      if (after === null) throw taken(name);
      return after;
    });
    return dry_run ? { ...view(row), dry_run } : view(row);
  });

  serve(app, 'deleteSavedAnswer', async ({ params: { id }, query: { dry_run }, reply }) => {
    await (dry_run ? rehearsal(db) : db).transaction(async (tx) => deleteSavedAnswer(tx, await savedAnswerOf(tx, id)));
    if (dry_run) return { id, dry_run };
    return reply.status(204).send();
  });

  serve(app, 'fillSavedAnswer', async ({ params: { id }, body: { conversation_id }, within }) => {
    const saved = await savedAnswerOf(db, id);
    const { lead_id, account_id } = await conversationOf(db, conversation_id, within);
    const [lead, sender] = [await readLead(db, lead_id), await findAccount(db, account_id)];
    if (lead === null) throw notFound('conversation', conversation_id);
    const vars = { ...lead.vars, ...(await readNewestVars(db, lead_id, within)) };
    return fillTemplates(saved, { ...lead, vars }, sender);
  });
}

const view = (row: SavedAnswerRow) => ({ ...row, variables: variablesOf(row) });

async function savedAnswerOf(db: Queryable, id: string): Promise<SavedAnswerRow> {
  const row = await readSavedAnswer(db, id);
  if (row === null) throw notFound('saved_answer', id);
  return row;
}

const taken = (name: string): Problem =>
  new Problem(409, 'name_taken', `Another saved answer is called ${name}.`, {
    errors: [{ field: 'name', message: 'is taken' }],
  });
