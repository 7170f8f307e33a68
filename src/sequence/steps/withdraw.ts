import { refuseValue } from './read-body.ts';
import type { StepKind } from './step-kind.ts';

export const withdrawStep: StepKind = {
  word: 'withdraw',
  branches: [],
  example: '- withdraw',
  check: (input) => (refuseValue(input, 'withdraw') ? { body: { kind: 'withdraw' } } : null),
};
