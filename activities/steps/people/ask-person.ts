import type { PerformResult, PersonQuestion } from '../../../src/core/engine/perform.ts';
import { findStepTask, openTask } from '../../../src/runtime/store/tasks/open-task.ts';
import type { TaskRow } from '../../../src/runtime/store/tasks/task.ts';
import { addLine } from '../../../src/runtime/store/timeline/add-line.ts';
import { newId } from '../../../src/shared/kit/ids.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import { lineOf } from '../../wording.ts';

export interface Question extends Pick<TaskRow, 'text' | 'preview' | 'due_at' | 'assignee' | 'request'> {
  readonly kind: Exclude<PersonQuestion, 'sent'>;
  /** The timeline's line. */
  readonly title: string;
}

/**
 * Opens the step's task, under the enrollment's lock. Asked again, it answers with the task that stands, as it was
 * opened.
 */
export async function askPerson(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  { title, ...question }: Question,
): Promise<PerformResult> {
  const { node, visit, progress } = context.request;
  const step = { enrollment_id: context.enrollment.id, node, visit, kind: question.kind };
  const standing = await findStepTask(tx, step);
  if (standing && standing.status !== 'withdrawn') return questionOf(standing, question.kind);
  const at = new Date(deps.clock.now());
  const id = await openTask(tx, { id: newId('tsk'), ...step, ...question, created_at: at, asked: progress });
  const once = `${node}/${visit}/task/${id}`;
  await addLine(tx, { ...lineOf(context, at), type: 'needs_person', title, once, detail: { task_id: id } });
  return questionOf({ id, text: question.text, due_at: question.due_at }, question.kind);
}

export function questionOf(
  task: Pick<TaskRow, 'id' | 'text' | 'due_at'>,
  asks: Exclude<PersonQuestion, 'sent'>,
): PerformResult {
  const until = task.due_at === null ? {} : { until: task.due_at.getTime() };
  return { status: 'needs_person', task_id: task.id, text: task.text, asks, ...until };
}
