import { refuseValue } from './read-body.ts';
import type { StepKind } from './step-kind.ts';

export const visitStep: StepKind = {
  word: 'visit',
  branches: [],
  example: '- visit',
  check: (input) => (refuseValue(input, 'visit') ? { body: { kind: 'visit' } } : null),
};
