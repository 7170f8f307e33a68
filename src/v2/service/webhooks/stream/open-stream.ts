import type { FastifyReply } from 'fastify';
import { webhooks } from '../../../contract/endpoints/webhooks.ts';
import { LAST_EVENT_ID } from '../../../contract/headers.ts';
import { invalidParams } from '../../answers/service-error.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { EndpointCall } from '../../http/endpoint.ts';
import { parseInput } from '../../http/parse-input.ts';
import { newestEvent, requireResumePoint } from '../resume-point.ts';
import { findWebhook } from '../webhook-row.ts';
import type { StreamHub } from './stream-hub.ts';

/** spec: GET /v2/webhooks/{webhook_id}/stream. All refusals come before the stream begins. */
export async function openStream(
  { db }: Pick<ServiceContext, 'db'>,
  hub: StreamHub,
  call: Pick<EndpointCall, 'owner' | 'request' | 'path' | 'query' | 'now'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const webhook = await findWebhook(db, call);
  if (webhook.mode === 'custom') throw invalidParams('a custom webhook has no stream; pull its events');
  const { after } = parseInput('query', webhooks.stream_events.query, call.query);
  // What a browser that reconnects has seen since it was given its URL.
  const seen = call.request.headers[LAST_EVENT_ID.toLowerCase()];
  const point =
    typeof seen === 'string' && seen !== ''
      ? { event_id: seen, place: LAST_EVENT_ID, now: call.now }
      : after === undefined
        ? null
        : { event_id: after, place: 'query.after', now: call.now };
  if (point) await requireResumePoint(db, webhook, point);

  const reader = {
    webhook_id: webhook.webhook_id,
    account_id: webhook.account_id,
    key_id: call.owner.key_id,
    after: point?.event_id ?? (await newestEvent(db, webhook.account_id)),
  };
  call.request.raw.socket.setKeepAlive(true, 60_000);
  return reply
    .headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      // Proxies that buffer a response before they pass it on would hold the events back.
      'x-accel-buffering': 'no',
    })
    .send(hub.open(reader, () => reply.raw.destroy()));
}
