import type { FastifyInstance } from 'fastify';
import { beginJob, hastenJob } from '../../../../runtime/control/job.ts';
import type { Action } from '../../../../runtime/control/step-control.ts';
import { countMatching, findMatching } from '../../../../runtime/store/control/find-matching.ts';
import { countJobSignals, type JobRow, jobListing, readJob } from '../../../../runtime/store/control/jobs.ts';
import type { EnrollmentFilter } from '../../../../runtime/store/enrollments/enrollment-filter.ts';
import { createPlanCache } from '../../../../runtime/store/sequences/plan-cache.ts';
import { isWithin, narrowed } from '../../../../runtime/store/within.ts';
import { SECOND } from '../../../../shared/kit/duration.ts';
import type { OperationNamed } from '../../../api-contract/api-operations.ts';
import type { BodyOf } from '../../../api-contract/operation.ts';
import type { ApiDeps } from '../../context.ts';
import { answerPage } from '../../paging.ts';
import { notFound, Problem } from '../../problem.ts';
import { serve } from '../../serve.ts';
import { readTime } from './read-time.ts';

/** The time for which a job is worked on before the answer: the rest follows, and `GET /api/control/{id}` says how far it is. */
const AT_ONCE = 5 * SECOND;
const SAMPLE = 5;

/** One thing asked of all enrollments that fit a filter. */
export function addJobRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;
  const jobDeps = { db, clock, profiles: deps.profiles ?? [], findPlan: createPlanCache() };

  serve(app, 'controlEnrollments', async ({ query: { dry_run }, body, within, reply }) => {
    const { action, note = null, filter: given, ...time } = body;
    const filter = { ...filterOf(given), ...(within === null ? {} : { within }) };
    const job = { action, filter, note, ...untilOf(action, time, clock.now()) };
    if (dry_run) {
      const open = { ...job.filter, open: true };
      const sample = await findMatching(db, open, { after: '', limit: SAMPLE });
      return { dry_run, action, matched: await countMatching(db, open), sample };
    }
    const begun = await beginJob(jobDeps, job);
    const done = await hastenJob(jobDeps, begun.id, Date.now() + AT_ONCE);
    deps.onOutbox();
    if (done === null) throw notFound('control_job', begun.id);
    reply.status(done.status === 'done' ? 200 : 202);
    return viewJob(done);
  });

  serve(app, 'listControlJobs', ({ query, within }) =>
    answerPage(db, narrowed(jobListing, 'job', within), query, viewJob),
  );

  serve(app, 'getControlJob', async ({ params: { id }, within }) => {
    const job = await readJob(db, id);
    if (job === null || !(await isWithin(db, 'job', id, within))) throw notFound('control_job', id);
    return { ...viewJob(job), signals_left: await countJobSignals(db, id) };
  });
}

/** `done` were changed; of the others `refused` says why not, by code. */
function viewJob({ id, action, filter, note, matched, done, refused, status, created_at, finished_at }: JobRow) {
  const { open: _, created_by: __, held: ___, within: ____, stopped: _____, ...asked } = filter;
  return { job_id: id, action, filter: asked, note, status, matched, done, refused, created_at, finished_at };
}

function filterOf({ all, ...given }: BodyOf<OperationNamed<'controlEnrollments'>>['filter']): EnrollmentFilter {
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
