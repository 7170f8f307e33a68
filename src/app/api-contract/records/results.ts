import { z } from 'zod';
import { count, counts, id, text, time } from '../fields.ts';
import { stepTitle } from './step-title.ts';

const share = z.number().describe('From 0 to 1.');

const replyRate = z
  .object({
    judged: count.describe(
      'People whose days after the first contact are over: who may still answer counts neither way.',
    ),
    replied: count.describe('Of them, within these days.'),
    rate: share.nullable().describe('Null: nobody is judged.'),
    low: share,
    high: share.describe('With a confidence of 95 % the rate lies between these.'),
  })
  .meta({ id: 'ReplyRate' });
const cost = z
  .object({
    credits: count.describe('Of the V2 service, for its steps.'),
    inmails: count,
    credits_per_reply: z.number().nullable(),
    inmails_per_reply: z.number().nullable(),
  })
  .meta({ id: 'CostOfReplies' });
const figures = {
  enrolled: count,
  contacted: count.describe('Something has reached them: an invitation, a message, an InMail or a mail.'),
  accepted: count,
  replied: count.describe('As in docs/counts.md.'),
  positive: count.describe('Who replied and whose answer has a label that is positive, such as `interested`.'),
  finished: count,
  reply_rate: replyRate,
  cost,
};

export const stepResult = z.enum(['done', 'in_doubt', 'refused', 'not_done']);

const funnelStep = z
  .object({
    step: text.describe('Its id; of a sequence that people went on in, with its name: `other/1-visit`.'),
    kind: text.nullable().describe('Null: no present version has it.'),
    title: stepTitle,
    reached: count.describe('People for whom it was begun; the next four add up to it.'),
    done: count,
    in_doubt: count,
    refused: count,
    not_done: count,
    standing: count.describe('Who are there now.'),
    accepted: count.describe('Of an invitation: who accepted.'),
    answered: count.describe('Whose reply was the answer to it: the last that had reached them.'),
    calls: count.describe('Calls of it that had an effect, however often for one person.'),
    credits: count,
  })
  .meta({ id: 'FunnelStep' });

export const campaignResults = z
  .object({
    campaign_id: id,
    name: text,
    sequence: text,
    version: z.int(),
    at: time.describe('Virtual time.'),
    window_days: z.int(),
    ...figures,
    outcomes: counts,
    labels: counts.describe('Of their answers.'),
    funnel: z.array(funnelStep).describe('As one reads the sequence.'),
    times: z.array(
      z.object({
        from: text,
        to: text.describe('A step, `accepted` or `replied`.'),
        from_title: text,
        to_title: text.describe('The same in words.'),
        people: count,
        hours: z
          .object({ low: z.number(), median: z.number(), high: z.number() })
          .describe('Half of them lie between low and high.'),
      }),
    ),
    by: text.describe('What the groups are.'),
    groups: z
      .array(z.object({ group: text.nullable().describe('Null: they have no value.'), ...figures }))
      .describe('The largest first, at most 500; weeks in their order.'),
  })
  .meta({ id: 'CampaignResults' });

export const resultPerson = z
  .object({
    enrollment_id: id,
    lead_id: id.nullable(),
    first_name: text.nullable(),
    last_name: text.nullable(),
    profile_url: text.nullable(),
    email: text.nullable(),
    company: text.nullable(),
    sequence: text,
    status: z.enum(['queued', 'active', 'paused', 'needs_person', 'finished']),
    outcome: text.nullable(),
    sender: id.nullable().describe('The account of the first contact.'),
    arms: z.record(z.string(), text).describe('By split.'),
    answered: text.nullable().describe('The step that their reply was the answer to.'),
    label: text.nullable().describe('Of their answer.'),
    last_words: text.nullable().describe('What they wrote last, and no machine of theirs.'),
    group: text.nullable(),
    entered_at: time,
    contacted_at: time.nullable(),
    accepted_at: time.nullable(),
    replied_at: time.nullable(),
    finished_at: time.nullable(),
    credits: count,
    inmails: count,
    steps: z.array(z.object({ node: text, result: stepResult, at: time.nullable() })),
  })
  .meta({ id: 'ResultPerson' });
