import type { z } from 'zod';
import type { MANAGEMENT } from '../../endpoints.ts';
import { EVENT_EXAMPLES } from './events.ts';
import { ACCOUNT_ID, DELIVERY_ID, EVENT_ID, LINK_ID, MAILBOX_ID, NOW, WEBHOOK_ID } from './example.ts';

type Management = typeof MANAGEMENT;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> & object : never;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;

export interface EndpointExample<Body = object, Data = unknown> {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** Null where the answer is no envelope. */
  readonly data: Data;
}

const account = {
  account_id: ACCOUNT_ID,
  platform: 'professional',
  status: 'connected',
  name: 'Sam Rivera',
  email: 'sam@rivera.example',
  phone_number: null,
  country: 'FR',
  products: ['classic', 'premium_navigator'],
  proxy: 'pool',
  daily_limit: null,
  created_at: NOW,
  updated_at: NOW,
} as const;

const link = {
  link_id: LINK_ID,
  url: `https://connect.example/connect/${LINK_ID}`,
  expires_at: '2026-03-05T11:15:00.000Z',
  platforms: ['professional' as const],
  name: 'customer 42',
  reconnect: null,
};

const webhook = {
  webhook_id: WEBHOOK_ID,
  account_id: ACCOUNT_ID,
  mode: 'custom' as const,
  url: 'https://receiver.example/hook',
  events: ['message_received' as const],
  message_type: 'incoming' as const,
  retry: true,
  is_active: true,
  is_monitoring: true,
  signature_enabled: true,
  created_at: NOW,
};

const delivery = {
  delivery_id: DELIVERY_ID,
  event_id: EVENT_ID,
  event_type: 'message',
  state: 'succeeded' as const,
  attempts: [{ attempt: 1, at: NOW, status: 200, error: null, duration_ms: 84 }],
  next_attempt_at: null,
  replay: false,
  created_at: NOW,
};

const ofAccount = { account_id: ACCOUNT_ID };
const ofWebhook = { webhook_id: WEBHOOK_ID };
const ofDelivery = { webhook_id: WEBHOOK_ID, delivery_id: DELIVERY_ID };

