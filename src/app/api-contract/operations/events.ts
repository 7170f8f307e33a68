import { z } from 'zod';
import { dryRun, id, text, time, timeWithOffset } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';
import { LINE } from '../records/enrollment.ts';

const state = z.enum(['pending', 'matched', 'unmatched', 'ignored', 'not_understood']);
const receivedEvent = z
  .object({
    id,
    account_id: id,
    platform: text,
    type: text,
    state,
    note: text.nullable(),
    lead_id: id.nullable(),
    occurred_at: time,
    received_at: time,
    payload: z.unknown().describe('As it came.'),
  })
  .meta({ id: 'ReceivedEvent' });

const depth = z.enum(['free', 'full']);
const reconciliation = z
  .object({
    id,
    account_id: id,
    reason: text,
    depth,
    state: z.enum(['pending', 'done', 'failed']),
    since: time.nullable(),
    due_at: time,
    requested_at: time,
    done_at: time.nullable(),
    found: z.int().describe('Events that no delivery had brought.'),
    credits: z.number(),
    note: text.nullable(),
  })
  .meta({ id: 'Reconciliation' });
const wouldReconcile = z.object({
  id: z.null(),
  account_id: id,
  reason: text,
  depth,
  state: z.literal('pending'),
});

/** A timeline line with whose it is. */
const activityLine = z
  .object({
    id,
    enrollment_id: id,
    campaign_id: id.nullable(),
    sequence: text,
    lead_id: id.nullable(),
    name: text.nullable(),
    ...LINE,
  })
  .meta({ id: 'ActivityLine' });

export const EVENT_OPERATIONS = operations({
  listActivity: {
    method: 'GET',
    path: '/api/timeline',
    tag: 'events',
    scope: 'read',
    accounts: 'own',
    summary: 'The timeline lines of everybody, newest first',
    description:
      'In the order in which it happened. Some lines are written later than that, as a reply that a search has found, and then stand among earlier ones: who follows what happens reads `GET /api/events`, which tells each once.',
    query: listQuery(activityLine, ['-at', 'at']),
    answers: { 200: listOf(activityLine) },
  },
  streamEvents: {
    method: 'GET',
    path: '/api/events',
    tag: 'events',
    scope: 'read',
    accounts: 'own',
    summary: 'What happens, live, as server-sent events',
    description:
      'The same events in the same shape as webhooks get them; `Last-Event-ID` continues without a gap. Without it the stream begins with what happens from now on.',
    answers: { 200: null },
    other_types: ['text/event-stream'],
  },
  listReceivedEvents: {
    method: 'GET',
    path: '/api/received-events',
    tag: 'events',
    scope: 'read',
    accounts: 'own',
    summary: 'What the V2 service reported, and what became of it, newest first',
    query: listQuery(receivedEvent, ['-received_at', 'received_at']).extend({
      state: state.optional(),
      account_id: z.string().optional(),
      type: z.string().optional(),
    }),
    answers: { 200: listOf(receivedEvent) },
  },
  getReceivedEvent: {
    method: 'GET',
    path: '/api/received-events/{id}',
    tag: 'events',
    scope: 'read',
    accounts: 'own',
    summary: 'One event, with its payload as it came',
    answers: { 200: receivedEvent },
    problems: { 404: ['unknown_event'] },
  },
  rereadEvent: {
    method: 'POST',
    path: '/api/received-events/{id}/reread',
    tag: 'events',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: "Read an event again, after an upgrade or when a person's name became known",
    query: dryRun,
    answers: { 202: receivedEvent },
    problems: { 404: ['unknown_event'] },
    example: { params: { id: 'evt_1' } },
  },
  listReconciliations: {
    method: 'GET',
    path: '/api/reconciliations',
    tag: 'events',
    scope: 'read',
    accounts: 'own',
    summary: 'Searches for missed events, newest first',
    query: listQuery(reconciliation, ['-requested_at', 'requested_at']).extend({ account_id: z.string().optional() }),
    answers: { 200: listOf(reconciliation) },
  },
  getReconciliation: {
    method: 'GET',
    path: '/api/reconciliations/{id}',
    tag: 'events',
    scope: 'read',
    accounts: 'own',
    summary: 'One search for missed events',
    answers: { 200: reconciliation },
    problems: { 404: ['unknown_reconciliation'] },
  },
  reconcileAccount: {
    method: 'POST',
    path: '/api/accounts/{id}/reconcile',
    tag: 'events',
    scope: 'write',
    role: 'operator',
    accounts: 'own',
    summary: "Look for what an account's events may have missed",
    query: dryRun,
    body: z.strictObject({
      depth: depth.default('free').describe('`free`: only calls that cost nothing; `full`: also the inbox.'),
      since: timeWithOffset.optional().describe('Nothing before it is looked for.'),
    }),
    body_optional: true,
    answers: { 202: z.union([reconciliation, wouldReconcile]) },
    problems: { 404: ['unknown_account'], 409: ['not_requested'] },
    example: { params: { id: 'acc_1' }, body: { depth: 'free' } },
  },
});
