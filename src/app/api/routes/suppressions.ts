import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { suppress } from '../../../runtime/enroll/suppress.ts';
import { readLead } from '../../../runtime/store/leads/read-lead.ts';
import { deleteSuppression } from '../../../runtime/store/suppressions/delete-suppression.ts';
import { suppressionListing } from '../../../runtime/store/suppressions/insert-suppression.ts';
import type { SuppressedName } from '../../../runtime/store/suppressions/suppression-names.ts';
import type { Within } from '../../../runtime/store/within.ts';
import type { ShapeProblem } from '../../../shared/kit/check-shape.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { newSuppression } from '../../api-contract/operations/people.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem, readBody } from '../problem.ts';
import { serve } from '../serve.ts';
import { suppressedName } from '../suppressed-name.ts';
import { isOwnLead } from './people.ts';

const LARGEST_BATCH = 1000;

type Read = { readonly name: SuppressedName; readonly reason: string };

export function addSuppressionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const rehearsed = { ...deps, db: rehearsal(deps.db) };

  serve(app, 'suppress', async ({ query: { dry_run }, body, within, reply }) => {
    const [done] = await suppress(dry_run ? rehearsed : deps, [await read(deps, body, within)]);
    if (done === undefined) throw new Error('a suppression gave no result');
    if (dry_run) return { ...done.row, stopped: done.stopped, dry_run: true };
    deps.onOutbox();
    reply.status(done.created ? 201 : 200);
    return done.row;
  });

  serve(app, 'suppressMany', async ({ query: { dry_run }, body: { entries }, within }) => {
    if (entries.length > LARGEST_BATCH) {
      const text = `A batch has at most ${LARGEST_BATCH} entries, not ${entries.length}.`;
      throw new Problem(413, 'batch_too_large', text);
    }
    const asked = await Promise.all(entries.map((entry) => readEntry(deps, entry, within).catch(asProblem)));
    const done = await suppress(
      dry_run ? rehearsed : deps,
      asked.filter((one): one is Read => !(one instanceof Problem)),
    );
    if (!dry_run) deps.onOutbox();
    const inOrder = done.values();
    return {
      ...(dry_run ? { dry_run } : {}),
      results: asked.map((one, index) => {
        const row = index + 1;
        if (one instanceof Problem) return { row, status: 'refused' as const, error: errorOf(one) };
        const result = inOrder.next().value;
        return {
          row,
          status: result?.created ? ('created' as const) : ('present' as const),
          id: result?.row.id,
          stopped: result?.stopped,
        };
      }),
    };
  });

  serve(app, 'listSuppressions', ({ query }) => answerPage(deps.db, suppressionListing, query, (row) => row));

  serve(app, 'deleteSuppression', async ({ params: { id }, query: { dry_run }, reply }) => {
    const { db } = dry_run ? rehearsed : deps;
    if (!(await db.transaction((tx) => deleteSuppression(tx, id)))) throw notFound('suppression', id);
    if (dry_run) return { id, dry_run: true };
    return reply.status(204).send();
  });
}

const readEntry = async (deps: ApiDeps, entry: unknown, within: Within): Promise<Read> =>
  read(deps, readBody(newSuppression, entry), within);

async function read({ db }: ApiDeps, asked: z.output<typeof newSuppression>, within: Within): Promise<Read> {
  const name = suppressedName(asked);
  const isThere = async () => (await readLead(db, name.value)) !== null && isOwnLead(db, name.value, within);
  if (name.kind === 'lead' && !(await isThere())) {
    throw new Problem(422, 'unknown_person', `There is no person ${name.value}.`);
  }
  return { name, reason: asked.reason };
}

const errorOf = ({ code, message, detail: { errors } }: Problem) => ({
  ...{ code, message, ...(Array.isArray(errors) ? { errors: errors as readonly ShapeProblem[] } : {}) },
});

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
