import { z } from 'zod';
import { controlOperation } from '../control-operation.ts';
import {
  countryCode,
  counts,
  dryRun,
  fieldErrors,
  id,
  LARGEST_VERSION,
  note,
  text,
  timeWithOffset,
  wholeNumber,
  word,
} from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { REFUSALS } from '../problem.ts';
import { controlJob, controlledEnrollment, jobPreview } from '../records/control.ts';
import { enrollment, enrollmentStatus, listedEnrollment, newEnrollment, timelineLine } from '../records/enrollment.ts';
import { explanation } from '../records/explanation.ts';
import { eachLeadField } from '../records/lead-fields.ts';

const accounts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const target = {
  sequence: z.string().min(1),
  version: z.int().positive().max(LARGEST_VERSION).optional().describe('Without it, the current one.'),
  senders: z
    .strictObject({ professional: accounts, messenger: accounts, email: accounts })
    .partial()
    .optional()
    .describe('Accounts to send from, in place of those that the sequence names.'),
};
const aLead = z.unknown().meta({
  type: 'object',
  description: `${Object.keys(eachLeadField(z.string())).join(', ')}, tags, vars (at most 32 KiB as JSON).`,
});

const filter = {
  sequence: word.optional(),
  version: wholeNumber(1, LARGEST_VERSION).optional(),
  status: enrollmentStatus.optional(),
  outcome: word.optional(),
  campaign_id: word.optional(),
  lead_id: word.optional(),
  account_id: word.optional().describe('A sender of the enrollment, on whichever channel.'),
  waiting_on: word
    .optional()
    .describe('The account for whose slot the step waits, as `waiting` of accounts counts them.'),
  node: word.optional().describe('The step where it stands.'),
  replied: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
};
/** `2026-03-02T09:00:00+01:00` or `2 days`, virtual time. */
const WHEN = {
  at: timeWithOffset.optional(),
  in: z.string().max(100).optional().describe('`2 days`'),
};

const ADA = { profile_url: 'https://professional.example/in/ada-lovelace', first_name: 'Ada', last_name: 'Lovelace' };
const CONFLICTS = ['finished', 'stopping', 'not_begun', 'in_doubt', 'already_done', 'nothing_to_retry', 'needs_person'];

/** Something that is asked of one enrollment. */
const controls = <const Path extends `/${string}`>(path: Path, summary: string) =>
  controlOperation(path, summary, {
    role: 'operator',
    accounts: 'own',
    answers: { 200: controlledEnrollment },
    problems: { 404: ['unknown_enrollment'], 409: CONFLICTS },
    example: { params: { id: 'enr_1' }, body: { note: 'asked by phone' } },
  });

