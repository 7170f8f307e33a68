import { checkForeignUrl } from '../../../shared/dial/check-foreign-url.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { webhooks } from '../../contract/endpoints/webhooks.ts';
import { findAccount, requireActive } from '../accounts/find-account.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';
import { newSecret } from './signing-secret.ts';
import { findWebhook, type WebhookRow, webhookRecord } from './webhook-row.ts';

type Context = Pick<ServiceContext, 'secrets' | 'settings'>;

/** spec: POST /v2/webhooks. Without a `url` it is a hosted one. */
export async function createWebhook(context: Context, call: EndpointCall): Promise<EndpointAnswer> {
  if (typeof call.body.account_id === 'string' && call.body.account_id.trim() !== '') {
    const account = await findAccount(call.tx, call.owner.user_id, call.body.account_id.trim());
    call.request.call.account_id = account.account_id;
    requireActive(account);
  }
  const input = parseInput('body', webhooks.create_webhook.body, call.body);
  const url = input.url ?? null;
  if (url === null && input.enable_signature) {
    throw invalidParams('body.enable_signature: hosted webhooks are not signed; give a url, or leave it out');
  }
  if (url !== null) await requirePublic(context, url);
  const secret = input.enable_signature ? newSecret() : null;
  const { rows } = await call.tx.query<WebhookRow>(
    `insert into webhooks (webhook_id, user_id, account_id, mode, url, events, message_type, retry, sealed_secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
    [
      newId('whk', call.now),
      call.owner.user_id,
      input.account_id,
      url === null ? 'hosted' : 'custom',
      url,
      input.events,
      input.message_type,
      input.retry,
      secret === null ? null : context.secrets.seal(secret),
      new Date(call.now),
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('the webhook was not stored');
  return {
    account_id: row.account_id,
    data: {
      ...webhookRecord(row),
      ...(secret === null ? {} : { secret }),
      ...(row.mode === 'hosted' ? hostedUrls(row, context.settings.base_url) : {}),
    },
  };
}

/** URLs at which the events of a hosted webhook are read. */
function hostedUrls({ webhook_id }: WebhookRow, baseUrl: string) {
  const at = `${baseUrl}/v2/webhooks/${webhook_id}`;
  return { stream_url: `${at}/stream`, events_url: `${at}/events` };
}

export async function listWebhooks(call: EndpointCall): Promise<EndpointAnswer> {
  const { rows } = await call.tx.query<WebhookRow>(
    'select * from webhooks where user_id = $1 order by created_at, webhook_id',
    [call.owner.user_id],
  );
  return { data: { webhooks: rows.map(webhookRecord) } };
}

/** spec: PUT /v2/webhooks/{webhook_id}. What is owed already follows the new settings. */
export async function updateWebhook(context: Context, call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call, 'for update');
  const input = parseInput('body', webhooks.update_webhook.body, call.body);
  if (input.url !== undefined) {
    if (webhook.mode === 'hosted') throw invalidParams('body.url: a hosted webhook has none; create a custom one');
    await requirePublic(context, input.url);
  }
  await call.tx.query(
    `update webhooks set url = coalesce($2, url), events = coalesce($3, events), retry = coalesce($4, retry),
       is_active = coalesce($5, is_active)
     where webhook_id = $1`,
    [webhook.webhook_id, input.url ?? null, input.events ?? null, input.retry ?? null, input.is_active ?? null],
  );
  if (input.is_active !== undefined && input.is_active !== webhook.is_active) {
    await call.tx.query('update deliveries set held = $2 where webhook_id = $1 and due_at is not null', [
      webhook.webhook_id,
      !input.is_active,
    ]);
  }
  if (input.retry === false) {
    // An attempt in flight right now is left alone: its sender sees the setting before it would try again.
    await call.tx.query(
      `update deliveries set state = 'failed', due_at = null
       where webhook_id = $1 and state = 'retrying' and (wall_lease_until is null or wall_lease_until < now())`,
      [webhook.webhook_id],
    );
  }
  return { account_id: webhook.account_id, data: { webhook_id: webhook.webhook_id, updated: true } };
}

export async function deleteWebhook(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call, 'for update');
  await call.tx.query('delete from webhooks where webhook_id = $1', [webhook.webhook_id]);
  return { account_id: webhook.account_id, data: { webhook_id: webhook.webhook_id, deleted: true } };
}

export async function setMonitoring(call: EndpointCall, is_monitoring: boolean): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call, 'for update');
  await call.tx.query('update webhooks set is_monitoring = $2 where webhook_id = $1', [
    webhook.webhook_id,
    is_monitoring,
  ]);
  return { account_id: webhook.account_id, data: { webhook_id: webhook.webhook_id, is_monitoring } };
}

async function requirePublic(context: Context, url: string): Promise<void> {
  const checked = await checkForeignUrl(url, { allow_private: context.settings.allow_private_webhooks });
  if (!checked.ok) throw invalidParams(`body.url: ${checked.error}`);
}
