import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { suppress } from '../../../runtime/enroll/suppress.ts';
import { readLead } from '../../../runtime/store/leads/read-lead.ts';
import { deleteSuppression, listSuppressions } from '../../../runtime/store/suppressions/insert-suppression.ts';
import type { SuppressedName } from '../../../runtime/store/suppressions/suppression-names.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN, PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';
import { suppressedName, suppression } from '../suppressed-name.ts';

const LARGEST_BATCH = 1000;
const batch = z.strictObject({ entries: z.array(z.unknown()) });

type Read = { readonly name: SuppressedName; readonly reason: string };

export function addSuppressionRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const rehearsed = { ...deps, db: rehearsal(deps.db) };

  app.post('/suppressions', async (request, reply) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    const [done] = await suppress(dry_run ? rehearsed : deps, [await read(deps, request.body)]);
    if (done === undefined) throw new Error('a suppression gave no result');
    if (dry_run) return { ...done.row, stopped: done.stopped, dry_run: true };
    deps.onOutbox();
    return reply.status(done.created ? 201 : 200).send(done.row);
  });

  app.post('/suppressions/batch', async (request) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    const { entries } = readBody(batch, request.body);
    if (entries.length > LARGEST_BATCH) {
      const text = `A batch has at most ${LARGEST_BATCH} entries, not ${entries.length}.`;
      throw new Problem(413, 'batch_too_large', text);
    }
    const asked = await Promise.all(entries.map((entry) => read(deps, entry).catch(asProblem)));
    const done = await suppress(
      dry_run ? rehearsed : deps,
      asked.filter((one): one is Read => !(one instanceof Problem)),
    );
    if (!dry_run) deps.onOutbox();
    const inOrder = done.values();
    return {
      ...(dry_run ? { dry_run } : {}),
      results: asked.map((one, row) => {
        if (one instanceof Problem) return { row, status: 'refused', error: { code: one.code, message: one.message } };
        const result = inOrder.next().value;
        return { row, status: result?.created ? 'created' : 'present', id: result?.row.id, stopped: result?.stopped };
      }),
    };
  });

  app.get('/suppressions', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const rows = await listSuppressions(deps.db, { before: readCursor(cursor), limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ id }) => id,
      (row) => row,
    );
  });

  app.delete<{ Params: { id: string } }>('/suppressions/:id', async ({ params: { id }, query }, reply) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), query);
    const { db } = dry_run ? rehearsed : deps;
    if (!(await db.transaction((tx) => deleteSuppression(tx, id)))) throw notFound('suppression', id);
    if (dry_run) return { id, dry_run: true };
    return reply.status(204).send();
  });
}

async function read({ db }: ApiDeps, body: unknown): Promise<Read> {
  const asked = readBody(suppression, body);
  const name = suppressedName(asked);
  if (name.kind === 'lead' && (await readLead(db, name.value)) === null) {
    throw new Problem(422, 'unknown_person', `There is no person ${name.value}.`);
  }
  return { name, reason: asked.reason };
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
