import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe, keysOf } from '../describe.ts';

const repeatForm = (steps: z.ZodType) =>
  z.strictObject({
    times: describe(z.int().min(1).max(20), 'How often at most, from 1 to 20.', [3]),
    steps: describe(steps, 'What is repeated.'),
  });

export const REPEAT_KEYS = keysOf(repeatForm(z.unknown()));

export const repeatStepForm: StepForm = {
  word: 'repeat',
  title: 'Repeat steps',
  description: 'The steps again, at most `times` times.',
  examples: [{ times: 3, steps: ['visit', { wait: '1 week' }] }],
  value: repeatForm,
  snippet: 'repeat:\n  times: <3>\n  steps:\n    - <visit>\n    - wait: <1 week>',
};
