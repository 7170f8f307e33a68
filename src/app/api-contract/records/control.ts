import { z } from 'zod';
import { anyObject, count, counts, id, text, time } from '../fields.ts';
import { campaign } from './campaign.ts';
import { enrollment, pauseScope } from './enrollment.ts';

/** An enrollment after something was asked of it. */
export const controlledEnrollment = enrollment
  .extend({ dry_run: z.boolean().optional() })
  .meta({ id: 'ControlledEnrollment' });

/** The people whom a pause, resume or stop would concern. */
export const pausePreview = z
  .object({
    dry_run: z.boolean(),
    action: z.enum(['pause', 'resume', 'stop']),
    scope: pauseScope,
    matched: count,
    sample: z.array(id),
  })
  .meta({ id: 'HoldPreview' });

export const pauseChange = z
  .object({
    scope: pauseScope,
    target: text,
    state: z.enum(['running', 'paused', 'stopped']),
    note: text.nullable(),
    at: time,
    job_id: id.nullable(),
    matched: count,
    in_flight: count.describe('Calls that had begun before and were not answered yet.'),
  })
  .meta({ id: 'HoldChange' });

/** A campaign after it was paused, resumed or stopped. */
export const controlledCampaign = campaign
  .extend({
    control: z.object({ job_id: id.nullable(), matched: count, in_flight: count, note: text.nullable(), at: time }),
  })
  .meta({ id: 'ControlledCampaign' });

export const hold = z
  .object({
    scope: pauseScope,
    target: text,
    state: z.enum(['paused', 'stopped']),
    note: text.nullable(),
    at: time,
    by_itself: z.boolean().describe('By its circuit breaker, and not by a person.'),
  })
  .meta({ id: 'Hold' });

const job = {
  job_id: id,
  action: z.enum(['pause', 'resume', 'stop', 'skip', 'retry', 'reschedule', 'wake']),
  filter: anyObject,
  note: text.nullable(),
  status: z.enum(['running', 'done']),
  matched: count,
  done: count,
  refused: counts.describe('Why the others were not changed, by code.'),
  created_at: time,
  finished_at: time.nullable(),
};
export const controlJob = z.object(job).meta({ id: 'ControlJob' });
export const controlJobProgress = z.object({ ...job, signals_left: count }).meta({ id: 'ControlJobProgress' });

export const jobPreview = z
  .object({ dry_run: z.boolean(), action: text, matched: count, sample: z.array(id) })
  .meta({ id: 'ControlPreview' });
