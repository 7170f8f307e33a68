import { RETRY_POLICY } from '../../../shared/webhook-delivery/retry-policy.ts';
import type { webhooks } from '../../contract/endpoints/webhooks.ts';
import { refreshConnectionCopy } from '../connection-copies/refresh-connection-copy.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { getDelivery, listDeliveries } from './delivery-log.ts';
import { createWebhook, deleteWebhook, listWebhooks, setMonitoring, updateWebhook } from './manage-webhooks.ts';
import { pullEvents } from './pull-events.ts';
import { replayDelivery, replayEvents } from './replay.ts';
import { clearSecret, rotateSecret } from './signing-secret.ts';

type EnvelopeEndpoint = Exclude<keyof typeof webhooks, 'stream_events'>;

/** spec: Webhook endpoints, all but the stream, by the name that `metadata.action` gives them. */
export function webhookHandlers(context: ServiceContext): Record<EnvelopeEndpoint, Endpoint['handle']> {
  // A subscription to accepted invitations brings a copy of the connections with it, and takes it away.
  const refreshingCopy =
    (handle: Endpoint['handle']): Endpoint['handle'] =>
    async (call) => {
      const answer = await handle(call);
      const { account_id } = answer;
      if (account_id) await refreshConnectionCopy(context, { ...call, user_id: call.owner.user_id, account_id });
      return answer;
    };
  return {
    create_webhook: refreshingCopy((call) => createWebhook(context, call)),
    list_webhooks: listWebhooks,
    update_webhook: refreshingCopy((call) => updateWebhook(context, call)),
    delete_webhook: refreshingCopy(deleteWebhook),
    start_webhook: refreshingCopy((call) => setMonitoring(call, true)),
    stop_webhook: refreshingCopy((call) => setMonitoring(call, false)),
    list_events: pullEvents,
    list_deliveries: listDeliveries,
    get_delivery: getDelivery,
    replay_delivery: replayDelivery,
    replay_events: replayEvents,
    get_retry_policy: async () => ({ data: RETRY_POLICY }),
    rotate_secret: (call) => rotateSecret(context, call),
    clear_secret: clearSecret,
  };
}
