import type { StepForm } from '../define-step.ts';
import { sequenceName } from '../values.ts';

export const runForm: StepForm = {
  word: 'run',
  title: 'Continue in another sequence',
  description: "Continues in another sequence's current version; this enrollment ends as `continued`.",
  examples: ['nurture'],
  value: sequenceName,
  snippet: 'run: <nurture>',
};