export const ENROLLMENT_OPERATIONS = operations({
  createEnrollment: {
    method: 'POST',
    path: '/api/enrollments',
    tag: 'enrollments',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Enroll one person',
    query: dryRun,
    body: z.strictObject({ ...target, lead: aLead }),
    answers: { 200: newEnrollment, 201: newEnrollment },
    problems: REFUSALS,
    example: { body: { sequence: 'hello', lead: ADA } },
  },
  createEnrollments: {
    method: 'POST',
    path: '/api/enrollments/batch',
    tag: 'enrollments',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Enroll up to 1,000 people',
    query: dryRun,
    body: z.strictObject({
      ...target,
      leads: z.array(z.unknown()),
      country: countryCode
        .optional()
        .describe('Where numbers without a country code are dialed, of people who have no country: `FR`.'),
    }),
    answers: {
      200: z.object({
        dry_run: z.boolean().optional(),
        results: z.array(
          z.object({
            row: z.int().describe('From 1.'),
            status: z.enum(['created', 'duplicate', 'refused']),
            id: id.optional(),
            warning: text.optional(),
            error: z.object({ code: text, message: text, errors: fieldErrors.optional() }).optional(),
          }),
        ),
      }),
    },
    problems: { ...REFUSALS, 413: ['batch_too_large'] },
    example: { body: { sequence: 'hello', leads: [ADA] } },
  },
  listEnrollments: {
    method: 'GET',
    path: '/api/enrollments',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'Enrollments, newest first',
    description: 'The variables of the people come with `fields` that name `lead`.',
    query: listQuery(listedEnrollment, ['-created_at', 'created_at']).extend(filter),
    answers: { 200: listOf(listedEnrollment) },
  },
  getStats: {
    method: 'GET',
    path: '/api/stats',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'How many are where; every number can be listed with the same filter',
    query: z.strictObject(filter),
    answers: { 200: z.object({ by_status: counts, by_outcome: counts, by_step: counts, replied: z.int() }) },
    problems: { 404: ['unknown_sequence', 'unknown_campaign'] },
  },
  getEnrollment: {
    method: 'GET',
    path: '/api/enrollments/{id}',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'One enrollment',
    answers: { 200: enrollment },
    problems: { 404: ['unknown_enrollment'] },
  },
  listTimeline: {
    method: 'GET',
    path: '/api/enrollments/{id}/timeline',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'What happened, oldest first',
    query: listQuery(timelineLine, ['at', '-at']),
    answers: { 200: listOf(timelineLine) },
    problems: { 404: ['unknown_enrollment'] },
  },
  explainEnrollment: {
    method: 'GET',
    path: '/api/enrollments/{id}/explain',
    tag: 'enrollments',
    scope: 'read',
    accounts: 'own',
    summary: 'What happened, what it waits for, until when and why, and what would change it',
    answers: { 200: explanation },
    problems: { 404: ['unknown_enrollment'] },
  },
  pauseEnrollment: controls('/api/enrollments/{id}/pause', 'Pause one enrollment'),
  resumeEnrollment: controls('/api/enrollments/{id}/resume', 'Resume one enrollment'),
  stopEnrollment: controls('/api/enrollments/{id}/stop', 'End one enrollment as `stopped`'),
  skipStep: controls('/api/enrollments/{id}/skip', 'Leave the present step out, or end its wait'),
  retryStep: controls('/api/enrollments/{id}/retry', 'Try the present step again'),
  rescheduleStep: {
    ...controls('/api/enrollments/{id}/reschedule', 'Carry the present step out at another time'),
    body: z.strictObject({ ...WHEN, note: note.optional() }),
    problems: { 404: ['unknown_enrollment'], 409: CONFLICTS, 422: ['past_time', 'too_far'] },
    example: { params: { id: 'enr_1' }, body: { in: '2 days' } },
  },
  controlEnrollments: {
    method: 'POST',
    path: '/api/enrollments/control',
    tag: 'control',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Ask one thing of all enrollments that fit a filter',
    description: '202: it goes on; `GET /api/control/{id}` says how far it is.',
    query: dryRun,
    body: z.strictObject({
      action: z.enum(['pause', 'resume', 'stop', 'skip', 'retry', 'reschedule']),
      filter: z
        .strictObject({
          sequence: word,
          version: z.int().positive().max(LARGEST_VERSION),
          status: enrollmentStatus,
          outcome: word,
          campaign_id: word,
          lead_id: word,
          account_id: word,
          waiting_on: word.describe('The account for whose slot the step waits.'),
          node: word,
          replied: z.boolean(),
          arm: word.describe('Of a split that the enrollment has come through.'),
          label: word.describe('Of a conversation of the person; `none`: of one without.'),
          tag: word.describe('What the person is marked with.'),
          suppressed: z.boolean().describe('The person is on the do-not-contact list by whatever name.'),
          ids: z.array(word).min(1).max(10_000),
          lead_ids: z.array(word).min(1).max(10_000).describe('Of these people.'),
          all: z.literal(true),
        })
        .partial(),
      ...WHEN,
      note: note.optional(),
    }),
    answers: { 200: z.union([controlJob, jobPreview]), 202: controlJob },
    problems: { 422: ['empty_filter', 'past_time', 'too_far'] },
    example: { body: { action: 'pause', filter: { sequence: 'hello' } } },
  },
});
