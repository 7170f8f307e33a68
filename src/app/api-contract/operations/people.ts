import { z } from 'zod';
import {
  anyObject,
  count,
  countryCode,
  dryRun,
  fieldErrors,
  id,
  LARGEST_VERSION,
  text,
  time,
  wholeNumber,
  word,
} from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { addressReport } from '../records/address-report.ts';
import { conversationMessage, conversationOfPerson } from '../records/conversation.ts';
import { enrollment, enrollmentStatus, lead, listedLead } from '../records/enrollment.ts';
import { eachLeadField } from '../records/lead-fields.ts';

const foundLead = listedLead
  .extend({
    fit: z
      .enum(['id', 'name', 'part_of_name', 'beginning_of_name', 'address', 'slug', 'company'])
      .optional()
      .describe('How they fit what was looked for; who fits best comes first.'),
  })
  .meta({ id: 'FoundLead' });

const yesOrNo = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();
/** The first of them are about one enrollment, which fits them all. */
const filter = {
  sequence: word.optional(),
  version: wholeNumber(1, LARGEST_VERSION).optional(),
  status: enrollmentStatus
    .optional()
    .describe('Of an enrollment of theirs; all that is asked of one is asked of the same.'),
  outcome: word.optional(),
  campaign_id: word.optional(),
  account_id: word.optional().describe('A sender of the enrollment, on whichever channel.'),
  waiting_on: word
    .optional()
    .describe('The account for whose slot the step waits, as `waiting` of accounts counts them.'),
  node: word.optional().describe('The step where the enrollment stands.'),
  arm: word.optional().describe('Of a split that the enrollment has come through.'),
  replied: yesOrNo,
  label: word.optional().describe('Of a conversation of theirs; `none`: of one without.'),
  tag: word.optional().describe('What a sequence or an import has marked them with.'),
  suppressed: yesOrNo.describe('On the do-not-contact list by whatever name.'),
};

const person = lead
  .extend({
    created_at: time,
    updated_at: time,
    identities: z.array(z.object({ kind: text, value: text })).describe('Every name by which they are known.'),
    origins: z
      .record(z.string(), z.object({ from: text, at: time }))
      .describe('Where fields come from that a step has found; what somebody has said has none.'),
    do_not_contact: z
      .object({ id, kind: text, reason: text })
      .nullable()
      .describe('The first entry of the do-not-contact list that a name of theirs is on.'),
    address_report: addressReport
      .omit({ account_id: true })
      .nullable()
      .describe(
        'What was last reported of `email`, and counts until somebody replies from there or a person clears it.',
      ),
    enrollments: z
      .array(enrollment.omit({ lead: true }))
      .describe('Newest first, at most 100; all of them: `GET /api/enrollments?lead_id=`.'),
    conversations: z
      .array(conversationOfPerson)
      .describe('One for each account that they and we have written by; the newest first.'),
    history: z
      .array(conversationMessage)
      .describe('What both sides wrote on every channel, oldest first: the newest 200.'),
    earlier: count.describe('Messages before those.'),
  })
  .meta({ id: 'Person' });

const change = z.string().max(2000).nullable();
const leadChange = z
  .strictObject({
    ...eachLeadField(change),
    tags: z.array(word).max(100),
    vars: z
      .record(word, z.union([text, z.number(), z.boolean(), z.null()]))
      .describe('Added to those that are there; together at most 32 KiB as JSON.'),
  })
  .partial();

const suppression = z
  .object({
    id,
    kind: text,
    value: text,
    reason: text,
    created_at: time,
  })
  .meta({ id: 'Suppression' });
const suppressed = suppression.extend({
  dry_run: z.boolean().optional(),
  stopped: count.optional().describe('With `dry_run`: the enrollments that it would stop.'),
});

const given = z.string().trim().min(1).max(2000);
const names = {
  lead_id: given.optional().describe('A person, by every name.'),
  email: given.optional(),
  profile_url: given.optional(),
  phone_number: given.optional(),
  domain: given.optional().describe('And all below it.'),
  company: given.optional(),
};
export const newSuppression = z
  .strictObject({
    ...names,
    reason: z.string().trim().max(1000).default(''),
    country: countryCode.optional().describe('Where a phone number without a country code is dialed: `FR`.'),
  })
  .refine(({ reason: _, country: __, ...named }) => Object.values(named).filter(Boolean).length === 1, {
    error: `must name exactly one of email, profile_url, phone_number, domain, company, lead_id`,
  });

