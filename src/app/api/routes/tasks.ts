import type { FastifyInstance } from 'fastify';
import { decideAnswer } from '../../../runtime/store/answers/decide-answer.ts';
import { canBeAssigned } from '../../../runtime/store/conversations/can-be-assigned.ts';
import { createPlanCache, type FindPlan } from '../../../runtime/store/sequences/plan-cache.ts';
import { assignTask, commentOnTask } from '../../../runtime/store/tasks/change-task.ts';
import { type DecidedTask, decideQuestion, decideUnknownOutcome } from '../../../runtime/store/tasks/decide-task.ts';
import { type ListedTask, readTask, taskListing } from '../../../runtime/store/tasks/list-tasks.ts';
import { decideUnclearReply } from '../../../runtime/store/tasks/unclear-reply.ts';
import type { Within } from '../../../runtime/store/within.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { BodyOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { editReview } from '../edit-review.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewTask } from '../views/task.ts';

type Asked = BodyOf<OperationNamed<'decideTask'>>;

/** Adds the routes for what waits for a person's decision. */
export function addTaskRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;
  const findPlan = createPlanCache();

  serve(app, 'listTasks', ({ query, within }) => {
    const { status, enrollment_id, assignee } = query;
    return answerPage(db, taskListing({ status, enrollment_id, assignee }, within), query, viewTask);
  });

  serve(app, 'getTask', async ({ params: { id }, within }) => {
    const task = await taskOf(deps, id, within);
    return viewTask(task);
  });

  const change = async (id: string, within: Within, dry_run: boolean, work: (tx: Queryable) => Promise<void>) => {
    await taskOf(deps, id, within);
    return (dry_run ? rehearsal(db) : db).transaction(async (tx) => {
      await work(tx);
      const task = await readTask(tx, id, within);
      if (task === null) throw notFound('task', id);
      return dry_run ? { ...viewTask(task), dry_run } : viewTask(task);
    });
  };

  serve(app, 'changeTask', async ({ params: { id }, body: { assignee }, query: { dry_run }, within }) => {
    if (assignee !== null && !(await canBeAssigned(db, assignee))) {
      const text = `assignee: there is no active user ${assignee}; GET /api/users lists them.`;
      throw new Problem(422, 'unknown_user', text, { errors: [{ field: 'assignee', message: 'is not known' }] });
    }
    return change(id, within, dry_run, (tx) => assignTask(tx, id, assignee));
  });

  serve(
    app,
    'commentOnTask',
    async ({ params: { id }, body: { text }, query: { dry_run }, within, request, reply }) => {
      const { caller } = request;
      const author = caller?.user?.name ?? caller?.key?.name ?? 'owner';
      const at = new Date(deps.clock.now()).toISOString();
      const view = await change(id, within, dry_run, (tx) => commentOnTask(tx, id, { at, author, text }));
      reply.status(201);
      return view;
    },
  );

  serve(app, 'decideTask', async ({ params: { id }, body: asked, query: { dry_run }, within }) => {
    const task = await taskOf(deps, id, within);
    const decided = await decide({ ...deps, findPlan, ...(dry_run ? { db: rehearsal(db) } : {}) }, task, asked);
    if (decided === null) throw notFound('task', id);
    if (!decided.fresh) throw closedProblem(decided);
    const view = viewTask({ ...task, ...decided });
    if (dry_run) return { ...view, dry_run };
    deps.onOutbox();
    return view;
  });
}

async function taskOf({ db }: ApiDeps, id: string, within: Within): Promise<ListedTask> {
  const task = await readTask(db, id, within);
  if (task === null) throw notFound('task', id);
  return task;
}

/** The decisions that fit a task of each kind. */
const FITTING: Readonly<Record<ListedTask['kind'], readonly Asked['decision'][]>> = {
  task: ['approve', 'reject'],
  review: ['approve', 'reject'],
  unknown_outcome: ['sent', 'not_sent'],
  unclear_reply: ['answer', 'automatic', 'no_more_mail'],
};

function decide(
  { db, clock, findPlan }: ApiDeps & { readonly findPlan: FindPlan },
  task: ListedTask,
  asked: Asked,
): Promise<DecidedTask | null> {
  const { decision, returns_on = null, edits } = asked;
  const given = { id: task.id, note: asked.note ?? null, at: new Date(clock.now()) };
  const fitting = FITTING[task.kind];
  if (!fitting.includes(decision)) {
    const words = `${fitting.slice(0, -1).join(', ')} or ${fitting.at(-1)}`;
    throw new Problem(422, 'unfit_decision', `A task of kind ${task.kind} is decided by ${words}.`);
  }
  if (returns_on !== null && decision !== 'automatic') {
    const text = 'returns_on says when somebody is back who was away: it goes with `automatic` alone.';
    throw new Problem(422, 'unfit_decision', text);
  }
  if (edits !== undefined && (task.kind !== 'review' || decision !== 'approve')) {
    const text = 'edits say what else goes out than what was shown: they go with `approve` of a review alone.';
    throw new Problem(422, 'unfit_edit', text);
  }
  switch (decision) {
    case 'answer':
    case 'automatic':
    case 'no_more_mail':
      return decideUnclearReply(db, { ...given, decision, returns_on });
    case 'sent':
    case 'not_sent':
      return task.answer_id === null
        ? decideUnknownOutcome(db, { ...given, decision })
        : decideAnswer(db, { ...task, answer_id: task.answer_id }, { ...given, decision });
    default:
      return decideQuestion(
        db,
        { ...given, decision },
        edits && ((tx, locked) => editReview(tx, locked, edits, findPlan)),
      );
  }
}

function closedProblem({ status, decision }: DecidedTask): Problem {
  if (status === 'expired') return new Problem(409, 'expired', 'Nobody decided in time, and the sequence continued.');
  if (status === 'withdrawn')
    return new Problem(409, 'withdrawn', 'The enrollment has ended, or continued without it.');
  return new Problem(409, 'decided', `It has already been decided: ${decision}.`, { decision });
}
