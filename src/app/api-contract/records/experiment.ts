import { z } from 'zod';
import { count, text } from '../fields.ts';
import { stepTitle } from './step-title.ts';

const share = z.number().describe('From 0 to 1.');
const points = z.number().describe('Of rates, from -1 to 1.');

export const armFigures = z.object({
  name: text,
  weight: z.int(),
  ...{ entered: count, contacted: count, accepted: count, replied: count, unsubscribed: count, bounced: count },
  positive: count
    .nullable()
    .describe('Who replied and has a label that is positive, such as `interested`; null in a simulation.'),
  median_hours_to_reply: z.number().nullable().describe('From the first contact; null: nobody has replied.'),
});

const interval = {
  arm: text,
  against: text.describe('The first arm.'),
  judged: z.object({ arm: count, against: count }).describe('People whose days are over.'),
  rates: z.object({ arm: share, against: share }),
  lower: points,
  upper: points.describe(
    'The difference of the rates lies between these at all times: all comparisons of a split together are ever wrong with a chance of at most 5 %.',
  ),
};

const comparison = z
  .object({
    ...interval,
    metric: z.enum(['positive', 'replied', 'accepted']),
    better: text.nullable().describe('The better arm, once the interval leaves out 0.'),
    sentence: text,
  })
  .meta({ id: 'ArmComparison' });

const guard = z
  .object({
    ...interval,
    metric: z.enum(['unsubscribed', 'bounced']),
    worse: text.nullable().describe('The arm that brings more of it, once the interval leaves out 0.'),
    sentence: text,
  })
  .meta({ id: 'ArmGuard' });

const perArm = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

export const optimized = z
  .object({
    metric: z.enum(['positive', 'replied', 'accepted']),
    judged_after_days: z.int().describe('After the first contact. Who is not judged yet counts for no arm.'),
    least_share: share.describe('No arm gets less of the new people until one is proven better.'),
    arms: z.array(
      z.object({
        name: text,
        share: share.describe('Of new people, now.'),
        judged: count,
        successes: count.describe('Of the judged: those for whom what is optimized came within these days.'),
      }),
    ),
    decided: z
      .object({ arm: text, at: text })
      .nullable()
      .describe('The arm that is proven better, which all new people take since then.'),
    over_time: z
      .array(
        z.object({
          date: text,
          shares: perArm(share).describe('The mean of those that held when each of them came.'),
          entered: perArm(count),
        }),
      )
      .describe('By the day (UTC) on which people came to the split.'),
    sentence: text,
  })
  .nullable()
  .describe('How a split with `optimize` divides new people; null: as its weights say, or nobody has come to it.')
  .meta({ id: 'OptimizedSplit' });

export const experiments = z
  .object({
    sequence: text,
    version: z.int(),
    window_days: z.int(),
    splits: z.array(
      z.object({
        node: text,
        title: stepTitle,
        versions: z
          .array(z.int())
          .describe(
            'Of the sequence, those in which the split asks the same: its arms, weights and steps. Newest first.',
          ),
        others: count.describe('People who took an arm of it in other versions, and are not counted.'),
        arms: z.array(armFigures),
        sample_ratio: z
          .object({ expected: z.array(share), found: z.array(share), is_off: z.boolean() })
          .describe('Whether people came to the arms as their weights say; if not, nothing can be compared.'),
        comparisons: z.array(comparison).describe('By the metric that is looked at first, then by the others.'),
        guards: z.array(guard).describe('What an arm must not bring more of, whatever else it brings.'),
        size: z
          .object({ judged: count, people: count })
          .nullable()
          .describe(
            'Of a campaign that knows how many people it contacts: those of all arms whose days are over, and those that will be judged, as far as is known. Its intervals are narrower than those of people who may come for ever (null).',
          ),
        optimized,
      }),
    ),
  })
  .meta({ id: 'Experiments' });
