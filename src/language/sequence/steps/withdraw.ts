import { refuseValue } from './read-body.ts';
import { BOTH, type StepKind } from './step-kind.ts';

export const withdrawStep: StepKind = {
  word: 'withdraw',
  branches: BOTH,
  example: '- withdraw',
  check: (input) => (refuseValue(input, 'withdraw') ? { body: { kind: 'withdraw' } } : null),
};
