import { reportForm, shorten } from '../check-context.ts';
import { DURATION_FIX, parseDuration } from '../duration.ts';
import { parseUntil, UNTIL_FIX } from '../until.ts';
import type { StepKind } from './step-kind.ts';

export const waitStep: StepKind = {
  word: 'wait',
  branches: [],
  example: '- wait: 2 days',
  check({ context, value, place }) {
    if (value.kind === 'null') {
      context.report('SEQ008', place, '`wait` does not say how long', DURATION_FIX);
      return null;
    }
    if (value.kind === 'number') {
      context.report('SEQ014', value.place, `${value.value} has no unit`, DURATION_FIX);
      return null;
    }
    if (value.kind !== 'text') return reportForm(context, value, 'a wait is a duration', DURATION_FIX);
    const isUntil = /^\s*until\b/i.test(value.value);
    const duration = isUntil ? parseUntil(value.value) : parseDuration(value.value);
    if (duration) return { body: { kind: 'wait', duration } };
    const what = isUntil ? 'a time to wait for' : 'a duration';
    context.report(
      'SEQ014',
      value.place,
      `"${shorten(value.value)}" is not ${what}`,
      isUntil ? UNTIL_FIX : DURATION_FIX,
    );
    return null;
  },
};
