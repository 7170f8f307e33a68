import { randomBytes } from 'node:crypto';
import { SIGNATURE_SCHEME } from '../../../shared/webhook-delivery/sign.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { findWebhook } from './webhook-row.ts';

/** Shown once; stored sealed. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`;

/** spec: rotate-secret. The previous secret signs nothing from now on, retries already owed included. */
export async function rotateSecret(
  context: Pick<ServiceContext, 'secrets'>,
  call: EndpointCall,
): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call, 'for update');
  if (webhook.mode === 'hosted') throw invalidParams('hosted webhooks are not signed');
  const secret = newSecret();
  await call.tx.query('update webhooks set sealed_secret = $2 where webhook_id = $1', [
    webhook.webhook_id,
    context.secrets.seal(secret),
  ]);
  return {
    account_id: webhook.account_id,
    data: { webhook_id: webhook.webhook_id, secret, signature_scheme: SIGNATURE_SCHEME },
  };
}

/** spec: DELETE /v2/webhooks/{webhook_id}/secret. Signing stops. */
export async function clearSecret(call: EndpointCall): Promise<EndpointAnswer> {
  const webhook = await findWebhook(call.tx, call, 'for update');
  await call.tx.query('update webhooks set sealed_secret = null where webhook_id = $1', [webhook.webhook_id]);
  return {
    account_id: webhook.account_id,
    data: { webhook_id: webhook.webhook_id, signature_enabled: false },
  };
}
