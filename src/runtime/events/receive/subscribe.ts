import type { Clock } from '../../../shared/kit/clock.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { answered } from '../../../v2/client/answered.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';
import type { WebhookRecord } from '../../../v2/contract/records/webhook.ts';
import { noteGap } from '../../store/accounts/gap.ts';
import { listSubscriptions, type SubscriptionRow, saveSubscription } from '../../store/events/subscription.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { catchUp } from './catch-up.ts';
import type { SecretBox } from './receive.ts';

export interface SubscribeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly v2: Pick<V2Client, 'listWebhooks' | 'createWebhook' | 'deleteWebhook' | 'pullEvents'>;
  /** The address at which the V2 service reaches us, without a trailing slash. */
  readonly public_url: string;
  /** `custom`, the default: the service POSTs to us. `hosted`: we read its stream, where it cannot reach us. */
  readonly mode?: 'custom' | 'hosted';
  /** Events may be lost for good; what they reported is searched for. */
  readonly onMissed?: (accountId: string, reason: string) => void;
}

/**
 * One webhook of ours per account: created where it is missing, was switched off, points elsewhere, or is of the other mode.
 * Webhooks under our address that we do not know are the rest of an attempt that was cut off; their secret is lost, so they are
 * deleted. A hosted one has no address to tell whose it is: one that is left over stays, and sends nothing to anybody.
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
      if (row !== undefined && webhook !== undefined && isServing(deps, webhook, row)) continue;
      const reason = row === undefined ? null : whyDeaf(webhook);
      if (reason !== null) await noteDeaf(deps, accountId, reason);
      const created = await create(deps, accountId);
      // The new webhook sees only what happens from now on: what the old one still keeps is pulled before it goes.
      if (row !== undefined && webhook !== undefined) await catchUp(deps, row);
      await saveSubscription(tx, created);
      if (webhook !== undefined) await remove(deps, webhook);
    }
  });
}

/** Notes the gap at once, because the service that makes the webhook again may take its time. */
async function noteDeaf({ db, clock, onMissed }: SubscribeDeps, account_id: string, reason: string): Promise<void> {
  await db.transaction((tx) => noteGap(tx, { account_id, reason, at: new Date(clock.now()) }));
  onMissed?.(account_id, reason);
}

async function create(deps: SubscribeDeps, accountId: string) {
  // A new address with each secret, so that a receiver that remembers the old one cannot mix them up.
  const id = newId('sub');
  const hosted = deps.mode === 'hosted';
  const url = hosted ? '' : hookUrl(deps, id);
  const webhook = answered(
    'a webhook',
    await deps.v2.createWebhook({
      account_id: accountId,
      events: ['all'],
      message_type: 'incoming',
      ...(hosted ? {} : { url, retry: true, enable_signature: true }),
    }),
  );
  if (!hosted && webhook.secret === undefined) {
    throw new Error(`the V2 service gave webhook ${webhook.webhook_id} no secret`);
  }
  // A hosted one is not signed: the key on our request is what proves us.
  const secret = webhook.secret === undefined ? '' : deps.secrets.seal(webhook.secret);
  const at = new Date(deps.clock.now());
  const mode = deps.mode ?? 'custom';
  return { id, account_id: accountId, webhook_id: webhook.webhook_id, secret, url, mode, at };
}

/** Why the service may have told it less than there was. Null: what it has told can be pulled, to the last event. */
function whyDeaf(webhook: WebhookRecord | undefined): string | null {
  if (webhook === undefined) return 'its webhook had been deleted and was made again';
  if (!webhook.is_monitoring) return 'its webhook had been stopped and was made again';
  if (!webhook.is_active) return 'its webhook had been paused and was made again';
  return hearsAll(webhook) ? null : 'its webhook had been told to leave out events and was made again';
}

const hearsAll = ({ events, message_type }: WebhookRecord): boolean =>
  events.includes('all') && (message_type === 'incoming' || message_type === 'all');

async function remove({ v2 }: SubscribeDeps, webhook: WebhookRecord): Promise<void> {
  answered('the deletion of a webhook', await v2.deleteWebhook(webhook.webhook_id));
}

const hookUrl = ({ public_url }: SubscribeDeps, id: string): string => `${public_url}/hooks/v2/${id}`;

function isServing(deps: SubscribeDeps, webhook: WebhookRecord, row: SubscriptionRow): boolean {
  if (!webhook.is_active || !webhook.is_monitoring || !hearsAll(webhook) || row.mode !== (deps.mode ?? 'custom'))
    return false;
  return row.mode === 'hosted' || (webhook.url === hookUrl(deps, row.id) && webhook.signature_enabled);
}
