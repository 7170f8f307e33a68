import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renameSequence, SEQUENCE_NAME } from '../../../language/sequence/yaml/rename-sequence.ts';
import { checkDraft } from '../../../runtime/enroll/apply/check-text.ts';
import {
  type DraftGiven,
  type DraftRow,
  discardDraft,
  draftListing,
  readDraft,
  saveDraft,
} from '../../../runtime/store/sequences/drafts.ts';
import { readPresent } from '../../../runtime/store/sequences/keeper.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { keptElsewhere } from './sequence-obstacle.ts';

/** Texts that people work on and have not published. */
export function addDraftRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock, profiles = [] } = deps;

  const view = async (row: DraftRow) => {
    const { diagnostics, digest } = await checkDraft(db, row.sequence, row.text, profiles);
    return { ...viewSummary(row), text: row.text, diagnostics, digest };
  };

  serve(app, 'listDrafts', ({ query }) => answerPage(db, draftListing, query, viewSummary));

  serve(app, 'getDraft', async ({ params: { name } }) => {
    const row = await readDraft(db, name);
    if (row === null) throw notFound('draft', name);
    return view(row);
  });

  serve(app, 'saveDraft', async ({ params: { name }, body, query: { dry_run }, request, reply }) => {
    checkName('name', name);
    const present = await readPresent(db, name);
    const isPublished = present !== null && present.current_version > 0;
    if (isPublished && present.kept_by === 'file') throw keptElsewhere(name, 'file');
    if (body.based_on !== null && (await readSequenceVersion(db, name, body.based_on)) === null) {
      throw new Problem(422, 'unknown_version', `based_on: there is no version ${body.based_on} of ${name}.`, {
        errors: [{ field: 'based_on', message: 'is no version of it' }],
      });
    }
    const given = { ...body, ...authorOf(request), sequence: name, at: new Date(clock.now()) };
    const saved = await save(given, dry_run);
    if (body.revision === null) reply.status(201);
    const shown = await view(saved);
    return dry_run ? { ...shown, dry_run } : shown;
  });

  serve(app, 'discardDraft', async ({ params: { name }, query: { dry_run, revision }, reply }) => {
    const result = await (dry_run ? rehearsal(db) : db).transaction((tx) => discardDraft(tx, name, revision));
    if (result === 'unknown') throw notFound('draft', name);
    if (result !== 'discarded') throw await changedMeanwhile(result.changed);
    if (dry_run) return { name, dry_run };
    return reply.status(204).send();
  });

  serve(app, 'copySequence', async ({ params, body: { name, version }, query: { dry_run }, request, reply }) => {
    checkName('name', name);
    const original = await readSequenceVersion(db, params.name, version ?? null);
    if (original === null) {
      if (version === undefined) throw notFound('sequence', params.name);
      throw notFound('version', `${version} of ${params.name}`);
    }
    const [published, draft] = [await readPresent(db, name), await readDraft(db, name)];
    if ((published?.current_version ?? 0) > 0 || draft !== null) throw taken(name);
    const text = renameSequence(original.source, name);
    const given = { ...authorOf(request), sequence: name, text, at: new Date(clock.now()) };
    const row = await save({ ...given, based_on: null, revision: null }, dry_run).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'draft_changed' ? taken(name) : error;
    });
    reply.status(201);
    const shown = await view(row);
    return dry_run ? { ...shown, dry_run } : shown;
  });

  async function save(given: DraftGiven, dry_run: boolean): Promise<DraftRow> {
    const saved = await (dry_run ? rehearsal(db) : db).transaction((tx) => saveDraft(tx, given));
    if (saved.kind === 'changed') throw await changedMeanwhile(saved.present);
    return saved.draft;
  }

  async function changedMeanwhile(present: DraftRow | null): Promise<Problem> {
    const text =
      present === null
        ? 'The draft was discarded or published meanwhile.'
        : `${present.author} has saved the draft meanwhile; nothing of theirs was overwritten.`;
    return new Problem(409, 'draft_changed', text, { draft: present === null ? null : await view(present) });
  }
}

const viewSummary = ({ sequence, author_id, author, ...row }: DraftRow) => ({
  ...{ name: sequence, based_on: row.based_on, current_version: row.current_version, revision: row.revision },
  updated_by: { user_id: author_id, name: author },
  ...{ created_at: row.created_at, updated_at: row.updated_at },
});

const authorOf = ({ caller }: FastifyRequest) => ({
  author_id: caller?.user?.id ?? null,
  author: caller?.user?.name ?? caller?.key?.name ?? 'owner',
});

function checkName(field: string, name: string): void {
  if (SEQUENCE_NAME.test(name)) return;
  const message = 'is a small letter, then at most 63 small letters, digits and hyphens';
  throw new Problem(422, 'invalid_name', `The name of a sequence ${message}.`, { errors: [{ field, message }] });
}

const taken = (name: string): Problem =>
  new Problem(409, 'name_taken', `There is a sequence or a draft ${name}.`, {
    errors: [{ field: 'name', message: 'is taken' }],
  });
