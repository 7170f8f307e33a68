import type { StepForm } from '../define-step.ts';
import { durationOrTime } from '../values.ts';

export const waitForm: StepForm = {
  word: 'wait',
  title: 'Wait',
  description:
    'Waits a while (`90m`, `2 hours`, `3 days`, `1 week`, `3 business days`) or until a time (`until 2026-12-01 09:00`, `until monday 09:00`).',
  examples: ['1 day', '3 business days', 'until monday 09:00', 'until 2026-12-01 09:00'],
  value: durationOrTime,
  snippet: 'wait: <2 days>',
};
