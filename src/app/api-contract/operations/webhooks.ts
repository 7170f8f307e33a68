import { z } from 'zod';
import { ENGINE_EVENTS, EVENT_FILTERS } from '../engine-events.ts';
import { anyObject, dryRun, id, text, time } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';

const events = z
  .array(z.enum(EVENT_FILTERS))
  .min(1)
  .max(50)
  .describe('Names of events, `campaign.*` for all that begin so, `*` for all.');
const url = z.string().trim().min(1).max(2000).describe('https; public, unless the operator allows private ones.');
const description = z.string().trim().max(200);

const FIELDS = {
  id,
  url: text,
  events: z.array(text),
  description: text.nullable(),
  status: z
    .enum(['active', 'paused', 'switched_off'])
    .describe('`switched_off`: its receiver failed for days, or answered 410.'),
  status_reason: text.nullable(),
  failing_since: time.nullable().describe('Since when every attempt has failed.'),
  behind: z
    .object({
      count: z.int().describe('Events; counted up to 10,000.'),
      since: time.describe('When the oldest of them was queued.'),
    })
    .nullable()
    .describe('What an active one is owed and has not got yet; null: nothing.'),
  former_secret_until: time
    .nullable()
    .describe('Until then a secret from before a rotation signs too; wall time. Null: none does.'),
  created_at: time,
};
const webhook = z.object(FIELDS).meta({ id: 'Webhook' });
const withSecret = z.object({ ...FIELDS, secret: text.describe('Shown this once.') });

const attempt = z.object({
  attempt: z.int(),
  at: time,
  status: z.int().nullable().describe('Of the answer; null: there was none.'),
  error: text.nullable(),
  duration_ms: z.int(),
});
const delivery = z
  .object({
    id,
    webhook_id: id,
    event_id: id,
    event: text.describe('Its type.'),
    status: z
      .enum(['waiting', 'pending', 'retrying', 'succeeded', 'failed'])
      .describe('`waiting`: an earlier one about the same person has not arrived yet.'),
    replay: z.boolean(),
    attempts: z.array(attempt),
    next_attempt_at: time.nullable(),
    created_at: time,
    payload: anyObject.describe('What is sent.'),
  })
  .meta({ id: 'Delivery' });

const WEBHOOK = { params: { id: 'whk_1' } };

export const WEBHOOK_OPERATIONS = operations({
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'Have events sent to a URL; the secret that signs them is shown this once',
    query: dryRun,
    body: z.strictObject({ url, events, description: description.optional() }),
    answers: { 201: withSecret, 200: z.object({ ...FIELDS, id: z.null(), dry_run: z.literal(true) }) },
    problems: { 409: ['too_many_webhooks'] },
    secret_answer: true,
    example: { body: { url: 'https://crm.example/hooks/overture', events: ['reply.received', 'campaign.*'] } },
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'Webhooks, newest first',
    query: listQuery(webhook, ['-created_at', 'created_at']),
    answers: { 200: listOf(webhook) },
  },
  getWebhook: {
    method: 'GET',
    path: '/api/webhooks/{id}',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'One webhook',
    answers: { 200: webhook },
    problems: { 404: ['unknown_webhook'] },
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'Change a webhook, pause it, or let it go on',
    description:
      'What is owed follows the new URL. While it is paused, what is owed waits, and what happens is not kept for it; once the answer is there, nothing more goes out.',
    query: dryRun,
    body: z.strictObject({
      url: url.optional(),
      events: events.optional(),
      description: description.nullable().optional(),
      status: z.enum(['active', 'paused']).optional(),
    }),
    answers: { 200: webhook },
    problems: { 404: ['unknown_webhook'] },
    example: { ...WEBHOOK, body: { status: 'paused' } },
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'Remove a webhook with all that is owed to it; once the answer is there, nothing more goes out',
    query: dryRun,
    answers: { 204: null, 200: z.object({ id, dry_run: z.literal(true) }) },
    problems: { 404: ['unknown_webhook'] },
  },
  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'Send a `webhook.test`, and say how it went by its delivery',
    query: dryRun,
    body: z.strictObject({
      event: z
        .enum(Object.keys(ENGINE_EVENTS) as [keyof typeof ENGINE_EVENTS, ...(keyof typeof ENGINE_EVENTS)[]])
        .optional()
        .describe('An example of this event goes along.'),
    }),
    body_optional: true,
    answers: { 202: delivery, 200: z.object({ id: z.null(), payload: anyObject, dry_run: z.literal(true) }) },
    problems: { 404: ['unknown_webhook'], 409: ['webhook_not_active'] },
    example: { ...WEBHOOK, body: { event: 'reply.received' } },
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/{id}/rotate-secret',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'A new secret, shown this once; for a day the one before signs too',
    query: dryRun,
    body: z.strictObject({
      keep_hours: z.number().min(0).max(168).default(24).describe('How long the former secret signs too; wall time.'),
    }),
    body_optional: true,
    answers: { 201: withSecret, 200: z.object({ id, dry_run: z.literal(true) }) },
    problems: { 404: ['unknown_webhook'] },
    secret_answer: true,
    example: { ...WEBHOOK, body: { keep_hours: 24 } },
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'What was sent to a webhook, or is to be, newest first; kept for 30 days',
    query: listQuery(delivery, ['-created_at', 'created_at']).extend({
      status: z.enum(['waiting', 'pending', 'retrying', 'succeeded', 'failed']).optional(),
      event: z.string().optional().describe('Only of this type.'),
      event_id: z.string().optional(),
    }),
    answers: { 200: listOf(delivery) },
    problems: { 404: ['unknown_webhook'] },
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/webhooks/{id}/deliveries/{delivery_id}/replay',
    tag: 'webhooks',
    scope: 'admin',
    summary: 'Send an event again, with the same id',
    query: dryRun,
    answers: { 202: delivery, 200: z.object({ id: z.null(), event_id: id, dry_run: z.literal(true) }) },
    problems: { 404: ['unknown_webhook', 'unknown_delivery'], 409: ['webhook_not_active'] },
    example: { params: { id: 'whk_1', delivery_id: 'dlv_1' } },
  },
});
