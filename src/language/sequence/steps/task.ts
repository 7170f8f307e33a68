import { readKeys, readText } from '../check-context.ts';
import { keysOf } from '../schema/describe.ts';
import { taskForm } from '../schema/steps/task.ts';
import { readDeadline, readTemplate, readTemplateValue, reportNeither } from './read-body.ts';
import { BOTH, type StepInput, type StepKind } from './step-kind.ts';

const EXAMPLE = '- task: "Call {{ first_name }}"';

export const taskStep: StepKind = {
  word: 'task',
  below: keysOf(taskForm),
  beside: ['within'],
  branches: BOTH,
  example: EXAMPLE,
  check(input) {
    const { context, value, place } = input;
    const before = context.errorCount();
    const beside = input.entries.get('within');
    if (value.kind === 'text') {
      const text = readTemplateValue(input, value, 'a task', `\`${EXAMPLE}\``);
      const within = beside ? readDeadline(context, beside.value) : null;
      if (!text || context.errorCount() > before) return null;
      return { body: { kind: 'task', text: text.text, ...(within === null ? {} : { within }) }, reads: text.reads };
    }
    if (value.kind !== 'map') return reportNeither(input, 'a task is a text', EXAMPLE);
    const entries = readKeys(context, value, { of: '`task`', known: keysOf(taskForm) });
    const text = readTemplate(input, entries, 'text', 'the text of a task');
    if (text === undefined) context.report('SEQ008', place, 'the task has no `text`', `Write \`${EXAMPLE}\`.`);
    const inside = entries.get('within');
    if (inside && beside) {
      context.report('SEQ002', beside.key_place, '`within` is there twice', 'Keep one of the two.');
    }
    const deadline = inside ?? beside;
    const within = deadline ? readDeadline(context, deadline.value) : null;
    const assignee = readAssignee(input, entries.get('assignee')?.value);
    if (!text || context.errorCount() > before) return null;
    return {
      body: {
        kind: 'task',
        text: text.text,
        ...(assignee === null ? {} : { assignee }),
        ...(within === null ? {} : { within }),
      },
      reads: text.reads,
    };
  },
};

function readAssignee({ context }: StepInput, value: StepInput['value'] | undefined): string | null {
  if (!value) return null;
  return readText(context, value, 'the assignee', 'a name or an address')?.value.trim() ?? null;
}
