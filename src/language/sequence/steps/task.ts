import { z } from 'zod';
import type { TaskNode } from '../../plan/nodes/task.ts';
import { readKeys, readText } from '../check/check-context.ts';
import { later } from '../proofs/certain.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { duration, text } from '../schema/values.ts';
import { readDeadline, readTemplate, readTemplateValue, reportNeither } from './read-body.ts';
import { needsNothing, type StepDescriptor, type StepInput } from './step-kind.ts';

const within = () =>
  describe(
    duration(),
    'How long the person has; then `else` is taken. Without it, the task waits until it is decided.',
    ['2 days', '3 business days'],
  ).optional();

const taskForm = z.strictObject({
  text: describe(text(), 'What the person shall do or approve; a template.', ['Call {{ first_name }}']),
  assignee: describe(text(), 'Who shall do it.', ['anna@example.com']).optional(),
  within: within(),
});

const form: StepForm = {
  word: 'task',
  title: 'Let a person do or approve something',
  description:
    'A person does or approves something, in the dashboard, the API or the CLI; `else` when they reject it or at the deadline.',
  examples: [
    'Call {{ first_name }}',
    { text: 'Call {{ first_name }}', assignee: 'anna@example.com', within: '2 days' },
  ],
  value: () => z.union([taskForm, text()]),
  beside: { within: within() },
  done: 'when the person approved or did it',
  otherwise: 'when they rejected it, or at the deadline',
  snippet: 'task: "<Call {{ first_name }}>"\nwithin: <2 days>',
};

const EXAMPLE = '- task: "Call {{ first_name }}"';

export const taskStep: StepDescriptor<TaskNode> = {
  form,
  below: keysOf(taskForm),
  example: EXAMPLE,
  takes_text: true,
  chooses: true,
  build(body, { plain, step, branch }) {
    const branches = { else: branch(step.else), has_else: step.else !== null };
    // biome-ignore lint/suspicious/noThenProperty: a text, never called
    return { ...body, ...plain, then: branch(step.then), ...branches };
  },
  needs: needsNothing,
  leaving(node, { here }) {
    // The person may have added the address.
    const decided = { ...later(here), no_email: false };
    return [
      [node.then, decided],
      [node.else, decided],
    ];
  },
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
