import { z } from 'zod';
import { MESSAGE_DIRECTIONS, SUBSCRIPTION_FILTERS } from '../subscriptions.ts';

/**
 * spec: Webhook.
 * @unspecified `account_id`, `mode`, `message_type`, `is_monitoring`, `created_at`.
 */
export const webhookRecord = z.looseObject({
  webhook_id: z.string(),
  account_id: z.string(),
  /** Hosted: pulled by the client. Custom: pushed to `url`. */
  mode: z.enum(['hosted', 'custom']),
  /** Absent in hosted mode. */
  url: z.string().optional(),
  events: z.array(z.enum(SUBSCRIPTION_FILTERS)),
  message_type: z.enum(MESSAGE_DIRECTIONS),
  retry: z.boolean(),
  is_active: z.boolean(),
  is_monitoring: z.boolean(),
  signature_enabled: z.boolean(),
  created_at: z.string(),
});
export type WebhookRecord = z.infer<typeof webhookRecord>;

/** The record as `POST /v2/webhooks` answers it, once with what is never shown again. */
export const createdWebhook = webhookRecord.extend({
  /** When signing is on. */
  secret: z.string().optional(),
  /** The two below in hosted mode. */
  stream_url: z.string().optional(),
  events_url: z.string().optional(),
});
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** @unspecified all but `failed`. */
export const DELIVERY_STATES = ['pending', 'retrying', 'succeeded', 'failed'] as const;

/** @unspecified the fields of delivery records. */
export const delivery = z.looseObject({
  delivery_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.array(
    z.looseObject({
      /** From 1. */
      attempt: z.int(),
      at: z.string(),
      /** Null when no answer came. */
      status: z.int().nullable(),
      error: z.string().nullable(),
      duration_ms: z.int(),
    }),
  ),
  next_attempt_at: z.string().nullable(),
  replay: z.boolean(),
  created_at: z.string(),
});

export const deliveryDetail = delivery.extend({
  /** The exact text that was POSTed. */
  payload: z.string(),
  headers: z.record(z.string(), z.string()),
});

/** `GET /v2/webhooks/retry-policy`. @unspecified its shape. */
export const retryPolicy = z.looseObject({
  timeout_seconds: z.number(),
  max_attempts: z.int(),
  backoff_seconds: z.array(z.number()),
  retry_on: z.array(z.string()),
});
