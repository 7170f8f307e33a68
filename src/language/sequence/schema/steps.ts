import { z } from 'zod';
import { stepMapping } from './define-step.ts';
import { STEP_FORMS } from './steps/forms.ts';

const words = STEP_FORMS.filter(({ alone }) => alone).map(({ word }) => word);

const itself: z.ZodType = z.lazy(() => steps);

const step = z
  .union([
    z.enum(words).meta({ description: `A step that is one word: ${words.map((word) => `\`${word}\``).join(', ')}.` }),
    ...STEP_FORMS.map((form) => stepMapping(form, itself)),
  ])
  .meta({ id: 'step', title: 'A step' });

/** A list of steps, as it stands at the top and in branches. */
export const steps: z.ZodType = z.array(step).min(1).meta({ id: 'steps' });
