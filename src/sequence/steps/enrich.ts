import { readChoice } from '../check-context.ts';
import type { StepKind } from './step-kind.ts';

export const enrichStep: StepKind = {
  word: 'enrich',
  branches: ['else'],
  example: '- enrich: email',
  check({ context, value }) {
    const what = readChoice(context, value, { of: '`enrich`', values: ['email'], later: ['profile', 'contact'] });
    return what && { body: { kind: 'enrich', what } };
  },
};
