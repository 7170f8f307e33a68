import type { StepForm } from '../define-step.ts';
import { nothing } from '../values.ts';

export const withdrawForm: StepForm = {
  word: 'withdraw',
  title: 'Withdraw the invitation',
  description: 'Withdraws the pending invitation; when none is pending, there is nothing to do.',
  examples: [{}],
  value: nothing,
  alone: true,
  done: 'when no invitation is pending any more',
  otherwise: 'when it cannot be withdrawn',
  snippet: 'withdraw',
};
