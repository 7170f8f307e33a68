import { z } from 'zod';
import { count, dryRun, id, text, time } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';

const receipt = z
  .strictObject({
    receipt_id: id,
    at: time,
    erased: z.array(z.strictObject({ what: text, count })),
    kept: z.array(z.strictObject({ what: text, why: text, until: time.optional() })),
    subject: z
      .strictObject({ enrollments: z.array(id), names: z.array(text) })
      .describe(
        'Ids that lead to nobody any more, and keyed digests of names, by which this installation finds them again.',
      ),
    digest: text,
    signature: text.describe('Of the digest, by the key of this installation.'),
  })
  .meta({ id: 'ErasureReceipt' });

const erasure = z
  .object({
    receipt_id: id,
    status: z
      .enum(['running', 'done'])
      .describe(
        'Running: nobody finds the person any more, and nothing is sent; what they left elsewhere is being looked for.',
      ),
    stage: text.nullable().describe('What is done now.'),
    erased: z.array(z.object({ what: text, count })),
    kept: z.array(z.object({ what: text, why: text, until: time.optional() })),
    at: time,
    finished_at: time.nullable(),
    last_error: text.nullable().describe('Why it does not go on; it is tried again.'),
    receipt: receipt.nullable().describe('Signed, when it is done.'),
    dry_run: z.boolean().optional(),
  })
  .meta({ id: 'Erasure' });

const check = z
  .object({
    id,
    receipt_id: id,
    status: z.enum(['running', 'done']),
    ok: z.boolean().nullable().describe('Whether nothing was found; null while it is looked for.'),
    found: z
      .array(z.object({ where: text, count }))
      .describe('Tables, columns and workflows that still have something of the person.'),
    at: time,
    finished_at: time.nullable(),
    last_error: text.nullable(),
  })
  .meta({ id: 'ErasureCheck' });

const EXAMPLE = {
  receipt_id: 'era_01kdbfzr2h9mzv7q4x8c1t5w',
  at: '2026-03-02T09:00:00.000Z',
  erased: [{ what: 'leads', count: 1 }],
  kept: [{ what: 'suppressions', why: 'salted hashes of their names' }],
  subject: { enrollments: ['enr_01kdbfy0c8t6s3n5r9b2w4qa'], names: ['5f70bf18a086007016e948b04aed3b82'] },
  digest: 'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  signature: 'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9',
};

export const ERASURE_OPERATIONS = operations({
  eraseLead: {
    method: 'DELETE',
    path: '/api/leads/{id}',
    tag: 'people',
    scope: 'admin',
    summary:
      'Erase a person: everything stops, and nothing is left of them but hashes that keep them from being contacted again',
    description:
      'When it is answered, the person is gone from the tables and nothing is sent to them any more. What is left elsewhere (Temporal, texts that mention them, the V2 service) is erased by the worker; the receipt is signed when all of it is.',
    query: dryRun,
    answers: { 200: erasure },
    problems: { 404: ['unknown_person'] },
  },
  listErasures: {
    method: 'GET',
    path: '/api/erasures',
    tag: 'people',
    scope: 'read',
    summary: 'Erasures, newest first',
    query: listQuery(erasure, ['-created_at', 'created_at']),
    answers: { 200: listOf(erasure) },
  },
  getErasure: {
    method: 'GET',
    path: '/api/erasures/{id}',
    tag: 'people',
    scope: 'read',
    summary: 'How far an erasure is, and its receipt',
    answers: { 200: erasure },
    problems: { 404: ['unknown_erasure'] },
  },
  checkReceipt: {
    method: 'POST',
    path: '/api/erasure-checks',
    tag: 'people',
    scope: 'admin',
    only_asks: true,
    summary: 'Look again, in every table and in Temporal, whether what a receipt says is so still',
    body: z.strictObject({ receipt }),
    example: { body: { receipt: EXAMPLE } },
    answers: { 202: check },
    problems: { 422: ['receipt_not_genuine'] },
  },
  getReceiptCheck: {
    method: 'GET',
    path: '/api/erasure-checks/{id}',
    tag: 'people',
    scope: 'read',
    summary: 'What looking again has found',
    answers: { 200: check },
    problems: { 404: ['unknown_erasure_check'] },
  },
});
