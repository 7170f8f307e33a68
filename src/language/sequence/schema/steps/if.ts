import type { StepForm } from '../define-step.ts';
import { condition } from '../values.ts';

export const ifForm: StepForm = {
  word: 'if',
  title: 'Branch on a condition',
  description:
    'Goes on with `then` where the condition (CEL over `lead`, `vars` and `state`) is true, else with `else`.',
  examples: ['state.connected', 'lead.country == "FR" && !state.connected'],
  value: condition,
  done: 'where the condition is true',
  otherwise: 'where it is false',
  more: { anyOf: [{ required: ['then'] }, { required: ['else'] }] },
  snippet: 'if: <state.connected>\nthen:\n  - <visit>\nelse:\n  - <visit>',
};
