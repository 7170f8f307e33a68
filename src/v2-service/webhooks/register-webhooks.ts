import type { FastifyInstance } from 'fastify';
import { webhooks } from '../../contract/endpoints/webhooks.ts';
import { RETRY_POLICY } from '../../delivery/backoff.ts';
import type { ServiceContext } from '../context.ts';
import { type Endpoint, registerEndpoint, registerRawEndpoint } from '../http/endpoint.ts';
import { getDelivery, listDeliveries } from './delivery-log.ts';
import { createWebhook, deleteWebhook, listWebhooks, setMonitoring, updateWebhook } from './manage-webhooks.ts';
import { pullEvents } from './pull-events.ts';
import { replayDelivery, replayEvents } from './replay.ts';
import { clearSecret, rotateSecret } from './signing-secret.ts';
import { openStream } from './stream/open-stream.ts';
import { createStreamHub } from './stream/stream-hub.ts';

export { createEventSink } from './create-event-sink.ts';
export { type RunningDeliveries, startDeliveries } from './start-deliveries.ts';

type EnvelopeEndpoint = Exclude<keyof typeof webhooks, 'stream_events'>;

/** spec: Webhook endpoints. */
export function registerWebhookRoutes(app: FastifyInstance, context: ServiceContext): void {
  const handlers: Record<EnvelopeEndpoint, Endpoint['handle']> = {
    create_webhook: (call) => createWebhook(context, call),
    list_webhooks: (call) => listWebhooks(context, call),
    update_webhook: (call) => updateWebhook(context, call),
    delete_webhook: deleteWebhook,
    start_webhook: (call) => setMonitoring(call, true),
    stop_webhook: (call) => setMonitoring(call, false),
    list_events: pullEvents,
    list_deliveries: listDeliveries,
    get_delivery: getDelivery,
    replay_delivery: replayDelivery,
    replay_events: replayEvents,
    get_retry_policy: async () => ({ data: RETRY_POLICY }),
    rotate_secret: (call) => rotateSecret(context, call),
    clear_secret: clearSecret,
  };
  for (const definition of Object.values(webhooks)) {
    if (definition.action === 'stream_events') continue;
    const { method, action, path } = definition;
    registerEndpoint(app, context, { method, action, path: routerPath(path), handle: handlers[action] });
  }
  const streams = createStreamHub(context);
  // Before the server waits for its open responses to end.
  app.addHook('preClose', () => streams.close());
  registerRawEndpoint(app, context, {
    method: 'GET',
    path: routerPath(webhooks.stream_events.path),
    action: webhooks.stream_events.action,
    key_in_query: true,
    handle: (call, reply) => openStream(context, streams, call, reply),
  });
}

/** `{webhook_id}` is `:webhook_id` to the router. */
const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
