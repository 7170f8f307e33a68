import { webhooks } from '../../contract/endpoints/webhooks.ts';
import { RANGE_REPLAY_MAX } from '../../contract/limits.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { deliveryRecord, findDelivery } from './delivery-log.ts';
import { queueDeliveries, type ToDeliver } from './queue-deliveries.ts';
import { retainedSince } from './retention.ts';
import { findWebhook, type WebhookRow } from './webhook-row.ts';

/** spec: POST /v2/webhooks/{id}/deliveries/{delivery_id}/replay. A new delivery of the same event, due now. */
export async function replayDelivery(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await replayableWebhook(call);
  const { event_id, event_type } = await findDelivery(call, webhook.webhook_id);
  return replayOne(call, webhook, { webhook_id: webhook.webhook_id, event_id, event_type });
}

/** spec: POST /v2/webhooks/{id}/replay. One event by its id, or all of a time range (by the moment of emission). */
export async function replayEvents(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await replayableWebhook(call);
  const order = parseInput('body', webhooks.replay_events.body, call.body);
  if (order.event_id !== undefined) {
    const [event] = await findEvents(call, webhook, { event_id: order.event_id });
    if (!event) throw invalidParams('Event not found');
    return replayOne(call, webhook, event);
  }
  const matching = await findEvents(call, webhook, order);
  if (matching.length > RANGE_REPLAY_MAX) {
    throw invalidParams(`body: more than ${RANGE_REPLAY_MAX} events match; narrow the range. Nothing was queued`);
  }
  await queueDeliveries(call.tx, matching, { now: call.now, replay: true });
  return { account_id: webhook.account_id, data: { queued: matching.length } };
}

/** Shared lock, as in the event sink: pausing at the same moment holds what is queued here too. */
async function replayableWebhook(call: EndpointCall): Promise<WebhookRow> {
  const webhook = await findWebhook(call.tx, call, 'for share');
  if (webhook.mode === 'hosted') throw invalidParams('a hosted webhook has no deliveries; pull its events');
  if (!webhook.is_active) throw invalidParams('the webhook is paused (is_active is false); activate it, then replay');
  return webhook;
}

/** `only_failed`: events of which nothing got through and nothing is on its way. */
async function findEvents(
  call: EndpointCall,
  webhook: WebhookRow,
  wanted: { event_id?: string | undefined; from?: number | undefined; to?: number | undefined; only_failed?: boolean },
): Promise<ToDeliver[]> {
  const { rows } = await call.tx.query<{ webhook_id: string; event_id: string; event_type: string }>(
    `select seen.webhook_id, events.event_id, events.type as event_type
     from webhook_events seen join events using (event_id)
     where seen.webhook_id = $1 and emitted_at >= $2
       and ($3::text is null or events.event_id = $3)
       and ($4::timestamptz is null or emitted_at >= $4)
       and ($5::timestamptz is null or emitted_at < $5)
       and (not $6 or (
         select bool_and(state = 'failed') from deliveries
         where deliveries.event_id = events.event_id and deliveries.webhook_id = $1))
     order by events.event_id limit $7`,
    [
      webhook.webhook_id,
      retainedSince(call.now),
      wanted.event_id ?? null,
      wanted.from === undefined ? null : new Date(wanted.from),
      wanted.to === undefined ? null : new Date(wanted.to),
      wanted.only_failed ?? false,
      RANGE_REPLAY_MAX + 1,
    ],
  );
  return rows;
}

async function replayOne(call: EndpointCall, webhook: WebhookRow, event: ToDeliver): Promise<EndpointAnswer> {
  const [delivery_id] = await queueDeliveries(call.tx, [event], { now: call.now, replay: true });
  const queued = await findDelivery(call, webhook.webhook_id, delivery_id);
  return { account_id: webhook.account_id, data: deliveryRecord(queued) };
}
