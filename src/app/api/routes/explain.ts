import type { FastifyInstance } from 'fastify';
import { channelOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { findAccount } from '../../../runtime/store/accounts/find-account.ts';
import type { EnrollmentRow } from '../../../runtime/store/enrollments/enrollment-row.ts';
import { readPage } from '../../../runtime/store/listing.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { readTask } from '../../../runtime/store/tasks/list-tasks.ts';
import { lineListing } from '../../../runtime/store/timeline/list-lines.ts';
import type { ApiDeps } from '../context.ts';
import { describeTurn } from '../explain/describe-turn.ts';
import { explainEnrollment } from '../explain/explain-enrollment.ts';
import { lookAtWorkflow } from '../explain/look-at-workflow.ts';
import { serve } from '../serve.ts';
import { viewLine } from '../views/line.ts';
import { viewTask } from '../views/task.ts';
import { withPlans } from '../views/with-plans.ts';
import { enrollmentOf } from './enrollments.ts';

/** More than any walk writes; a longer story is read through its timeline. */
const MOST_LINES = 1000;

export function addExplainRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const findPlan = createPlanCache();
  serve(app, 'explainEnrollment', async ({ params: { id }, within }) => {
    const row = await enrollmentOf(deps, id, within);
    const plan = await findPlan(row.digest, deps.db);
    const rows = await readPage(deps.db, lineListing(row.id), { limit: MOST_LINES });
    const plans = { db: deps.db, findPlan };
    const lines = await withPlans(plans, rows, (line, of) => viewLine(line, of, within));
    const text = await describeTurn(deps, row, plan);
    const paused_account = await findPausedAccount(deps, row, plan);
    const shown = { ...row, paused_account, ...(text === null ? {} : { waiting_text: text }) };
    const asked = row.task === null ? null : await readTask(deps.db, row.task.id, within);
    const question = asked && viewTask(asked);
    const workflow = await lookAtWorkflow(deps, row);
    return { ...explainEnrollment(shown, plan, lines, { now: deps.clock.now(), workflow }), question };
  });
}

/** The account that the present step is sent from, where it has been paused. */
async function findPausedAccount({ db }: ApiDeps, row: EnrollmentRow, plan: Plan): Promise<string | null> {
  const node = row.node === null ? undefined : plan.nodes[row.node];
  const channel = node === undefined ? null : channelOf(node);
  const sender = channel === null ? undefined : row.senders[channel];
  const account = sender === undefined ? null : await findAccount(db, sender);
  return account?.paused_at ? account.id : null;
}
