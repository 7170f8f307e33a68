import type { PerformResult } from '../src/core/engine/perform.ts';
import type { IntentRow } from '../src/runtime/store/intents/intent.ts';
import { openTask } from '../src/runtime/store/tasks/open-task.ts';
import { addLine } from '../src/runtime/store/timeline/add-line.ts';
import { newId } from '../src/shared/kit/ids.ts';
import type { Queryable } from '../src/shared/postgres/database.ts';
import type { StepContext } from './look/context.ts';
import { lineOf, theStep } from './wording.ts';

/**
 * Asks a person whether the step went out. Under the enrollment's lock, which comes before its task, as a decision does
 * it.
 */
export async function askWithin(
  tx: Queryable,
  context: StepContext,
  intent: IntentRow,
  { why, at }: { readonly why: string; readonly at: Date },
): Promise<PerformResult> {
  const text = `Did ${theStep(context)} to ${context.whom} go out? There is no proof either way: ${why}`;
  const { node, visit } = context.request;
  const id = await openTask(tx, {
    id: newId('tsk'),
    enrollment_id: context.enrollment.id,
    node,
    visit,
    kind: 'unknown_outcome',
    text,
    preview: { ...intent.request, reason: `There is no proof either way: ${why}` },
    due_at: null,
    created_at: at,
  });
  await addLine(tx, {
    ...lineOf(context, at),
    type: 'needs_person',
    title: text,
    once: `${node}/${visit}/task/${id}`,
    detail: { task_id: id },
  });
  return { status: 'needs_person', task_id: id, text };
}
