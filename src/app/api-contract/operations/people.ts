import { z } from 'zod';
import { count, dryRun, id, text, time } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { lead } from '../records/enrollment.ts';

const foundLead = lead
  .extend({
    fit: z
      .enum(['id', 'name', 'part_of_name', 'beginning_of_name', 'address', 'slug', 'company'])
      .optional()
      .describe('How they fit what was looked for; who fits best comes first.'),
  })
  .meta({ id: 'FoundLead' });

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
  .strictObject({ ...names, reason: z.string().trim().max(1000).default('') })
  .refine(({ reason: _, ...named }) => Object.values(named).filter(Boolean).length === 1, {
    error: `must name exactly one of email, profile_url, phone_number, domain, company, lead_id`,
  });

export const PEOPLE_OPERATIONS = operations({
  listLeads: {
    method: 'GET',
    path: '/api/leads',
    tag: 'people',
    scope: 'read',
    summary: 'People, newest first, or those who fit some words, the best first',
    query: listQuery(foundLead, ['-created_at', 'created_at', 'name', '-name']).extend({
      q: z.string().optional().describe('A name, an address, a profile, an id: who fits best comes first.'),
    }),
    answers: { 200: listOf(foundLead) },
  },
  getLead: {
    method: 'GET',
    path: '/api/leads/{id}',
    tag: 'people',
    scope: 'read',
    summary: 'One person',
    description: 'Merged with an older one, that is who answers, under its own id.',
    answers: { 200: lead },
    problems: { 404: ['unknown_person'] },
  },
  suppress: {
    method: 'POST',
    path: '/api/suppressions',
    tag: 'do-not-contact',
    scope: 'write',
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
    summary: 'Put up to 1,000 names on the do-not-contact list',
    query: dryRun,
    body: z.strictObject({ entries: z.array(z.unknown()) }),
    answers: {
      200: z.object({
        dry_run: z.boolean().optional(),
        results: z.array(
          z.object({
            row: z.int(),
            status: z.enum(['created', 'present', 'refused']),
            id: id.optional(),
            stopped: count.optional(),
            error: z.object({ code: text, message: text }).optional(),
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
    summary: 'Take a name off the do-not-contact list',
    query: dryRun,
    answers: { 200: z.object({ id, dry_run: z.boolean() }), 204: null },
    problems: { 404: ['unknown_suppression'] },
  },
});
