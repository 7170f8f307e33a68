import { z } from 'zod';
import { STEP_KINDS } from '../steps/kinds.ts';
import { stepMapping } from './define-step.ts';

/**
 * A list of steps, as it stands at the top and in branches. It is made when it is first asked for: a check of a sequence asks for keys alone, and making it is
 * a tenth of what a check computes.
 */
export const steps: z.ZodType = z.lazy(() => {
  made ??= z.array(oneStep()).min(1).meta({ id: 'steps' });
  return made;
});
let made: z.ZodType | null = null;

function oneStep(): z.ZodType {
  const forms = STEP_KINDS.map(({ form }) => form);
  const words = forms.filter(({ alone }) => alone).map(({ word }) => word);
  const oneWord = `A step that is one word: ${words.map((word) => `\`${word}\``).join(', ')}.`;
  return z
    .union([z.enum(words).meta({ description: oneWord }), ...forms.map((form) => stepMapping(form, steps))])
    .meta({ id: 'step', title: 'A step' });
}
