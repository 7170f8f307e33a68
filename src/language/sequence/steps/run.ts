import { readText } from '../check-context.ts';
import type { StepKind } from './step-kind.ts';

const NAME = /^[a-z][a-z0-9-]{0,63}$/;

export const runStep: StepKind = {
  word: 'run',
  branches: [],
  example: '- run: nurture',
  check({ context, value }) {
    const text = readText(context, value, 'the sequence to continue in', '`- run: nurture`');
    if (!text) return null;
    if (!NAME.test(text.value)) {
      const fix = 'Write the name behind `sequence:` in that file, like nurture.';
      context.report('SEQ010', text.place, `"${text.value.slice(0, 60)}" cannot be a sequence's name`, fix);
      return null;
    }
    if (text.value === context.sequence) {
      const fix = 'Use `repeat` to do steps again.';
      context.report('SEQ038', text.place, 'this sequence continues in itself, so it would never end', fix);
      return null;
    }
    return { body: { kind: 'run', sequence: text.value } };
  },
};
