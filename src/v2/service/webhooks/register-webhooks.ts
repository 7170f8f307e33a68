import type { FastifyInstance } from 'fastify';
import { webhooks } from '../../contract/endpoints/webhooks.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { registerEndpoint, registerRawEndpoint } from '../http/register-endpoint.ts';
import { openStream } from './stream/open-stream.ts';
import { createStreamHub } from './stream/stream-hub.ts';
import { webhookHandlers } from './webhook-handlers.ts';

export { createEventSink } from './create-event-sink.ts';
export { type RunningDeliveries, startDeliveries } from './start-deliveries.ts';

/** spec: Webhook endpoints. */
export function registerWebhookRoutes(app: FastifyInstance, context: ServiceContext): void {
  const handlers = webhookHandlers(context);
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
