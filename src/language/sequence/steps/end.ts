import { z } from 'zod';
import { cutText } from '../../../shared/kit/cut-text.ts';
import type { EndNode } from '../../plan/nodes/end.ts';
import { readText } from '../check/check-context.ts';
import { OVER } from '../lints/least-time.ts';
import type { StepForm } from '../schema/define-step.ts';
import { NAME } from '../schema/values.ts';
import { needsNothing, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'end',
  title: 'End the enrollment',
  description: 'Ends the enrollment with this outcome, which counts and filters show.',
  examples: ['no_answer'],
  value: () => z.string().regex(NAME),
  snippet: 'end: <no_answer>',
};

const OUTCOME = /^[a-z][a-z0-9_-]{0,63}$/;

export const endStep: StepDescriptor<EndNode> = {
  form,
  example: '- end: no_answer',
  takes_text: true,
  build: (body, { plain: { id } }) => ({ ...body, id }),
  needs: needsNothing,
  last: true,
  leaving: () => [],
  least: () => OVER,
  check({ context, value, place }) {
    if (value.kind === 'null') {
      context.report('SEQ008', place, '`end` has no outcome', 'Name how it ended: `end: no_answer`.');
      return null;
    }
    const text = readText(context, value, 'the outcome of `end`', 'a name like no_answer');
    if (!text) return null;
    if (OUTCOME.test(text.value)) return { body: { kind: 'end', outcome: text.value } };
    const fix = 'Use small letters, digits, _ and -, beginning with a letter, like no_answer.';
    context.report('SEQ010', text.place, `"${cutText(text.value, 60)}" cannot be an outcome`, fix);
    return null;
  },
};
