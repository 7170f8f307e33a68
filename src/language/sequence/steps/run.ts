import { cutText } from '../../../shared/kit/cut-text.ts';
import type { RunNode } from '../../plan/nodes/run.ts';
import { readText } from '../check/check-context.ts';
import { OVER } from '../lints/least-time.ts';
import type { StepForm } from '../schema/define-step.ts';
import { sequenceName } from '../schema/values.ts';
import { needsNothing, performed, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'run',
  title: 'Continue in another sequence',
  description: "Continues in another sequence's current version; this enrollment ends as `continued`.",
  examples: ['nurture'],
  value: sequenceName,
  snippet: 'run: <nurture>',
};

const NAME = /^[a-z][a-z0-9-]{0,63}$/;

export const runStep: StepDescriptor<RunNode> = {
  form,
  example: '- run: nurture',
  takes_text: true,
  carries_condition: true,
  build: performed,
  needs: needsNothing,
  last: true,
  // This enrollment is over; the other sequence is proven by itself.
  leaving: ({ on_error, next }, { here }) => (on_error.do === 'continue' ? [[next, here]] : []),
  least: () => OVER,
  check({ context, value }) {
    const text = readText(context, value, 'the sequence to continue in', '`- run: nurture`');
    if (!text) return null;
    if (!NAME.test(text.value)) {
      const fix = 'Write the name behind `sequence:` in that file, like nurture.';
      context.report('SEQ010', text.place, `"${cutText(text.value, 60)}" cannot be a sequence's name`, fix);
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
