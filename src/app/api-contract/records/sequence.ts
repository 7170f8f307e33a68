import { z } from 'zod';
import { anyObject, count, counts, id, text, time } from '../fields.ts';
import { channel, limitClass } from './account.ts';
import { diagnostic } from './diagnostic.ts';
import { armFigures, optimized } from './experiment.ts';
import { stepTitle } from './step-title.ts';

export const published = z
  .object({ name: text, version: z.int(), digest: text, diagnostics: z.array(diagnostic) })
  .meta({ id: 'PublishedSequence' });

export const validated = z
  .object({ ok: z.boolean(), diagnostics: z.array(diagnostic), digest: text.nullable() })
  .meta({ id: 'ValidatedSequence' });

export const keeper = z.enum(['file', 'console']);

const summary = {
  id: id.describe("Of the sequence: its workflows are found by it in Temporal's interface."),
  name: text,
  version: z.int(),
  digest: text,
  description: text.nullable(),
  created_at: time,
};
const kept = {
  kept_by: keeper.describe(
    '`file`: a repository, from which it is published; elsewhere it can only be read. `console`: the people who edit it here.',
  ),
  has_draft: z.boolean().describe('Somebody works on a text that is not published: `GET …/draft`.'),
};
export const sequenceSummary = z.object({ ...summary, ...kept }).meta({ id: 'SequenceSummary' });
export const versionSummary = z.object({ ...summary, current: z.boolean() }).meta({ id: 'SequenceVersionSummary' });
export const sequenceVersion = z
  .object({ ...summary, ...kept, current: z.boolean(), source: text.describe('The YAML.'), plan: anyObject })
  .meta({ id: 'SequenceVersion' });

export const graph = z
  .object({
    sequence: text,
    version: z.int(),
    counts: counts.describe('How many stand at each step.'),
    boxes: z.array(z.object({ id: text, kind: text, title: text, step: stepTitle, detail: text })),
    arrows: z.array(z.object({ from: text, to: text, label: text, back: z.boolean() })),
    svg: text,
    mermaid: text,
  })
  .meta({ id: 'SequenceGraph' });

const planDiff = z.object({
  header: z.array(z.object({ field: text, from: text, to: text })),
  steps: z.array(
    z.object({
      change: z.enum(['added', 'removed', 'changed', 'moved']),
      kind: text,
      step: text,
      was: text.optional(),
      from: text.nullable(),
      to: text.nullable(),
      fields: z.array(
        z.object({
          field: text,
          from: z.unknown(),
          to: z.unknown(),
          words: z.array(z.object({ text, change: z.enum(['same', 'added', 'removed']) })).optional(),
        }),
      ),
    }),
  ),
  unchanged: count,
});

const group = { version: z.int(), count, samples: z.array(z.object({ id, name: text.nullable() })) };
const people = {
  stays: z.array(z.object({ ...group, node: text.nullable(), title: stepTitle.nullable(), reason: text.nullable() })),
  moves: z.array(
    z.object({
      ...group,
      ...{ from: text.nullable(), from_title: stepTitle.nullable(), to: text, to_title: stepTitle },
      goes_on: z.boolean(),
    }),
  ),
  orphaned: z.array(z.object({ ...group, node: text, title: stepTitle })),
  cancelled_waits: z.array(z.object({ ...group, node: text, title: stepTitle })),
  would_repeat: z.array(
    z.object({
      ...group,
      ...{ node: text, title: stepTitle, repeated: z.array(text), repeated_titles: z.array(stepTitle) },
    }),
  ),
};

