import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { NAME } from '../values.ts';

export const endForm: StepForm = {
  word: 'end',
  title: 'End the enrollment',
  description: 'Ends the enrollment with this outcome, which counts and filters show.',
  examples: ['no_answer'],
  value: () => z.string().regex(NAME),
  snippet: 'end: <no_answer>',
};
