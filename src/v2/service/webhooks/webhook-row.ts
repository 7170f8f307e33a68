import type { Queryable } from '../../../shared/postgres/database.ts';
import type { MessageDirection, SubscriptionFilter } from '../../contract/subscriptions.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { EndpointCall } from '../http/endpoint.ts';

/** A webhook as stored. */
export interface WebhookRow {
  readonly webhook_id: string;
  readonly user_id: string;
  readonly account_id: string;
  readonly mode: 'hosted' | 'custom';
  readonly url: string | null;
  readonly events: SubscriptionFilter[];
  readonly message_type: MessageDirection;
  readonly retry: boolean;
  readonly is_active: boolean;
  readonly is_monitoring: boolean;
  readonly sealed_secret: string | null;
  readonly created_at: Date;
}

/** spec: Webhook. The record that list and creation give; never the secret. */
export function webhookRecord(row: WebhookRow) {
  return {
    webhook_id: row.webhook_id,
    account_id: row.account_id,
    mode: row.mode,
    ...(row.url === null ? {} : { url: row.url }),
    events: row.events,
    message_type: row.message_type,
    retry: row.retry,
    is_active: row.is_active,
    is_monitoring: row.is_monitoring,
    signature_enabled: row.sealed_secret !== null,
    created_at: row.created_at.toISOString(),
  };
}

type Call = Pick<EndpointCall, 'owner' | 'path' | 'request'>;

/** The webhook of the path, locked against a change at the same time when it is about to be changed. */
export async function findWebhook(
  tx: Queryable,
  { owner, path, request }: Call,
  lock: 'for update' | 'for share' | '' = '',
): Promise<WebhookRow> {
  const { rows } = await tx.query<WebhookRow>(`select * from webhooks where webhook_id = $1 and user_id = $2 ${lock}`, [
    path.webhook_id ?? '',
    owner.user_id,
  ]);
  const [webhook] = rows;
  if (!webhook) throw invalidParams('Webhook not found');
  // What is refused from here on is refused to this account.
  request.call.account_id = webhook.account_id;
  return webhook;
}
