import { waitUntil } from '../../../src/core/calendar/wait-until.ts';
import { scheduleZone } from '../../../src/core/calendar/zone-of.ts';
import type { TaskNode } from '../../../src/language/plan/nodes/task.ts';
import type { StepDeps } from '../../deps.ts';
import { anySender, type StepContext } from '../../look/context.ts';
import type { Prepared } from '../prepared.ts';
import { renderText } from '../render.ts';
import type { OwnStep } from '../step.ts';
import { askPerson } from './ask-person.ts';

export const taskStep: OwnStep<TaskNode> = { prepare: prepareTask };

/** Asks a person to do or approve something; the walk waits for the decision, at most `within`. */
function prepareTask(deps: StepDeps, context: StepContext, node: TaskNode): Prepared {
  const rendered = renderText(context, anySender(context), node.text);
  if (!rendered.ok) return rendered.error;
  const text = rendered.value;
  const due = dueAt(context, node, deps.clock.now());
  const question = {
    kind: 'task',
    text,
    preview: {},
    request: null,
    assignee: node.assignee ?? null,
    due_at: due === null ? null : new Date(due),
    title: `Asks ${node.assignee ?? 'a person'}: ${text}`,
  } as const;
  return { is: 'own_tables', work: (tx) => askPerson(deps, tx, context, question) };
}

function dueAt(context: StepContext, { within }: TaskNode, now: number): number | null {
  if (within === undefined) return null;
  if (typeof within === 'number') return now + within;
  const { schedule } = context.plan;
  const duration = { unit: 'business_days', count: within.business_days } as const;
  return waitUntil(duration, now, scheduleZone(schedule, context.lead ?? {}), schedule);
}
