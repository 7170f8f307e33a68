import type { WebhookRecord } from '../contract/records/webhook.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { listSubscriptions, saveSubscription } from '../store/events/subscription.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import type { V2Client } from '../v2-client/create-v2-client.ts';
import { answered } from './answered.ts';
import { catchUp } from './catch-up.ts';
import type { SecretBox } from './receive.ts';

export interface SubscribeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly v2: Pick<V2Client, 'listWebhooks' | 'createWebhook' | 'deleteWebhook' | 'pullEvents'>;
  /** Where the V2 service reaches us, without a trailing slash. */
  readonly public_url: string;
}

/**
 * One signed webhook of ours per account: created where it is missing, was switched off, or points elsewhere. Webhooks under
 * our address that we do not know are the rest of an attempt that was cut off; their secret is lost, so they are deleted.
 */
export async function ensureSubscriptions(deps: SubscribeDeps, accountIds: readonly string[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockNames(tx, ['subscriptions:all']);
    const rows = await listSubscriptions(tx);
    const { webhooks } = answered('webhooks', await deps.v2.listWebhooks());
    for (const webhook of webhooks) {
      const known = rows.some((row) => row.webhook_id === webhook.webhook_id);
      if (!known && webhook.url?.startsWith(hookUrl(deps, ''))) await remove(deps, webhook);
    }
    for (const accountId of accountIds) {
      const row = rows.find((candidate) => candidate.account_id === accountId);
      const webhook = webhooks.find((candidate) => candidate.webhook_id === row?.webhook_id);
      if (row !== undefined && webhook !== undefined) {
        if (isServing(webhook, hookUrl(deps, row.id))) continue;
        // What it still keeps is taken in before it goes.
        await catchUp(deps, row);
        await remove(deps, webhook);
      }
      await create(deps, tx, accountId);
    }
  });
}

async function create(deps: SubscribeDeps, tx: Queryable, accountId: string): Promise<void> {
  // A new address with each secret, so that a receiver that remembers the old one cannot mix them up.
  const id = newId('sub');
  const url = hookUrl(deps, id);
  const webhook = answered(
    'a webhook',
    await deps.v2.createWebhook({
      account_id: accountId,
      url,
      events: ['all'],
      message_type: 'incoming',
      retry: true,
      enable_signature: true,
    }),
  );
  if (webhook.secret === undefined) throw new Error(`the V2 service gave webhook ${webhook.webhook_id} no secret`);
  const secret = deps.secrets.seal(webhook.secret);
  const at = new Date(deps.clock.now());
  await saveSubscription(tx, { id, account_id: accountId, webhook_id: webhook.webhook_id, secret, url, at });
}

async function remove({ v2 }: SubscribeDeps, webhook: WebhookRecord): Promise<void> {
  answered('the deletion of a webhook', await v2.deleteWebhook(webhook.webhook_id));
}

const hookUrl = ({ public_url }: SubscribeDeps, id: string): string => `${public_url}/hooks/v2/${id}`;

const isServing = (webhook: WebhookRecord, url: string): boolean =>
  webhook.url === url && webhook.is_active && webhook.is_monitoring && webhook.signature_enabled;
