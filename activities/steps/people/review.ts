import { findStepTask } from '../../../src/runtime/store/tasks/open-task.ts';
import type { StepDeps } from '../../deps.ts';
import type { StepContext } from '../../look/context.ts';
import { stepName, theStep } from '../../wording.ts';
import { impossible, type Prepared, type PreparedCall } from '../prepared.ts';
import { objectAt, textAt } from '../read-data.ts';
import { askPerson, questionOf } from './ask-person.ts';

/**
 * Reads what the review of this step says; null when none was asked for. Once approved, the call goes out as it was
 * shown, whatever has changed since: neither the step's condition nor its texts are looked at again.
 */
export async function findReview(deps: StepDeps, context: StepContext): Promise<Prepared | null> {
  const { node, visit } = context.request;
  const task = await findStepTask(deps.db, { enrollment_id: context.enrollment.id, node, visit, kind: 'review' });
  if (!task || task.status === 'withdrawn' || task.status === 'expired') return null;
  if (task.status === 'open') return { is: 'decided', result: questionOf(task, 'review'), title: null };
  if (task.decision !== 'approve') return impossible('REJECTED', 'a person rejected it');
  return isCall(task.request) ? task.request : null;
}

/** Shows a call that is ready to go out to a person first; all else needs nobody. */
export function askForReview(deps: StepDeps, context: StepContext, prepared: Prepared): Prepared {
  if (prepared.is !== 'call') return prepared;
  const question = {
    kind: 'review',
    text: `May ${theStep(context)} to ${context.whom} go out?`,
    preview: previewOf(context, prepared),
    request: prepared,
    assignee: null,
    due_at: null,
    title: `${stepName(context)} waits for a person's approval`,
  } as const;
  return { is: 'own_tables', work: (tx) => askPerson(deps, tx, context, question) };
}

/** Shows what the lead would read, by the names that people use. */
function previewOf(context: StepContext, { request }: PreparedCall): Record<string, unknown> {
  const { params, account_id } = request;
  const shown = {
    from: context.accounts.find(({ id }) => id === account_id)?.name ?? account_id,
    to: textAt(params, 'to') ?? context.whom,
    subject: textAt(params, 'subject'),
    text: textAt(params, 'message_text'),
    html: textAt(params, 'html'),
  };
  const written = Object.entries(shown).filter(([, value]) => value !== null);
  // What an `action` sends may be under any name.
  return { ...Object.fromEntries(written), ...(context.node.kind === 'action' ? { params: objectAt(params) } : {}) };
}

/** Whether the stored call is one. We wrote it ourselves; the check is for rows that somebody has edited by hand. */
function isCall(value: unknown): value is PreparedCall {
  return textAt(value, 'is') === 'call' && textAt(value, 'request', 'account_id') !== null;
}
