import type { WithdrawNode } from '../../plan/nodes/withdraw.ts';
import type { StepForm } from '../schema/define-step.ts';
import { nothing } from '../schema/values.ts';
import { refuseValue } from './read-body.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'withdraw',
  title: 'Withdraw the invitation',
  description: 'Withdraws the pending invitation; when none is pending, there is nothing to do.',
  examples: [{}],
  value: nothing,
  alone: true,
  done: 'when no invitation is pending',
  otherwise: 'when it cannot be withdrawn',
  snippet: 'withdraw',
};

export const withdrawStep: StepDescriptor<WithdrawNode> = {
  form,
  example: '- withdraw',
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  check: (input) => (refuseValue(input, 'withdraw') ? { body: { kind: 'withdraw' } } : null),
};
