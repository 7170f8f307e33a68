import { z } from 'zod';
import { count, text } from '../fields.ts';

const share = z.number().describe('From 0 to 1.');
const points = z.number().describe('Of rates, from -1 to 1.');

export const armFigures = z.object({
  name: text,
  weight: z.int(),
  ...{ entered: count, contacted: count, accepted: count, replied: count, unsubscribed: count, bounced: count },
  median_hours_to_reply: z.number().nullable().describe('From the first contact; null: nobody has replied.'),
});

const comparison = z
  .object({
    arm: text,
    against: text.describe('The first arm.'),
    metric: z.enum(['replied', 'accepted']),
    judged: z.object({ arm: count, against: count }).describe('People whose days are over.'),
    rates: z.object({ arm: share, against: share }),
    lower: points,
    upper: points.describe(
      'The difference of the rates lies between these at all times together, with a chance of 95 %.',
    ),
    better: text.nullable().describe('The better arm, once the interval leaves out 0.'),
    sentence: text,
  })
  .meta({ id: 'ArmComparison' });

export const experiments = z
  .object({
    sequence: text,
    version: z.int(),
    window_days: z.int(),
    splits: z.array(
      z.object({
        node: text,
        arms: z.array(armFigures),
        sample_ratio: z
          .object({ expected: z.array(share), found: z.array(share), is_off: z.boolean() })
          .describe('Whether people came to the arms as their weights say; if not, nothing can be compared.'),
        comparisons: z.array(comparison),
      }),
    ),
  })
  .meta({ id: 'Experiments' });
