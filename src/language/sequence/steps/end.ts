import { readText } from '../check-context.ts';
import type { StepKind } from './step-kind.ts';

const OUTCOME = /^[a-z][a-z0-9_-]{0,63}$/;

export const endStep: StepKind = {
  word: 'end',
  branches: [],
  example: '- end: no_answer',
  check({ context, value, place }) {
    if (value.kind === 'null') {
      context.report('SEQ008', place, '`end` has no outcome', 'Name how it ended: `end: no_answer`.');
      return null;
    }
    const text = readText(context, value, 'the outcome of `end`', 'a name like no_answer');
    if (!text) return null;
    if (OUTCOME.test(text.value)) return { body: { kind: 'end', outcome: text.value } };
    const fix = 'Use small letters, digits, _ and -, beginning with a letter, like no_answer.';
    context.report('SEQ010', text.place, `"${text.value.slice(0, 60)}" cannot be an outcome`, fix);
    return null;
  },
};
