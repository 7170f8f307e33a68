import { readChoice } from '../check-context.ts';
import { BOTH, type StepKind } from './step-kind.ts';

export const enrichStep: StepKind = {
  word: 'enrich',
  branches: BOTH,
  example: '- enrich: email',
  check({ context, value }) {
    const what = readChoice(context, value, { of: '`enrich`', values: ['email', 'profile', 'contact'] });
    return what && { body: { kind: 'enrich', what } };
  },
};
