import type { VisitNode } from '../../plan/nodes/visit.ts';
import type { StepForm } from '../schema/define-step.ts';
import { nothing } from '../schema/values.ts';
import { refuseValue } from './read-body.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const form: StepForm = {
  word: 'visit',
  title: "Visit the lead's profile",
  description:
    "Visits the lead's profile, which they may see, and learns their ids and how closely they are connected.",
  examples: [{}],
  value: nothing,
  alone: true,
  done: 'when the profile was visited',
  otherwise: 'when the profile cannot be visited',
  snippet: 'visit',
};

export const visitStep: StepDescriptor<VisitNode> = {
  form,
  example: '- visit',
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
  check: (input) => (refuseValue(input, 'visit') ? { body: { kind: 'visit' } } : null),
};