/** An example for every endpoint without an action, of the very types of the contract. */
export const ENDPOINT_EXAMPLES: {
  readonly [E in keyof Management]: EndpointExample<Input<Management[E]['body']>, Output<Management[E]['data']>>;
} = {
  login: {
    body: { platform: 'professional', email: 'sam@rivera.example', password: 'correct horse', country: 'FR' },
    data: { account_id: ACCOUNT_ID, status: 'checkpoint_required' },
  },
  checkpoint: {
    body: { account_id: ACCOUNT_ID, code: '246810' },
    data: { account_id: ACCOUNT_ID, status: 'connected' },
  },
  list_accounts: {
    query: { platform: 'professional' },
    data: { accounts: [{ ...account, products: [...account.products] }], total: 1 },
  },
  get_account: { path: ofAccount, data: { ...account, products: [...account.products] } },
  delete_account: { path: { account_id: MAILBOX_ID }, data: { account_id: MAILBOX_ID, deleted: true } },
  connect_link: {
    body: {
      platforms: 'professional',
      name: 'customer 42',
      success_url: 'https://app.example/connected',
      notify_url: 'https://app.example/callbacks/connect',
    },
    data: link,
  },
  get_connect_link: {
    path: { link_id: LINK_ID },
    data: { ...link, status: 'used', platform: 'professional', account_id: ACCOUNT_ID, notified: true },
  },
  set_country: {
    path: ofAccount,
    body: { country: 'DE' },
    data: { ...account, products: [...account.products], country: 'DE' },
  },
  set_proxy: {
    path: ofAccount,
    body: { url: 'https://user:secret@proxy.example:8443' },
    data: { ...account, products: [...account.products], proxy: 'custom' },
  },
  get_credits: { data: { credits_remaining: 9_120, credits_used: 880, unlimited: false } },

  list_logs: {
    query: { action: 'send', status: 'success', date_from: '2026-03-01', limit: '50' },
    data: {
      items: [
        {
          user_id: 'usr_01jb2h1j2k3m4n5p6q7r8s9t0v',
          action: 'send',
          account_id: ACCOUNT_ID,
          credits_consumed: 1,
          status: 'success',
          created_at: NOW,
          target: 'https://network.example/in/lin-park',
          idempotency_key: null,
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
    },
  },
  logs_stats: {
    query: { account_id: ACCOUNT_ID },
    data: {
      total_calls: 12,
      total_credits: 14,
      by_account: [{ account_id: ACCOUNT_ID, calls: 12, credits: 14 }],
      by_action: [{ action: 'send', calls: 12, successes: 11, errors: 1, credits: 14 }],
    },
  },
  export_logs: { query: { date_from: '2026-03-01', date_to: '2026-03-05' }, data: null },

  create_webhook: {
    body: {
      account_id: ACCOUNT_ID,
      url: 'https://receiver.example/hook',
      events: ['message_received'],
      enable_signature: true,
    },
    data: { ...webhook, secret: 'whsec_7c1f0e9d8b7a6c5d4e3f2a1b0c9d8e7f' },
  },
  list_webhooks: { data: { webhooks: [webhook] } },
  update_webhook: {
    path: ofWebhook,
    body: { is_active: false },
    data: { webhook_id: WEBHOOK_ID, updated: true },
  },
  delete_webhook: { path: ofWebhook, data: { webhook_id: WEBHOOK_ID, deleted: true } },
  start_webhook: { path: ofWebhook, data: { webhook_id: WEBHOOK_ID, is_monitoring: true } },
  stop_webhook: { path: ofWebhook, data: { webhook_id: WEBHOOK_ID, is_monitoring: false } },
  stream_events: { path: ofWebhook, query: { after: EVENT_ID }, data: null },
  list_events: {
    path: ofWebhook,
    query: { limit: '100' },
    data: { events: [EVENT_EXAMPLES.message.professional], next_after: EVENT_ID, has_more: false },
  },
  list_deliveries: {
    path: ofWebhook,
    query: { state: 'succeeded' },
    data: { deliveries: [delivery], next_cursor: null },
  },
  get_delivery: {
    path: ofDelivery,
    data: {
      ...delivery,
      payload: `{"event_id":"${EVENT_ID}","account_id":"${ACCOUNT_ID}"}`,
      headers: { 'Content-Type': 'application/json', 'X-Service-Event-Id': EVENT_ID, 'X-Service-Attempt': '1' },
    },
  },
  replay_delivery: {
    path: ofDelivery,
    data: { ...delivery, delivery_id: 'dlv_01jb2q6r7s8t9v0w1x2y3z4142', replay: true },
  },
  replay_events: {
    path: ofWebhook,
    body: { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z', only_failed: true },
    data: { queued: 17 },
  },
  get_retry_policy: {
    data: {
      timeout_seconds: 10,
      max_attempts: 8,
      backoff_seconds: [60, 300, 1800, 7200, 21_600, 43_200, 86_400],
      retry_on: ['timeout', 'connection_error', '5xx', '408', '425', '429'],
    },
  },
  rotate_secret: {
    path: ofWebhook,
    data: {
      webhook_id: WEBHOOK_ID,
      secret: 'whsec_0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d',
      signature_scheme:
        'X-Service-Signature: v1=<lowercase hex of HMAC-SHA256 with the secret over "<X-Service-Timestamp>.<raw body>">',
    },
  },
  erase_person: {
    body: { names: ['grace@navy.example', 'grace-hopper', 'Grace Hopper'], conversation_ids: ['2-YWJj'] },
    data: {
      erased: [{ what: 'events', count: 2 }],
      kept: [{ what: 'mails', why: 'they are in the mailboxes of the owner, who can delete them there' }],
    },
  },
  clear_secret: { path: ofWebhook, data: { webhook_id: WEBHOOK_ID, signature_enabled: false } },
};
