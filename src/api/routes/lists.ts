import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountRow } from '../../store/accounts/account.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import { listLeads, readLead } from '../../store/leads/read-lead.ts';
import { decideUnknownOutcome } from '../../store/tasks/decide-task.ts';
import { listTasks, readTask } from '../../store/tasks/list-tasks.ts';
import type { TaskRow } from '../../store/tasks/task.ts';
import type { ApiDeps } from '../context.ts';
import { PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';
import { viewLead } from '../views/enrollment.ts';

const taskFilter = z.strictObject({
  ...PAGE,
  status: z.enum(['open', 'done']).optional(),
  enrollment_id: z.string().optional(),
});
const decision = z.strictObject({
  decision: z.enum(['approve', 'reject', 'sent', 'not_sent']),
  note: z.string().max(1000).optional(),
});

/** Accounts, leads, tasks, the clock. */
export function addListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  app.get('/clock', () => ({ now: new Date(clock.now()), speed: clock.setting().speed }));

  app.get('/accounts', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const after = readCursor(cursor);
    const rows = (await listAccounts(db)).filter(({ id }) => after === null || id > after);
    return pageOf(rows, limit, ({ id }) => id, viewAccount);
  });

  app.get('/leads', async (request) => {
    const { limit, cursor, q } = readQuery(z.strictObject({ ...PAGE, q: z.string().optional() }), request.query);
    const rows = await listLeads(db, { q: q ?? null, before: readCursor(cursor), limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => id, viewLead);
  });

  app.get<{ Params: { id: string } }>('/leads/:id', async ({ params: { id } }) => {
    const lead = await readLead(db, id);
    if (lead === null) throw notFound('lead', id);
    return viewLead(lead);
  });

  app.get('/tasks', async (request) => {
    const { limit, cursor, status, enrollment_id } = readQuery(taskFilter, request.query);
    const rows = await listTasks(db, {
      status: status ?? null,
      enrollment_id: enrollment_id ?? null,
      before: readCursor(cursor),
      limit: limit + 1,
    });
    return pageOf(rows, limit, ({ id }) => id, viewTask);
  });

  app.post<{ Params: { id: string } }>('/tasks/:id', async ({ params: { id }, body }) => {
    const asked = readBody(decision, body);
    const task = await readTask(db, id);
    if (task === null) throw notFound('task', id);
    if (task.kind !== 'unknown_outcome' || asked.decision === 'approve' || asked.decision === 'reject') {
      const fitting = task.kind === 'unknown_outcome' ? 'sent or not_sent' : 'approve or reject';
      throw new Problem(422, 'unfit_decision', `A task of kind ${task.kind} is decided by ${fitting}.`);
    }
    const { decision: given, note = null } = asked;
    const decided = await decideUnknownOutcome(db, { id, decision: given, note, at: new Date(clock.now()) });
    if (decided === null) throw notFound('task', id);
    if (decided.decision !== given) throw new Problem(409, 'decided', `It was decided already: ${decided.decision}.`);
    deps.onOutbox();
    return viewTask(decided);
  });
}

const viewAccount = (account: AccountRow) => {
  const { id, platform, name, email, country, timezone, products, daily_limit, status } = account;
  const { held_until, held_reason } = account;
  return { id, platform, name, email, country, timezone, products, daily_limit, status, held_until, held_reason };
};

const viewTask = (task: TaskRow) => {
  const { id, enrollment_id, node, kind, text, preview, status, decision, note, due_at, created_at, decided_at } = task;
  return { id, enrollment_id, node, kind, text, preview, status, decision, note, due_at, created_at, decided_at };
};