export const changePlan = z
  .object({
    id: id.nullable().describe('Null: a dry run of planning, which keeps nothing.'),
    hash: text,
    kind: z.enum(['apply', 'rollback']),
    sequence: text,
    move: z.boolean(),
    from_version: z.int().nullable().describe('Null: the sequence is new.'),
    to_version: z.int(),
    digest: text,
    kept_by: keeper.describe('Who keeps it from then on.'),
    takes_over: z.boolean().describe('The other one keeps it now.'),
    diff: planDiff.nullable(),
    people: z.object({ ...people, if_moved: z.object(people).optional() }),
    calendar: z.array(
      z.object({
        account_id: id,
        class: text,
        booked: count,
        freed: count,
        added: count,
        last: text.nullable(),
        daily_mean: z
          .number()
          .describe('Sends a day if nobody moves, from today to the last that is booked or foreseen.'),
        surge: z
          .object({ date: z.iso.date(), due: count })
          .nullable()
          .describe('The day on which most become due who would not otherwise, if they are more than `daily_mean`.'),
        days: z
          .array(z.object({ date: z.iso.date(), freed: count, added: count, before: count, after: count }))
          .describe('`before` and `after`: sends that are booked, and those that time alone brings.'),
      }),
    ),
    due_at_once: z
      .object({
        count,
        people: z
          .array(
            z.object({
              ...{ id, name: text.nullable(), account_id: id, class: text },
              ...{ node: text, title: stepTitle, was_due: time.nullable() },
            }),
          )
          .describe('The first hundred.'),
      })
      .describe('Whose next send is due as soon as they have moved, and would not be due yet otherwise.'),
    diagnostics: z.array(diagnostic),
    created_at: time,
    expires: time.describe('Wall time.'),
  })
  .meta({ id: 'ChangePlan' });

export const appliedChange = z
  .object({
    plan_id: id,
    hash: text,
    kind: z.enum(['apply', 'rollback']),
    sequence: text,
    from_version: z.int().nullable(),
    version: z.int(),
    digest: text,
    status: z.enum(['planned', 'applying', 'applied']),
    moved: count,
    remaining: count,
    left: z.array(z.object({ id, reason: text.nullable() })),
    applied_at: time.nullable(),
  })
  .meta({ id: 'AppliedChange' });

const steps = z.array(z.union([text, anyObject])).describe('In the form in which tests are written.');

export const testRun = z
  .object({
    passed: count,
    failed: count.describe('Tests that cannot be read are one failure.'),
    tests: z.array(
      z.object({ name: text, ok: z.boolean(), expected: steps, got: steps, reasons: z.array(text).optional() }),
    ),
    diagnostics: z.array(diagnostic).describe('Why the tests cannot be run; else none.'),
  })
  .meta({ id: 'SequenceTestRun' });

const range = z.object({ low: count, median: count, high: count }).meta({ id: 'Range' });

export const simulation = z
  .object({
    sequences: z.array(text),
    leads: count,
    days: count,
    seed: text,
    start: text,
    end: text,
    zone: text,
    outcomes: counts,
    replied: count,
    actions: counts,
    by_day: z.array(z.object({ date: z.iso.date(), actions: counts, credits: z.number(), finished: count })),
    credits: z.number(),
    credits_ended_at: text.nullable(),
    finished_at: text.nullable(),
    finished: count,
    waiting: counts,
    assumed: z.partialRecord(channel, text),
    binding: z
      .object({
        limit: limitClass,
        caps: z.array(z.object({ count: z.number(), per: z.enum(['day', 'week', 'month']) })),
        effect: z.enum(['instead', 'held', 'reached']),
        people: count.nullable(),
        text,
      })
      .nullable(),
    saturated: z.array(z.object({ account: text, class: limitClass, from: text, to: text })),
    saturated_domains: z.array(z.object({ account: text, from: text, to: text, domain: text })),
    by_account: z.array(
      z.object({
        account: text,
        channel,
        leads: count,
        classes: z.array(
          z.object({
            class: limitClass,
            used: z.number(),
            by_day: z.array(z.object({ date: text, used: z.number(), cap: z.number().nullable() })),
          }),
        ),
      }),
    ),
    splits: z.array(z.object({ sequence: text, node: text, title: stepTitle, arms: z.array(armFigures), optimized })),
    funnel: z.array(
      z.object({ sequence: text, node: text, kind: text, title: stepTitle, in: count, out: counts, standing: count }),
    ),
    what_if: z
      .object({ channel, finished_at: text.nullable(), finished: count, finished_by_day: z.array(count) })
      .nullable(),
    ranges: z
      .object({
        runs: count,
        finished_at: z
          .object({ low: text.nullable(), median: text.nullable(), high: text.nullable() })
          .describe('Null: it does not end in these days.'),
        ...{ finished: range, replied: range, outcomes: z.record(text, range), actions: z.record(text, range) },
        splits: z
          .array(
            z.object({
              ...{ sequence: text, node: text, title: stepTitle },
              arms: z.array(z.object({ name: text, entered: range, accepted: range, replied: range })),
            }),
          )
          .describe('The arms of each split.'),
      })
      .nullable()
      .describe('With `runs`: where the numbers lie when people are drawn so often.'),
  })
  .meta({ id: 'Simulation' });
