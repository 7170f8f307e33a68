import { z } from 'zod';
import { STEP_KINDS } from '../steps/kinds.ts';
import { stepMapping } from './define-step.ts';

const forms = STEP_KINDS.map(({ form }) => form);
const words = forms.filter(({ alone }) => alone).map(({ word }) => word);

const itself: z.ZodType = z.lazy(() => steps);

const step = z
  .union([
    z.enum(words).meta({ description: `A step that is one word: ${words.map((word) => `\`${word}\``).join(', ')}.` }),
    ...forms.map((form) => stepMapping(form, itself)),
  ])
  .meta({ id: 'step', title: 'A step' });

/** A list of steps, as it stands at the top and in branches. */
export const steps: z.ZodType = z.array(step).min(1).meta({ id: 'steps' });
