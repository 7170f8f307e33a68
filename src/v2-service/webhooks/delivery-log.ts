import { webhooks } from '../../contract/endpoints/webhooks.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { invalidParams } from '../http/service-error.ts';
import type { Queryable } from '../store/database.ts';
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
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** spec: GET /v2/webhooks/{id}/deliveries. Newest first. */
export async function listDeliveries(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call.owner.user_id, call.path.webhook_id);
  const { state, cursor, since, until, event_id, limit } = parseInput(
    'query',
    webhooks.list_deliveries.query,
    call.query,
  );
  const kept = retainedSince(call.now);
  const { rows } = await call.tx.query<DeliveryRow>(
    `select * from deliveries
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
      cursor === undefined ? null : placeOf(cursor),
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
      deliveries: await deliveryRecords(call.tx, page),
      next_cursor: rows.length > limit && last ? Buffer.from(last.delivery_id).toString('base64url') : null,
    },
  };
}

/** spec: GET /v2/webhooks/{id}/deliveries/{delivery_id}. With the exact text POSTed, and the latest attempt's headers. */
export async function getDelivery(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call.owner.user_id, call.path.webhook_id);
  const row = await findDelivery(call, webhook.webhook_id);
  const [record] = await deliveryRecords(call.tx, [row]);
  const { rows } = await call.tx.query<{ envelope: string }>('select envelope from events where event_id = $1', [
    row.event_id,
  ]);
  return {
    account_id: webhook.account_id,
    data: { ...record, payload: rows[0]?.envelope ?? null, headers: row.headers ?? {} },
  };
}

export async function findDelivery(call: EndpointCall, webhook_id: string): Promise<DeliveryRow> {
  const { rows } = await call.tx.query<DeliveryRow>(
    'select * from deliveries where delivery_id = $1 and webhook_id = $2 and created_at >= $3',
    [call.path.delivery_id, webhook_id, retainedSince(call.now)],
  );
  if (!rows[0]) throw invalidParams('Delivery not found');
  return rows[0];
}

export async function deliveryRecords(tx: Queryable, rows: readonly DeliveryRow[]) {
  const { rows: attempts } = await tx.query<AttemptRow>(
    'select * from delivery_attempts where delivery_id = any ($1) order by delivery_id, attempt',
    [rows.map(({ delivery_id }) => delivery_id)],
  );
  return rows.map((row) => ({
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event_type: row.event_type,
    state: row.state,
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.delivery_id)
      .map(({ attempt, at, status, error, duration_ms }) => ({
        attempt,
        at: at.toISOString(),
        status,
        error,
        duration_ms,
      })),
    next_attempt_at: row.due_at?.toISOString() ?? null,
    replay: row.replay,
    created_at: row.created_at.toISOString(),
  }));
}

function placeOf(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^dlv_[0-9a-z]+$/.test(place)) throw invalidParams('query.cursor: is none that this list gave');
  return place;
}
