import { z } from 'zod';
import { anyObject, dryRun, id, text, time } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';

const status = z.enum(['open', 'done', 'expired', 'withdrawn']);

const task = z
  .object({
    id,
    enrollment_id: id,
    node: text,
    kind: z.enum(['task', 'review', 'unknown_outcome']),
    text,
    preview: anyObject.describe('Of a review: the text as it will go out.'),
    assignee: text.nullable(),
    status,
    decision: text.nullable(),
    note: text.nullable(),
    due_at: time.nullable(),
    created_at: time,
    decided_at: time.nullable(),
  })
  .meta({ id: 'Task' });

export const TASK_OPERATIONS = operations({
  listTasks: {
    method: 'GET',
    path: '/api/tasks',
    tag: 'tasks',
    scope: 'read',
    summary: 'What waits for a person to decide, newest first',
    query: listQuery(task, ['-created_at', 'created_at']).extend({
      status: status.optional(),
      enrollment_id: z.string().optional(),
    }),
    answers: { 200: listOf(task) },
  },
  getTask: {
    method: 'GET',
    path: '/api/tasks/{id}',
    tag: 'tasks',
    scope: 'read',
    summary: 'One task',
    answers: { 200: task },
    problems: { 404: ['unknown_task'] },
  },
  decideTask: {
    method: 'POST',
    path: '/api/tasks/{id}',
    tag: 'tasks',
    scope: 'write',
    summary: 'Decide a task',
    description: '`sent` and `not_sent` decide an unknown outcome, `approve` and `reject` everything else.',
    query: dryRun,
    body: z.strictObject({
      decision: z.enum(['approve', 'reject', 'sent', 'not_sent']),
      note: z.string().max(1000).nullish(),
    }),
    answers: { 200: task.extend({ dry_run: z.boolean().optional() }) },
    problems: { 404: ['unknown_task'], 409: ['expired', 'withdrawn', 'decided'], 422: ['unfit_decision'] },
    example: { params: { id: 'tsk_1' }, body: { decision: 'approve' } },
  },
});
