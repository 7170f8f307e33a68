import { z } from 'zod';
import type { CheckNode } from '../../plan/nodes/check.ts';
import { readChoice } from '../check/check-context.ts';
import type { StepForm } from '../schema/define-step.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'check',
  title: 'Look up the connection or the invitation',
  description:
    'Refreshes what conditions see: whether the lead is connected, or whether the invitation is pending. That somebody is connected, the stored copy tells for free; that they are not is verified for 1 credit, once per person and day.',
  examples: ['connection', 'invitation'],
  value: () => z.enum(['connection', 'invitation']),
  done: 'when it was looked up',
  otherwise: 'when it cannot be looked up',
  snippet: 'check: <connection|invitation>',
};

export const checkStep: StepDescriptor<CheckNode> = {
  form,
  example: '- check: connection',
  takes_text: true,
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  check({ context, value }) {
    const what = readChoice(context, value, { of: '`check`', values: ['connection', 'invitation'] });
    return what && { body: { kind: 'check', what } };
  },
};
