import { z } from 'zod';
import { anyObject, count, counts, id, text, time } from '../fields.ts';

export const campaign = z
  .object({
    id,
    name: text,
    status: z.enum(['importing', 'running', 'paused', 'stopped', 'failed']),
    paused: z
      .object({ note: text.nullable(), at: time, by_itself: z.boolean().describe('By its circuit breaker.') })
      .nullable(),
    error: text.nullable(),
    sequence: text,
    version: z.int(),
    weight: z.int().describe('Of the slots of accounts that several campaigns want; 1 to 100.'),
    source: anyObject,
    counts: z.object({
      enrolled: count,
      queued: count,
      active: count,
      paused: count,
      needs_person: count,
      finished: count,
      outcomes: counts,
      steps: counts,
      actions: z.object({
        visited: count,
        invited: count,
        accepted: count,
        messaged: count,
        inmailed: count,
        emailed: count,
        replied: count,
      }),
      refused: counts,
      rows: count,
      pending: count,
      duplicates: count,
    }),
    created_at: time,
  })
  .meta({ id: 'Campaign' });

export const campaignWithForecast = campaign.extend({
  forecast_finished_at: z.iso.date().nullable().optional().describe('With `forecast=true`; null: nobody can tell.'),
});

const rowProblem = z.object({
  row: count,
  status: z.enum(['refused', 'duplicate']),
  code: text,
  message: text,
  profile_url: text.nullable(),
  email: text.nullable(),
  first_name: text.nullable(),
  last_name: text.nullable(),
});

export const campaignPreview = z
  .object({
    dry_run: z.boolean(),
    name: text,
    sequence: text,
    version: z.int(),
    csv: z
      .object({
        encoding: text,
        delimiter: text,
        columns: z.array(z.object({ header: text, becomes: text.nullable() })),
      })
      .nullable(),
    first_rows: z.array(z.object({ row: count, lead: z.unknown() })),
    rows: z
      .object({
        total: count,
        complete: count,
        refused: counts,
        duplicates: count,
        problems: z.array(rowProblem),
      })
      .nullable(),
    candidates: z
      .object({
        people: count.nullable(),
        ratings: z.array(text),
        include_rejected: z.boolean(),
        asking_credits: z.number(),
      })
      .nullable(),
    cost: z.object({ credits: z.number(), text }),
  })
  .meta({ id: 'CampaignPreview' });

export const campaignRow = z
  .object({
    row: count,
    status: z.enum(['pending', 'created', 'duplicate', 'refused']),
    code: text.nullable(),
    message: text.nullable(),
    enrollment_id: id.nullable(),
    profile_url: text.nullable(),
    email: text.nullable(),
    first_name: text.nullable(),
    last_name: text.nullable(),
    outcome: text.nullable(),
    replied_at: time.nullable(),
  })
  .meta({ id: 'CampaignRow' });
