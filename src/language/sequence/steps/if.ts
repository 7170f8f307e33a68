import { checkStepCondition } from '../check-condition.ts';
import type { StepKind } from './step-kind.ts';

/** `if` as a step of its own; beside another step's word it is a common key. */
export const ifStep: StepKind = {
  word: 'if',
  branches: ['then', 'else'],
  example: '- if: state.connected, with then: and else:',
  check({ context, value, entries, place }) {
    if (!entries.has('then') && !entries.has('else')) {
      const fix = 'Put the steps under `then:`, or the condition beside the step it is about.';
      context.report('SEQ008', place, '`if` has neither `then` nor `else`', fix);
    }
    const test = checkStepCondition(context, value);
    return test && { body: { kind: 'if', test: test.text }, test };
  },
};
