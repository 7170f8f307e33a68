import { z } from 'zod';
import { dryRun, subjectLine, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { task, taskStatus } from '../records/task.ts';

const changed = task.extend({ dry_run: z.boolean().optional() });

export const TASK_OPERATIONS = operations({
  listTasks: {
    method: 'GET',
    path: '/api/tasks',
    tag: 'tasks',
    scope: 'read',
    accounts: 'own',
    summary: 'What waits for a person to decide, newest first',
    query: listQuery(task, ['-created_at', 'created_at']).extend({
      status: taskStatus.optional(),
      enrollment_id: z.string().optional(),
      assignee: word.optional().describe('`none`: of nobody.'),
    }),
    answers: { 200: listOf(task) },
  },
  getTask: {
    method: 'GET',
    path: '/api/tasks/{id}',
    tag: 'tasks',
    scope: 'read',
    accounts: 'own',
    summary: 'One task',
    answers: { 200: task },
    problems: { 404: ['unknown_task'] },
  },
  changeTask: {
    method: 'PATCH',
    path: '/api/tasks/{id}',
    tag: 'tasks',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Say whose task it is',
    query: dryRun,
    body: z.strictObject({
      assignee: word.nullable().describe('The id of a user, or any name where there are no users. Null: nobody.'),
    }),
    answers: { 200: changed },
    problems: { 404: ['unknown_task'], 422: ['unknown_user'] },
    example: { params: { id: 'tsk_1' }, body: { assignee: null } },
  },
  commentOnTask: {
    method: 'POST',
    path: '/api/tasks/{id}/comments',
    tag: 'tasks',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Say something about a task to others of yours; the person never sees it',
    query: dryRun,
    body: z.strictObject({ text: z.string().trim().min(1).max(10_000) }),
    answers: { 201: changed },
    problems: { 404: ['unknown_task'] },
    example: { params: { id: 'tsk_1' }, body: { text: 'She called back.' } },
  },
  decideTask: {
    method: 'POST',
    path: '/api/tasks/{id}',
    tag: 'tasks',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Decide a task',
    description:
      '`sent` and `not_sent` decide an unknown outcome; `answer`, `automatic` and `no_more_mail` say what an unclear reply is; `approve` and `reject` decide everything else. A review is approved as it was shown, or with `edits`.',
    query: dryRun,
    body: z.strictObject({
      decision: z.enum(['approve', 'reject', 'sent', 'not_sent', 'answer', 'automatic', 'no_more_mail']),
      returns_on: z.iso
        .date()
        .nullish()
        .describe(
          'With `automatic`: the first day on which they are there again. Absent: the time that the sequence waits.',
        ),
      note: z.string().max(1000).nullish(),
      edits: z
        .strictObject({
          subject: subjectLine.optional(),
          text: z.string().max(100_000).optional(),
          html: z.string().max(200_000).optional(),
        })
        .optional()
        .describe(
          'With `approve` of a review: what goes out in place of what was shown, within what the step allows (its parts and their lengths). Whom it goes to and from whom stays.',
        ),
    }),
    answers: { 200: changed },
    problems: {
      404: ['unknown_task'],
      409: ['expired', 'withdrawn', 'decided'],
      422: ['unfit_decision', 'unfit_edit'],
    },
    example: { params: { id: 'tsk_1' }, body: { decision: 'approve' } },
  },
});
