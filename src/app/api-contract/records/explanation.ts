import { z } from 'zod';
import { text, time } from '../fields.ts';
import { enrollment, timelineLine } from './enrollment.ts';
import { task } from './task.ts';

/** How the calendar counts, where a limit holds a step. */
const binding = z.object({
  constraint: text,
  text,
  limit_class: text.optional(),
  count: z.number().optional(),
  used: z.number().optional(),
  per: text.optional(),
});

export const explanation = enrollment
  .extend({
    now: time,
    text: text.describe('All of it in one paragraph.'),
    question: task.nullable().describe('The task that it waits for, with all that is needed to decide it.'),
    happened: z.array(timelineLine),
    waiting: z
      .object({
        constraint: text,
        text,
        detail: binding.nullable(),
        would_change: z.array(text),
        until: time.nullable(),
        until_local: text.nullable(),
      })
      .nullable(),
    workflow: z
      .object({ state: z.enum(['lost', 'away']), text })
      .nullable()
      .describe(
        'Why nothing goes on whatever it waits for: Temporal has not (any more) the workflow that walks for it, or does not answer. null: neither, or it has none.',
      ),
    next: z.array(z.object({ when: text, node: text, title: text })),
  })
  .meta({ id: 'Explanation' });
