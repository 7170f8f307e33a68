import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { duration, text } from '../values.ts';

const within = () =>
  describe(
    duration(),
    'How long the person has; then `else` is taken. Without it, the task waits until it is decided.',
    ['2 days', '3 business days'],
  ).optional();

export const taskForm = z.strictObject({
  text: describe(text(), 'What the person shall do or approve; a template.', ['Call {{ first_name }}']),
  assignee: describe(text(), 'Who shall do it.', ['anna@example.com']).optional(),
  within: within(),
});

export const taskStepForm: StepForm = {
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
