import { z } from 'zod';
import { operations } from '../operation.ts';

const readiness = z.object({
  ok: z.boolean(),
  postgres: z.boolean().describe('It answers.'),
  unavailable: z
    .object({
      reason: z.enum([
        'disk_full',
        'disk_broken',
        'read_only',
        'out_of_memory',
        'out_of_shared_memory',
        'out_of_connections',
        'out_of_resources',
        'shutdown',
        'migrated',
        'unreachable',
      ]),
      text: z.string(),
      fix: z.string().describe('What to do about it.'),
    })
    .nullable()
    .describe(
      'Why Postgres takes no writes, found out by one: changes are refused meanwhile (503 `database_unavailable`). Null: it takes them.',
    ),
  disk_free_bytes: z
    .int()
    .nullable()
    .describe('On the disk of the home folder of this process; null: the system does not say.'),
  temporal: z.boolean(),
  secret_key: z.boolean().nullable(),
  accounts_behind: z
    .int()
    .nullable()
    .describe(
      'Accounts from which nothing is sent until what a backup has forgotten is read back; null: Postgres does not answer.',
    ),
});

/** Operations that need no key. */
export const SERVICE_OPERATIONS = operations({
  getHealth: {
    method: 'GET',
    path: '/healthz',
    tag: 'operations',
    scope: null,
    summary: 'Whether the process lives',
    answers: { 200: z.object({ ok: z.boolean() }) },
  },
  getReadiness: {
    method: 'GET',
    path: '/readyz',
    tag: 'operations',
    scope: null,
    summary: 'Whether all that a request needs answers',
    answers: { 200: readiness, 503: readiness },
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    tag: 'operations',
    scope: null,
    summary: 'The numbers for Prometheus',
    answers: { 200: null },
    other_types: ['text/plain'],
  },
  getOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'operations',
    scope: null,
    summary: 'This document',
    answers: { 200: z.looseObject({ openapi: z.string() }) },
  },
});
