import { webhooks } from '../../contract/endpoints/webhooks.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { requireResumePoint } from './resume-point.ts';
import { retainedSince } from './retention.ts';
import { findWebhook } from './webhook-row.ts';

/** spec: GET /v2/webhooks/{id}/events. Oldest first; `after` is any event of the webhook's account that is still kept. */
export async function pullEvents(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call);
  const { after, limit } = parseInput('query', webhooks.list_events.query, call.query);
  const since = retainedSince(call.now);
  if (after !== undefined) {
    await requireResumePoint(call.tx, webhook, { event_id: after, place: 'query.after', now: call.now });
  }
  const { rows } = await call.tx.query<{ event_id: string; envelope: string }>(
    `select event_id, envelope from webhook_events join events using (event_id)
     where webhook_id = $1 and event_id > $2 and emitted_at >= $3
     order by event_id limit $4`,
    [webhook.webhook_id, after ?? '', since, limit + 1],
  );
  const page = rows.slice(0, limit);
  return {
    account_id: webhook.account_id,
    data: {
      events: page.map(({ envelope }): unknown => JSON.parse(envelope)),
      next_after: page.at(-1)?.event_id ?? after ?? null,
      has_more: rows.length > limit,
    },
  };
}