export const PEOPLE_OPERATIONS = operations({
  listLeads: {
    method: 'GET',
    path: '/api/leads',
    tag: 'people',
    scope: 'read',
    accounts: 'own',
    summary: 'People, newest first, or those who fit some words, the best first',
    description: 'Their variables come with `fields` that name `vars`.',
    query: listQuery(foundLead, ['-created_at', 'created_at', 'name', '-name']).extend({
      q: z.string().optional().describe('A name, an address, a profile, an id: who fits best comes first.'),
      ...filter,
    }),
    answers: { 200: listOf(foundLead) },
  },
  getLead: {
    method: 'GET',
    path: '/api/leads/{id}',
    tag: 'people',
    scope: 'read',
    accounts: 'own',
    summary: 'One person, with all that is known of them',
    description: 'Merged with an older one, that is who answers, under its own id.',
    answers: { 200: person },
    problems: { 404: ['unknown_person'] },
  },
  changeLead: {
    method: 'PATCH',
    path: '/api/leads/{id}',
    tag: 'people',
    scope: 'write',
    summary: 'Change what is known of a person; null takes a field or a variable away',
    description:
      'A new address, profile or number becomes a name of theirs, and the former one is none any more, unless somebody said no by it. Where it is on the do-not-contact list, their enrollments stop. Refused, with each field and the reason, is what a step that is still to come would fail for, in every version in which they are under way.',
    query: dryRun,
    body: leadChange,
    answers: {
      200: lead.extend({
        updated_at: time,
        stopped: count.describe('Enrollments that stopped, because a new name is on the do-not-contact list.'),
        dry_run: z.boolean().optional(),
      }),
    },
    problems: { 404: ['unknown_person'], 409: ['name_of_another'], 422: ['invalid_lead'] },
    example: {
      params: { id: 'lead_01kdbfy0c8t6s3n5r9b2w4qa' },
      body: { email: 'ada@acme.example', tags: ['met in person'] },
    },
  },
  exportLead: {
    method: 'GET',
    path: '/api/leads/{id}/export',
    tag: 'people',
    scope: 'read',
    summary: 'Everything held about a person, as one JSON',
    description:
      'Rows as they are stored, by table: those that an erasure removes or empties. What the V2 service, the networks and mailboxes hold is theirs to say.',
    answers: {
      200: z
        .object({
          lead_id: id,
          leads: z.array(id).describe('All leads that turned out to be this person.'),
          exported_at: time,
          held: z.record(text, z.array(anyObject)),
        })
        .meta({ id: 'PersonExport' }),
    },
    problems: { 404: ['unknown_person'] },
  },
  suppress: {
    method: 'POST',
    path: '/api/suppressions',
    tag: 'do-not-contact',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Put a name on the do-not-contact list; enrollments of its people stop at once',
    query: dryRun,
    body: newSuppression,
    answers: { 200: suppressed, 201: suppressed },
    problems: { 422: ['unknown_person'] },
    example: { body: { email: 'ada@acme.example', reason: 'asked by phone' } },
  },
  suppressMany: {
    method: 'POST',
    path: '/api/suppressions/batch',
    tag: 'do-not-contact',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: 'Put up to 1,000 names on the do-not-contact list',
    query: dryRun,
    body: z.strictObject({ entries: z.array(z.unknown()) }),
    answers: {
      200: z.object({
        dry_run: z.boolean().optional(),
        results: z.array(
          z.object({
            row: z.int().describe('From 1.'),
            status: z.enum(['created', 'present', 'refused']),
            id: id.optional(),
            stopped: count.optional(),
            error: z.object({ code: text, message: text, errors: fieldErrors.optional() }).optional(),
          }),
        ),
      }),
    },
    problems: { 413: ['batch_too_large'] },
    example: { body: { entries: [{ domain: 'acme.example' }] } },
  },
  listSuppressions: {
    method: 'GET',
    path: '/api/suppressions',
    tag: 'do-not-contact',
    scope: 'read',
    summary: 'The do-not-contact list, newest first',
    query: listQuery(suppression, ['-created_at', 'created_at']),
    answers: { 200: listOf(suppression) },
  },
  deleteSuppression: {
    method: 'DELETE',
    path: '/api/suppressions/{id}',
    tag: 'do-not-contact',
    scope: 'write',
    role: 'operator',
    summary: 'Take a name off the do-not-contact list',
    query: dryRun,
    answers: { 200: z.object({ id, dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_suppression'] },
  },
});
