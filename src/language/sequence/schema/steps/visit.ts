import type { StepForm } from '../define-step.ts';
import { nothing } from '../values.ts';

export const visitForm: StepForm = {
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
