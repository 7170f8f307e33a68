import type { FastifyInstance } from 'fastify';
import { type DecidedTask, decideQuestion, decideUnknownOutcome } from '../../../runtime/store/tasks/decide-task.ts';
import { readTask, taskListing } from '../../../runtime/store/tasks/list-tasks.ts';
import type { TaskRow } from '../../../runtime/store/tasks/task.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { BodyOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewTask } from '../views/task.ts';

type Asked = BodyOf<OperationNamed<'decideTask'>>;

/** What waits for a person's decision. */
export function addTaskRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;

  serve(app, 'listTasks', ({ query }) => {
    const { status, enrollment_id } = query;
    return answerPage(db, taskListing({ status, enrollment_id }), query, viewTask);
  });

  serve(app, 'getTask', async ({ params: { id } }) => {
    const task = await readTask(db, id);
    if (task === null) throw notFound('task', id);
    return viewTask(task);
  });

  serve(app, 'decideTask', async ({ params: { id }, body: asked, query: { dry_run } }) => {
    const task = await readTask(db, id);
    if (task === null) throw notFound('task', id);
    const decided = await decide(dry_run ? { ...deps, db: rehearsal(db) } : deps, task, asked);
    if (decided === null) throw notFound('task', id);
    if (!decided.fresh) throw closedProblem(decided);
    if (dry_run) return { ...viewTask(decided), dry_run: true };
    deps.onOutbox();
    return viewTask(decided);
  });
}

function decide({ db, clock }: ApiDeps, task: TaskRow, { decision, note }: Asked): Promise<DecidedTask | null> {
  const given = { id: task.id, note: note ?? null, at: new Date(clock.now()) };
  const settles = decision === 'sent' || decision === 'not_sent';
  if (settles !== (task.kind === 'unknown_outcome')) {
    const fitting = task.kind === 'unknown_outcome' ? 'sent or not_sent' : 'approve or reject';
    throw new Problem(422, 'unfit_decision', `A task of kind ${task.kind} is decided by ${fitting}.`);
  }
  return settles ? decideUnknownOutcome(db, { ...given, decision }) : decideQuestion(db, { ...given, decision });
}

function closedProblem({ status, decision }: DecidedTask): Problem {
  if (status === 'expired') return new Problem(409, 'expired', 'Nobody decided in time, and the sequence continued.');
  if (status === 'withdrawn')
    return new Problem(409, 'withdrawn', 'The enrollment has ended, or continued without it.');
  return new Problem(409, 'decided', `It has already been decided: ${decision}.`, { decision });
}
