import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe, keysOf } from '../describe.ts';

const armForm = (steps: z.ZodType) =>
  z.strictObject({
    weight: describe(
      z.int().min(1).max(1000),
      'Its share of the leads, against the weights of the other arms; 1 when left out.',
      [50],
    ).optional(),
    steps: describe(steps, 'What the leads of this arm go through.'),
  });

export const ARM_KEYS = keysOf(armForm(z.unknown()));

export const splitForm: StepForm = {
  word: 'split',
  title: 'Split the leads into arms',
  description:
    'Sends each lead through one of several arms (A/B/n). Which one is a hash of lead and step, so it never changes.',
  examples: [{ a: { weight: 50, steps: ['visit'] }, b: { weight: 50, steps: ['invite'] } }],
  value: (steps) =>
    z
      .record(
        z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
        describe(armForm(steps), 'An arm: its weight and its steps.'),
      )
      .meta({ minProperties: 2 }),
  snippet: 'split:\n  a: { weight: 50, steps: [<visit>] }\n  b: { weight: 50, steps: [<invite>] }',
};
