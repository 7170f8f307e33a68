import { z } from 'zod';
import { operations } from '../operation.ts';

const readiness = z.object({
  ok: z.boolean(),
  postgres: z.boolean(),
  temporal: z.boolean(),
  secret_key: z.boolean().nullable(),
  accounts_behind: z
    .int()
    .nullable()
    .describe(
      'Accounts from which nothing is sent until what a backup has forgotten is read back; null: Postgres does not answer.',
    ),
});

/** What needs no key. */
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
