import type { FastifyInstance } from 'fastify';
import { RETRY_POLICY } from '../../delivery/backoff.ts';
import type { ServiceContext } from '../context.ts';
import { type Endpoint, registerEndpoint, registerRawEndpoint } from '../http/endpoint.ts';
import { ServiceError } from '../http/service-error.ts';
import { getDelivery, listDeliveries } from './delivery-log.ts';
import { createWebhook, deleteWebhook, listWebhooks, setMonitoring, updateWebhook } from './manage-webhooks.ts';
import { pullEvents } from './pull-events.ts';
import { replayDelivery, replayEvents } from './replay.ts';
import { clearSecret, rotateSecret } from './signing-secret.ts';

export { createEventSink } from './create-event-sink.ts';
export { isSubscribed } from './is-subscribed.ts';
export { type RunningDeliveries, startDeliveryEngine } from './start-delivery-engine.ts';

/** spec: Webhook endpoints. */
export function registerWebhookRoutes(app: FastifyInstance, context: ServiceContext): void {
  const all = '/v2/webhooks';
  const one = `${all}/:webhook_id`;
  const add = (method: Endpoint['method'], path: string, action: string, handle: Endpoint['handle']): void =>
    registerEndpoint(app, context, { method, path, action, handle });

  add('POST', all, 'create_webhook', (call) => createWebhook(context, call));
  add('GET', all, 'list_webhooks', (call) => listWebhooks(context, call));
  add('PUT', one, 'update_webhook', (call) => updateWebhook(context, call));
  add('DELETE', one, 'delete_webhook', deleteWebhook);
  add('POST', `${one}/start`, 'start_webhook', (call) => setMonitoring(call, true));
  add('POST', `${one}/stop`, 'stop_webhook', (call) => setMonitoring(call, false));
  add('POST', `${one}/rotate-secret`, 'rotate_secret', (call) => rotateSecret(context, call));
  add('DELETE', `${one}/secret`, 'clear_secret', clearSecret);
  add('GET', `${all}/retry-policy`, 'get_retry_policy', async () => ({ data: RETRY_POLICY }));
  add('GET', `${one}/events`, 'list_events', pullEvents);
  add('GET', `${one}/deliveries`, 'list_deliveries', listDeliveries);
  add('GET', `${one}/deliveries/:delivery_id`, 'get_delivery', getDelivery);
  add('POST', `${one}/deliveries/:delivery_id/replay`, 'replay_delivery', replayDelivery);
  add('POST', `${one}/replay`, 'replay_events', replayEvents);
  registerRawEndpoint(app, context, {
    method: 'GET',
    path: `${one}/stream`,
    action: 'stream_events',
    key_in_query: true,
    handle: async () => {
      throw new ServiceError('INTERNAL_ERROR', 'the event stream is not available yet; pull the events instead', {
        status: 501,
      });
    },
  });
}
