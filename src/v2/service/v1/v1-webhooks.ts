import { v1WebhookBody } from '../../contract/v1.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { webhookHandlers } from '../webhooks/webhook-handlers.ts';
import { findWebhook } from '../webhooks/webhook-row.ts';
import { v1Account } from './v1-account.ts';

type V1Endpoint = Pick<Endpoint, 'action' | 'prepare' | 'handle'>;

/** All that V1 had to offer: it knows no webhooks for invitations. Disconnections come in any case. */
const EVENTS = ['message_received'];

/** The webhooks of V1, by method and path of the mapping. */
export function v1Webhooks(context: ServiceContext): Readonly<Record<string, V1Endpoint>> {
  const handlers = webhookHandlers(context);
  const as = (action: keyof typeof handlers): V1Endpoint => ({ action, handle: handlers[action] });
  return {
    'POST /v1/webhooks/accounts': {
      action: 'create_webhook',
      // In V1 a webhook carries the credentials of its account, which may be new; signing in is no work for a transaction.
      prepare: async ({ owner, request, body }) => (await v1Account(context, owner.user_id, request, body)).account_id,
      handle(call) {
        const { webhook_url, ...rest } = parseInput('body', v1WebhookBody, call.body);
        const body = { ...rest, account_id: call.prepared, url: webhook_url, events: EVENTS, enable_signature: false };
        return handlers.create_webhook({ ...call, body });
      },
    },
    'GET /v1/webhooks/accounts': as('list_webhooks'),
    'PUT /v1/webhooks/accounts/{id}': {
      action: 'update_webhook',
      handle(call) {
        const { webhook_url, url = webhook_url, retry, is_active } = call.body;
        return handlers.update_webhook({ ...call, body: { url, retry, is_active } });
      },
    },
    'DELETE /v1/webhooks/accounts/{id}': as('delete_webhook'),
    'POST /v1/webhooks/accounts/{id}/start': as('start_webhook'),
    'POST /v1/webhooks/accounts/{id}/stop': as('stop_webhook'),
    'GET /v1/webhooks/accounts/{id}/status': { action: 'list_webhooks', handle: status },
    'POST /v1/webhooks/accounts/{id}/status': { action: 'list_webhooks', handle: status },
  };
}

/** spec: Endpoint mapping: the status is the `is_active` field of the list. */
async function status(call: EndpointCall): Promise<EndpointAnswer> {
  const { webhook_id, account_id, is_active, is_monitoring } = await findWebhook(call.tx, call);
  return { account_id, data: { webhook_id, is_active, is_monitoring } };
}
