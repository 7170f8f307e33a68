import { z } from 'zod';
import { DELIVERIES_LIMIT, EVENTS_LIMIT } from '../limits.ts';
import { oneOrMany, webUrl, word } from '../params.ts';
import {
  createdWebhook,
  DELIVERY_STATES,
  delivery,
  deliveryDetail,
  retryPolicy,
  webhookRecord,
} from '../records/webhook.ts';
import { DEFAULT_DIRECTION, DEFAULT_FILTERS, MESSAGE_DIRECTIONS, SUBSCRIPTION_FILTERS } from '../subscriptions.ts';
import { defineEndpoint } from './endpoint.ts';
import { queryFrom, queryInteger, queryTo } from './query.ts';

const filters = () =>
  oneOrMany(z.enum(SUBSCRIPTION_FILTERS)).refine((given) => given.length > 0, {
    error: 'must name at least one filter',
  });

/** That `url` is HTTPS and public is checked by the service, where development may be exempt. */
const createBody = z.object({
  account_id: word(),
  url: webUrl().optional(),
  events: filters().prefault([...DEFAULT_FILTERS]),
  retry: z.boolean().default(true),
  enable_signature: z.boolean().default(false),
  message_type: z.enum(MESSAGE_DIRECTIONS).default(DEFAULT_DIRECTION),
});

const updateBody = z.object({
  url: webUrl().optional(),
  events: filters().optional(),
  retry: z.boolean().optional(),
  is_active: z.boolean().optional(),
});

/** One event now, or a range queued. */
const replayBody = z
  .object({
    event_id: word().optional(),
    from: queryFrom().optional(),
    to: queryTo().optional(),
    only_failed: z.boolean().default(false),
  })
  .refine((body) => body.event_id !== undefined || (body.from !== undefined && body.to !== undefined), {
    error: 'event_id is required, or from and to',
  })
  // A replay is an order: that it queues nothing would look like having worked. Lists with such a range are empty.
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['from'],
    error: 'must not be after to',
  });

const monitoring = z.looseObject({ webhook_id: z.string(), is_monitoring: z.boolean() });
/** @unspecified a replay answers the new delivery; a range how many it queued. */
const replayed = z.union([delivery, z.looseObject({ queued: z.int() })]);

export const webhooks = {
  create_webhook: defineEndpoint({
    method: 'POST',
    path: '/v2/webhooks',
    summary: 'Creates a webhook: hosted without `url`, custom with it',
    action: 'create_webhook',
    body: createBody,
    data: createdWebhook,
  }),
  list_webhooks: defineEndpoint({
    method: 'GET',
    path: '/v2/webhooks',
    summary: "The caller's webhooks",
    action: 'list_webhooks',
    data: z.looseObject({ webhooks: z.array(webhookRecord) }),
  }),
  update_webhook: defineEndpoint({
    method: 'PUT',
    path: '/v2/webhooks/{webhook_id}',
    summary: 'Changes the given fields of a webhook',
    action: 'update_webhook',
    body: updateBody,
    data: z.looseObject({ webhook_id: z.string(), updated: z.literal(true) }),
  }),
  delete_webhook: defineEndpoint({
    method: 'DELETE',
    path: '/v2/webhooks/{webhook_id}',
    summary: 'Deletes a webhook',
    action: 'delete_webhook',
    /** @unspecified */
    data: z.looseObject({ webhook_id: z.string(), deleted: z.boolean() }),
  }),
  start_webhook: defineEndpoint({
    method: 'POST',
    path: '/v2/webhooks/{webhook_id}/start',
    summary: 'Starts monitoring the account',
    action: 'start_webhook',
    data: monitoring,
  }),
  stop_webhook: defineEndpoint({
    method: 'POST',
    path: '/v2/webhooks/{webhook_id}/stop',
    summary: 'Stops monitoring the account',
    action: 'stop_webhook',
    data: monitoring,
  }),
  stream_events: defineEndpoint({
    method: 'GET',
    path: '/v2/webhooks/{webhook_id}/stream',
    summary: 'Server-sent events (hosted mode)',
    action: 'stream_events',
    answers: 'event_stream',
    query: z.object({ after: word().optional(), api_key: word().optional() }),
  }),
  list_events: defineEndpoint({
    method: 'GET',
    path: '/v2/webhooks/{webhook_id}/events',
    summary: 'Stored events of the last 30 days, oldest first',
    action: 'list_events',
    query: z.object({ after: word().optional(), limit: queryInteger(EVENTS_LIMIT) }),
    /** Events stay unread here, so that one of an unknown kind does not hide the others. @unspecified */
    data: z.looseObject({ events: z.array(z.unknown()), next_after: z.string().nullable(), has_more: z.boolean() }),
  }),
  list_deliveries: defineEndpoint({
    method: 'GET',
    path: '/v2/webhooks/{webhook_id}/deliveries',
    summary: 'Delivery log',
    action: 'list_deliveries',
    query: z.object({
      state: z.enum(DELIVERY_STATES).optional(),
      cursor: word().optional(),
      since: queryFrom().optional(),
      until: queryTo().optional(),
      event_id: word().optional(),
      limit: queryInteger(DELIVERIES_LIMIT),
    }),
    data: z.looseObject({ deliveries: z.array(delivery), next_cursor: z.string().nullable() }),
  }),
  get_delivery: defineEndpoint({
    method: 'GET',
    path: '/v2/webhooks/{webhook_id}/deliveries/{delivery_id}',
    summary: 'One delivery with the exact payload',
    action: 'get_delivery',
    data: deliveryDetail,
  }),
  replay_delivery: defineEndpoint({
    method: 'POST',
    path: '/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    summary: 'Repeats one delivery now',
    action: 'replay_delivery',
    data: delivery,
  }),
  replay_events: defineEndpoint({
    method: 'POST',
    path: '/v2/webhooks/{webhook_id}/replay',
    summary: 'Repeats the delivery of one event now, or queues those of a range',
    action: 'replay_events',
    body: replayBody,
    data: replayed,
  }),
  get_retry_policy: defineEndpoint({
    method: 'GET',
    path: '/v2/webhooks/retry-policy',
    summary: 'The retry policy for deliveries',
    action: 'get_retry_policy',
    data: retryPolicy,
  }),
  rotate_secret: defineEndpoint({
    method: 'POST',
    path: '/v2/webhooks/{webhook_id}/rotate-secret',
    summary: 'Creates a new signing secret; the previous one is invalid at once',
    action: 'rotate_secret',
    data: z.looseObject({ webhook_id: z.string(), secret: z.string(), signature_scheme: z.string() }),
  }),
  clear_secret: defineEndpoint({
    method: 'DELETE',
    path: '/v2/webhooks/{webhook_id}/secret',
    summary: 'Turns signing off',
    action: 'clear_secret',
    /** @unspecified */
    data: z.looseObject({ webhook_id: z.string(), signature_enabled: z.literal(false) }),
  }),
} as const;
