import type { WaitNode } from '../../plan/nodes/wait.ts';
import { reportForm, shorten } from '../check/check-context.ts';
import { DURATION_FIX, parseDuration } from '../check/duration.ts';
import { parseUntil, UNTIL_FIX } from '../check/until.ts';
import { after, businessDays } from '../lints/least-time.ts';
import { later } from '../proofs/certain.ts';
import type { StepForm } from '../schema/define-step.ts';
import { durationOrTime } from '../schema/values.ts';
import { needsNothing, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'wait',
  title: 'Wait',
  description:
    'Waits a while (`90m`, `2 hours`, `3 days`, `1 week`, `3 business days`) or until a time (`until 2026-12-01 09:00`, `until monday 09:00`).',
  examples: ['1 day', '3 business days', 'until monday 09:00', 'until 2026-12-01 09:00'],
  value: durationOrTime,
  snippet: 'wait: <2 days>',
};

export const waitStep: StepDescriptor<WaitNode> = {
  form,
  example: '- wait: 2 days',
  takes_text: true,
  build: (body, { plain }) => ({ ...body, ...plain }),
  needs: needsNothing,
  proves_nothing: true,
  leaving: ({ next }, { here }) => [[next, later(here)]],
  least({ next, duration }, to) {
    if (duration.unit === 'ms') return after(to(next), duration.count);
    // A calendar date may be tomorrow, or in the past.
    return after(to(next), duration.unit === 'business_days' ? businessDays(duration.count) : 0);
  },
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
