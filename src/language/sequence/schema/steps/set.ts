import { z } from 'zod';
import type { StepForm } from '../define-step.ts';
import { describe, oneOrMore } from '../describe.ts';
import { text } from '../values.ts';

export const setForm: StepForm = {
  word: 'set',
  title: 'Set variables or tags of the lead',
  description: 'Sets variables of the lead for the steps behind it, and adds `tags`. Texts are templates.',
  examples: [{ stage: 'warm', tags: ['met'] }],
  value: () =>
    z
      .object({ tags: describe(oneOrMore(text()), 'Tags that the lead gets, one or a list.', [['met']]).optional() })
      .catchall(z.union([text(), z.number(), z.boolean(), z.null()]))
      .meta({ minProperties: 1 }),
  done: 'when it was set',
  otherwise: 'when it cannot be set',
  snippet: 'set: { <stage>: <warm> }',
};
