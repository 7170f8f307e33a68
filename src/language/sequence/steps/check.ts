import { readChoice } from '../check-context.ts';
import { BOTH, type StepKind } from './step-kind.ts';

export const checkStep: StepKind = {
  word: 'check',
  branches: BOTH,
  example: '- check: connection',
  check({ context, value }) {
    const what = readChoice(context, value, { of: '`check`', values: ['connection', 'invitation'] });
    return what && { body: { kind: 'check', what } };
  },
};
