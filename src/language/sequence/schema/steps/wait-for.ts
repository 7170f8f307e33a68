import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe } from '../describe.ts';
import { duration } from '../values.ts';

export const waitForForm: StepForm = {
  word: 'wait_for',
  title: 'Wait for something the lead does',
  description:
    'Waits until the lead accepts the invitation or replies: `then` when it happens (at once for somebody who is connected already), `else` at the deadline. An earlier reply has ended the enrollment.',
  examples: ['accepted_invitation', 'reply'],
  value: () => z.enum(['accepted_invitation', 'reply']),
  beside: {
    within: describe(duration(), 'How long it is waited for; then `else` is taken.', ['7 days', '3 business days']),
  },
  done: 'when it happened',
  otherwise: 'when it did not happen in time',
  snippet: 'wait_for: <accepted_invitation|reply>\nwithin: <7 days>\nthen:\n  - <visit>\nelse:\n  - end: <no_answer>',
};
