import { z } from 'zod';
import { anyObject, id, text, time } from '../fields.ts';
import { eachLeadField } from './lead-fields.ts';

export const enrollmentStatus = z.enum(['queued', 'active', 'paused', 'needs_person', 'finished']);
export const pauseScope = z.enum(['all', 'account', 'campaign', 'sequence']);

export const lead = z
  .object({
    id,
    ...eachLeadField(text.nullable()),
    vars: anyObject,
    tags: z.array(text),
  })
  .meta({ id: 'Lead' });

/** As lists have it: fifty people with all their variables would be megabytes. */
export const listedLead = lead
  .partial({ vars: true })
  .extend({ vars: anyObject.optional().describe('With `fields` that ask for it.') })
  .meta({ id: 'ListedLead' });

export const enrollment = z
  .object({
    id,
    sequence: text,
    version: z.int(),
    status: enrollmentStatus,
    outcome: text.nullable(),
    lead_id: id.nullable(),
    lead: lead.nullable().describe('Null: the person was erased.'),
    campaign_id: id.nullable(),
    node: text.nullable().describe('The step where it stands.'),
    step: text.nullable().describe('What that step does, in a few words: `Message (2 of 3)`.'),
    waiting_for: z.object({ kind: text, text }).nullable(),
    until: time.nullable(),
    timezone: text.describe("Of the sequence's hours, or the lead's where those are the lead's."),
    hold: z
      .object({ scope: pauseScope, target: text, state: z.enum(['paused', 'stopped']) })
      .nullable()
      .describe('What was paused or stopped above it.'),
    task: z
      .object({ id, kind: text, text, assignee: text.nullable(), due_at: time.nullable() })
      .nullable()
      .describe('What a person is asked; decide it with `POST /api/tasks/{id}`.'),
    senders: z.record(text, text).describe('The account of each channel.'),
    replied_at: time.nullable(),
    created_at: time,
    finished_at: time.nullable(),
  })
  .meta({ id: 'Enrollment' });

export const listedEnrollment = enrollment
  .extend({ lead: listedLead.nullable().describe('Null: the person was erased.') })
  .meta({ id: 'ListedEnrollment' });

export const newEnrollment = z
  .object({
    id,
    sequence: text,
    version: z.int(),
    status: enrollmentStatus,
    lead_id: id.nullable(),
    created_at: time,
    warning: text.optional().describe('What speaks against it, where a setting says that this keeps nobody out.'),
    dry_run: z.boolean().optional(),
  })
  .meta({ id: 'NewEnrollment' });

/** The fields of a line of a timeline. */
export const LINE = {
  at: time.describe('When it happened. It may have been written later.'),
  node: text.nullable(),
  step: text
    .nullable()
    .describe(
      'What that step does, in a few words, in the version of the sequence where it stood then: `Message (2 of 3)`.',
    ),
  type: text,
  title: text.describe('In plain words.'),
  detail: anyObject.describe('What belongs to it: of a reply `text`, of a wait `until`.'),
  timezone: text.describe("Of the sequence's hours, or the lead's where those are the lead's."),
};

export const timelineLine = z.object(LINE).meta({ id: 'TimelineLine' });
