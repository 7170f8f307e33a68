import { refuseValue } from './read-body.ts';
import { BOTH, type StepKind } from './step-kind.ts';

export const visitStep: StepKind = {
  word: 'visit',
  branches: BOTH,
  example: '- visit',
  check: (input) => (refuseValue(input, 'visit') ? { body: { kind: 'visit' } } : null),
};
