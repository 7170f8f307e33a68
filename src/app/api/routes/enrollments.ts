import type { FastifyInstance } from 'fastify';
import { enrollBatch, LARGEST_BATCH } from '../../../runtime/enroll/enroll-batch.ts';
import { type EnrollRequest, enrollLead } from '../../../runtime/enroll/enroll-lead.ts';
import { countEnrollments } from '../../../runtime/store/enrollments/count-enrollments.ts';
import type { EnrollmentFilter } from '../../../runtime/store/enrollments/enrollment-filter.ts';
import type { EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import { indexedFilter } from '../../../runtime/store/enrollments/indexed-filter.ts';
import { enrollmentListing } from '../../../runtime/store/enrollments/list-enrollments.ts';
import { readEnrollment } from '../../../runtime/store/enrollments/read-enrollment.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { lineListing } from '../../../runtime/store/timeline/list-lines.ts';
import { hasAny, type Within } from '../../../runtime/store/within.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { ApiDeps } from '../context.ts';
import { answerPageOf } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { refusalProblem } from '../refusal.ts';
import { serve } from '../serve.ts';
import { viewEnrollment, viewListedEnrollment } from '../views/enrollment.ts';
import { viewLine } from '../views/line.ts';
import { withPlans } from '../views/with-plans.ts';
import { withAccounts } from '../with-accounts.ts';
import { campaignOf } from './campaigns.ts';

export function addEnrollmentRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;
  const plans = { db, findPlan: createPlanCache() };

  serve(app, 'createEnrollment', async ({ query: { dry_run }, body, within, reply }) => {
    const asked = defined({ ...body, dry_run });
    const enrolled = await withAccounts(deps, () => enrollLead({ ...deps, within }, asked as EnrollRequest));
    if (enrolled.kind === 'refused') throw refusalProblem(enrolled);
    const { id, sequence, version, lead_id, created_at } = enrolled.enrollment;
    const { warning } = enrolled;
    const warned = warning === undefined ? {} : { warning };
    const view = { id, sequence, version, status: 'queued', lead_id, created_at, ...warned } as const;
    if (dry_run) return { ...view, dry_run };
    deps.onOutbox();
    reply.status(201).header('Location', `/api/enrollments/${id}`);
    return view;
  });

  serve(app, 'createEnrollments', async ({ query: { dry_run }, body: asked, within }) => {
    if (asked.leads.length > LARGEST_BATCH) {
      throw new Problem(
        413,
        'batch_too_large',
        `A batch has at most ${LARGEST_BATCH} leads, not ${asked.leads.length}.`,
      );
    }
    const tried = { ...deps, within, db: dry_run ? rehearsal(db) : db };
    const enrolled = await enrollBatch(tried, defined(asked) as Parameters<typeof enrollBatch>[1]);
    if (enrolled.kind === 'refused') throw refusalProblem(enrolled);
    if (dry_run) return { dry_run, results: enrolled.results };
    deps.onOutbox();
    return { results: enrolled.results };
  });

  serve(app, 'listEnrollments', async ({ query, within }) => {
    const { limit: _, cursor: __, sort: ___, fields: ____, count: _____, ...given } = query;
    const vars = query.fields?.includes('lead') ?? false;
    const asked = defined({ ...given, within: within ?? undefined }) as EnrollmentFilter;
    const listing = enrollmentListing(db, await indexedFilter(db, asked), { vars });
    const view = vars ? viewEnrollment : viewListedEnrollment;
    return answerPageOf(db, listing, query, (rows) => withPlans(plans, rows, view));
  });

  serve(app, 'getStats', async ({ query, within }) => {
    const { sequence, campaign_id } = query;
    // Zeros of a name that is misspelled would look like those of a sequence that nobody has entered.
    if (sequence !== undefined && (await readSequenceVersion(db, sequence, null)) === null) {
      throw notFound('sequence', sequence);
    }
    if (campaign_id !== undefined) await campaignOf(deps, campaign_id, within);
    const filter = defined({ ...query, within: within ?? undefined }) as EnrollmentFilter;
    return countEnrollments(db, await indexedFilter(db, filter));
  });

  serve(app, 'getEnrollment', async ({ params: { id }, within }) => {
    const row = await enrollmentOf(deps, id, within);
    return viewEnrollment(row, await plans.findPlan(row.digest, db));
  });

  serve(app, 'listTimeline', async ({ params, query, within }) => {
    const { id } = await enrollmentOf(deps, params.id, within);
    return answerPageOf(db, lineListing(id), query, (rows) =>
      withPlans(plans, rows, (row, plan) => viewLine(row, plan, within)),
    );
  });
}

/** 404 too where it sends from none of the accounts that who asks is limited to. */
export async function enrollmentOf({ db }: ApiDeps, id: string, within: Within = null): Promise<EnrollmentRow> {
  const row = await readEnrollment(db, id);
  if (row === null || !hasAny(within, Object.values(row.senders))) throw notFound('enrollment', id);
  return row;
}

/** Without the members that are undefined: for types that tell an absent member from an undefined one. */
function defined<T extends object>(value: T): T {
  // The same value without what says nothing.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
