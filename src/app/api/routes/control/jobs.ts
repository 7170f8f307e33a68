import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { beginJob, hastenJob } from '../../../../runtime/control/job.ts';
import type { Action } from '../../../../runtime/control/step-control.ts';
import { countMatching, findMatching } from '../../../../runtime/store/control/find-matching.ts';
import { countJobSignals, type JobRow, listJobs, readJob } from '../../../../runtime/store/control/jobs.ts';
import { ENROLLMENT_STATUSES } from '../../../../runtime/store/enrollments/enrollment-row.ts';
import type { EnrollmentFilter } from '../../../../runtime/store/enrollments/list-enrollments.ts';
import { createPlanCache } from '../../../../runtime/store/sequences/plan-cache.ts';
import { SECOND } from '../../../../shared/kit/duration.ts';
import type { ApiDeps } from '../../context.ts';
import { DRY_RUN, LARGEST_VERSION, PAGE, pageOf, readCursor } from '../../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../../problem.ts';
import { NOTE } from './note.ts';
import { readTime, TIME } from './read-time.ts';

const word = z.string().min(1).max(200);
const filter = z
  .strictObject({
    sequence: word,
    version: z.int().positive().max(LARGEST_VERSION),
    status: z.enum(ENROLLMENT_STATUSES),
    outcome: word,
    campaign_id: word,
    lead_id: word,
    account_id: word,
    node: word,
    ids: z.array(word).min(1).max(10_000),
    all: z.literal(true),
  })
  .partial();
const asked = z.strictObject({
  action: z.enum(['pause', 'resume', 'stop', 'skip', 'retry', 'reschedule']),
  filter,
  ...TIME,
  note: NOTE,
});

/** What is changed at once, before the answer: the rest follows, and `GET /api/control/{id}` says how far it is. */
const AT_ONCE = 5 * SECOND;
const SAMPLE = 5;

/** One thing asked of all enrollments that fit a filter. */
export function addJobRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;
  const jobDeps = { db, clock, profiles: deps.profiles ?? [], findPlan: createPlanCache() };

  app.post('/enrollments/control', async (request, reply) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    const { action, note = null, filter: given, ...time } = readBody(asked, request.body);
    const job = { action, filter: filterOf(given), note, ...untilOf(action, time, clock.now()) };
    if (dry_run) {
      const open = { ...job.filter, open: true };
      const sample = await findMatching(db, open, { after: '', limit: SAMPLE });
      return { dry_run: true, action, matched: await countMatching(db, open), sample };
    }
    const begun = await beginJob(jobDeps, job);
    const done = await hastenJob(jobDeps, begun.id, Date.now() + AT_ONCE);
    deps.onOutbox();
    if (done === null) throw notFound('control_job', begun.id);
    return reply.status(done.status === 'done' ? 200 : 202).send(viewJob(done));
  });

  app.get('/control', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const rows = await listJobs(db, { before: readCursor(cursor), limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => id, viewJob);
  });

  app.get<{ Params: { id: string } }>('/control/:id', async ({ params: { id } }) => {
    const job = await readJob(db, id);
    if (job === null) throw notFound('control_job', id);
    return { ...viewJob(job), signals_left: await countJobSignals(db, id) };
  });
}

/** `done` were changed; of the others `refused` says why not, by code. */
function viewJob({ id, action, filter, note, matched, done, refused, status, created_at, finished_at }: JobRow) {
  const { open: _, created_by: __, held: ___, ...asked } = filter;
  return { job_id: id, action, filter: asked, note, status, matched, done, refused, created_at, finished_at };
}

function filterOf({ all, ...given }: z.output<typeof filter>): EnrollmentFilter {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if ((Object.keys(named).length === 0) === (all === true)) return named;
  const text =
    all === true
      ? 'filter: give either all or other fields, not both.'
      : 'filter: an empty filter would mean every enrollment; if you want that, send {"all": true}.';
  throw new Problem(422, 'empty_filter', text);
}

function untilOf(action: Action, time: { at?: string | undefined; in?: string | undefined }, now: number) {
  if (action === 'reschedule') return { until: readTime(time, now) };
  if (time.at === undefined && time.in === undefined) return {};
  throw new Problem(422, 'invalid_body', `at and in belong to reschedule, not to ${action}.`);
}
