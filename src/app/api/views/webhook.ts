import type { DeliveryRow } from '../../../runtime/store/webhooks/list-deliveries.ts';
import { type Backlog, MOST_COUNTED } from '../../../runtime/store/webhooks/read-backlog.ts';
import type { WebhookRow } from '../../../runtime/store/webhooks/webhook.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';

/** As the API shows it: never with its secret. */
export function viewWebhook(row: WebhookRow, behind: Backlog | undefined) {
  const { id, url, events, description, status, status_reason, failing_since, created_at, wall_former_until } = row;
  return {
    ...{ id, url, events, description, status, status_reason, failing_since, created_at },
    behind: behind === undefined ? null : { ...behind, count: Math.min(behind.count, MOST_COUNTED) },
    former_secret_until: wall_former_until,
  };
}

export function viewDelivery(row: DeliveryRow) {
  const { id, webhook_id, event_id, event_type, status, replay, due_at, created_at, payload, made } = row;
  return {
    ...{ id, webhook_id, event_id, event: event_type, status, replay, created_at },
    attempts: made.map((one) => ({
      ...{ attempt: one.attempt, at: new Date(one.at), status: one.status, error: one.error },
      duration_ms: one.duration_ms,
    })),
    next_attempt_at: due_at,
    payload: payloadOf(payload),
  };
}

/** We wrote it ourselves. */
function payloadOf(text: string): Record<string, unknown> {
  const payload: unknown = JSON.parse(text);
  return isRecord(payload) ? payload : {};
}
