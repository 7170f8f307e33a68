import { webhooks } from '../../contract/endpoints/webhooks.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { retainedSince } from './retention.ts';
import { findWebhook } from './webhook-row.ts';

export interface DeliveryRow {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly state: 'pending' | 'retrying' | 'succeeded' | 'failed';
  readonly replay: boolean;
  readonly due_at: Date | null;
  readonly headers: Record<string, string> | null;
  readonly created_at: Date;
  readonly made: readonly AttemptRow[];
}

interface AttemptRow {
  readonly attempt: number;
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/**
 * A delivery with its attempts, in one statement: in two, an attempt that ends in between would appear beside
 * the state before it.
 */
const DELIVERY_WITH_ATTEMPTS = `
select deliveries.*, (
  select coalesce(json_agg(delivery_attempts order by attempt), '[]') from delivery_attempts
  where delivery_attempts.delivery_id = deliveries.delivery_id
) as made
from deliveries`;

/** spec: GET /v2/webhooks/{id}/deliveries. Newest first. */
export async function listDeliveries(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call);
  const { state, cursor, since, until, event_id, limit } = parseInput(
    'query',
    webhooks.list_deliveries.query,
    call.query,
  );
  const kept = retainedSince(call.now);
  const { rows } = await call.tx.query<DeliveryRow>(
    `${DELIVERY_WITH_ATTEMPTS}
     where webhook_id = $1 and created_at >= $2
       and ($3::text is null or state = $3)
       and ($4::text is null or delivery_id < $4)
       and ($5::timestamptz is null or created_at < $5)
       and ($6::text is null or event_id = $6)
     order by delivery_id desc limit $7`,
    [
      webhook.webhook_id,
      new Date(Math.max(kept.getTime(), since ?? 0)),
      state ?? null,
      cursor === undefined ? null : placeOf(webhook.webhook_id, cursor),
      until === undefined ? null : new Date(until),
      event_id ?? null,
      limit + 1,
    ],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    account_id: webhook.account_id,
    data: {
      deliveries: page.map(deliveryRecord),
      next_cursor: rows.length > limit && last ? cursorAt(webhook.webhook_id, last.delivery_id) : null,
    },
  };
}

/** spec: GET /v2/webhooks/{id}/deliveries/{delivery_id}. With the exact text POSTed, and the latest attempt's headers. */
export async function getDelivery(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call);
  const row = await findDelivery(call, webhook.webhook_id);
  const { rows } = await call.tx.query<{ envelope: string }>('select envelope from events where event_id = $1', [
    row.event_id,
  ]);
  return {
    account_id: webhook.account_id,
    data: { ...deliveryRecord(row), payload: rows[0]?.envelope ?? null, headers: row.headers ?? {} },
  };
}

export async function findDelivery(
  call: EndpointCall,
  webhook_id: string,
  delivery_id = call.path.delivery_id,
): Promise<DeliveryRow> {
  const { rows } = await call.tx.query<DeliveryRow>(
    `${DELIVERY_WITH_ATTEMPTS} where delivery_id = $1 and webhook_id = $2 and created_at >= $3`,
    [delivery_id, webhook_id, retainedSince(call.now)],
  );
  if (!rows[0]) throw invalidParams('Delivery not found');
  return rows[0];
}

export function deliveryRecord(row: DeliveryRow) {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event_type: row.event_type,
    state: row.state,
    attempts: row.made.map(({ attempt, at, status, error, duration_ms }) => ({
      attempt,
      at: new Date(at).toISOString(),
      status,
      error,
      duration_ms,
    })),
    next_attempt_at: row.due_at?.toISOString() ?? null,
    replay: row.replay,
    created_at: row.created_at.toISOString(),
  };
}

/** A cursor says of which webhook it is: the delivery of another one is no place in this list. */
const cursorAt = (webhook_id: string, delivery_id: string): string =>
  Buffer.from(`${webhook_id}/${delivery_id}`).toString('base64url');

function placeOf(webhook_id: string, cursor: string): string {
  const [webhook, place = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('/');
  if (webhook !== webhook_id || !/^dlv_[0-9a-z]+$/.test(place))
    throw invalidParams('query.cursor: this cursor was not issued for this list');
  return place;
}
