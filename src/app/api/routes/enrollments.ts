import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { enrollBatch, LARGEST_BATCH } from '../../../runtime/enroll/enroll-batch.ts';
import { type EnrollRequest, enrollLead } from '../../../runtime/enroll/enroll-lead.ts';
import { countEnrollments } from '../../../runtime/store/enrollments/count-enrollments.ts';
import { ENROLLMENT_STATUSES, type EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import { type EnrollmentFilter, listEnrollments } from '../../../runtime/store/enrollments/list-enrollments.ts';
import { readEnrollment } from '../../../runtime/store/enrollments/read-enrollment.ts';
import { listLines } from '../../../runtime/store/timeline/list-lines.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN, LARGEST_VERSION, PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';
import { refusalProblem } from '../refusal.ts';
import { viewEnrollment } from '../views/enrollment.ts';
import { withAccounts } from '../with-accounts.ts';

const ids = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const target = {
  sequence: z.string().min(1),
  version: z.int().positive().max(LARGEST_VERSION).optional(),
  senders: z.strictObject({ professional: ids, messenger: ids, email: ids }).partial().optional(),
};
const one = z.strictObject({ ...target, lead: z.unknown() });
const batch = z.strictObject({ ...target, leads: z.array(z.unknown()) });

const word = z.string().min(1).max(200);
const ENROLLMENT_FILTER = {
  sequence: word,
  version: z.coerce.number().int().positive().max(LARGEST_VERSION),
  status: z.enum(ENROLLMENT_STATUSES),
  outcome: word,
  campaign_id: word,
  lead_id: word,
  account_id: word,
  node: word,
  replied: z.enum(['true', 'false']).transform((value) => value === 'true'),
};
const filter = z.strictObject(ENROLLMENT_FILTER).partial();

export function addEnrollmentRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;

  app.post('/enrollments', async (request, reply) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    const asked = defined({ ...readBody(one, request.body), dry_run });
    const enrolled = await withAccounts(deps, () => enrollLead(deps, asked as EnrollRequest));
    if (enrolled.kind === 'refused') throw refusalProblem(enrolled);
    const { id, sequence, version, lead_id, created_at } = enrolled.enrollment;
    const view = { id, sequence, version, status: 'queued', lead_id, created_at };
    if (dry_run) return reply.status(200).send({ ...view, dry_run: true });
    deps.onOutbox();
    return reply.status(201).header('Location', `/api/enrollments/${id}`).send(view);
  });

  app.post('/enrollments/batch', async (request) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    const asked = readBody(batch, request.body);
    if (asked.leads.length > LARGEST_BATCH) {
      throw new Problem(
        413,
        'batch_too_large',
        `A batch has at most ${LARGEST_BATCH} leads, not ${asked.leads.length}.`,
      );
    }
    const tried = dry_run ? { ...deps, db: rehearsal(db) } : deps;
    const enrolled = await enrollBatch(tried, defined(asked) as Parameters<typeof enrollBatch>[1]);
    if (enrolled.kind === 'refused') throw refusalProblem(enrolled);
    if (dry_run) return { dry_run, results: enrolled.results };
    deps.onOutbox();
    return { results: enrolled.results };
  });

  app.get('/enrollments', async (request) => {
    const { limit, cursor, ...given } = readQuery(filter.extend(PAGE), request.query);
    const page = { before: readCursor(cursor), limit: limit + 1 };
    const rows = await listEnrollments(db, defined(given) as EnrollmentFilter, page);
    return pageOf(rows, limit, ({ id }) => id, viewEnrollment);
  });

  app.get('/stats', (request) => countEnrollments(db, defined(readQuery(filter, request.query)) as EnrollmentFilter));

  app.get<{ Params: { id: string } }>('/enrollments/:id', async (request) =>
    viewEnrollment(await enrollmentOf(deps, request)),
  );

  app.get<{ Params: { id: string } }>('/enrollments/:id/timeline', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const { id } = await enrollmentOf(deps, request);
    const after = readCursor(cursor, /^\d{1,18}$/);
    const rows = await listLines(db, { enrollment_id: id, after, limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      (line) => String(line.id),
      ({ at, node, type, title, detail }) => ({ at, node, type, title, detail }),
    );
  });
}

export async function enrollmentOf(
  { db }: ApiDeps,
  { params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<EnrollmentRow> {
  const row = await readEnrollment(db, params.id);
  if (row === null) throw notFound('enrollment', params.id);
  return row;
}

/** Without the members that are undefined: for types that tell an absent member from an undefined one. */
function defined<T extends object>(value: T): T {
  // The same value without what says nothing.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
