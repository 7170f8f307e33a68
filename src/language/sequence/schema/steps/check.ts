import { z } from 'zod';
import type { StepForm } from '../define-step.ts';

export const checkForm: StepForm = {
  word: 'check',
  title: 'Look up the connection or the invitation',
  description:
    'Refreshes what conditions see: whether the lead is connected, or whether the invitation is pending. That somebody is connected, the stored copy tells for free; that they are not is verified for 1 credit, once per person and day.',
  examples: ['connection', 'invitation'],
  value: () => z.enum(['connection', 'invitation']),
  done: 'when it was looked up',
  otherwise: 'when it cannot be looked up',
  snippet: 'check: <connection|invitation>',
};
