import { createDeliveryStore } from '../../delivery/delivery-store.ts';
import { createPoster } from '../../delivery/post.ts';
import { serviceSigner } from '../../delivery/sign.ts';
import {
  type DeliveryEngineOptions,
  type Outgoing,
  startDeliveryEngine,
} from '../../delivery/start-delivery-engine.ts';
import type { ServiceContext } from '../context.ts';
import { startRetention } from './retention.ts';
import type { WebhookRow } from './webhook-row.ts';

export interface RunningDeliveries {
  /** Looks for due deliveries at once. */
  wake(): void;
  stop(): Promise<void>;
}

type Tuning = Pick<DeliveryEngineOptions, 'lease_ms' | 'poll_ms' | 'grace_ms' | 'per_webhook' | 'max_in_flight'>;

/** Sends what the event sink queued, and purges what is over. Any number of processes may run it. */
export function startDeliveries(
  context: Pick<ServiceContext, 'db' | 'clock' | 'log' | 'secrets' | 'settings'>,
  tuning: Tuning & { readonly timeout_ms?: number } = {},
): RunningDeliveries {
  const { db, clock, log, secrets, settings } = context;
  const onError = (err: unknown, what: string) => log.error({ err }, `${what} failed`);
  const { timeout_ms, ...limits } = tuning;
  const poster = createPoster({
    allow_private: settings.allow_private_webhooks,
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  });

  async function resolve(claimed: { readonly webhook_id: string; readonly event_id: string }): Promise<Outgoing> {
    const { rows } = await db.query<WebhookRow & { readonly envelope: string }>(
      'select webhooks.*, envelope from webhooks, events where webhook_id = $1 and event_id = $2',
      [claimed.webhook_id, claimed.event_id],
    );
    const [webhook] = rows;
    if (!webhook || webhook.url === null) return { kind: 'gone' };
    if (!webhook.is_active) return { kind: 'hold' };
    const signer = webhook.sealed_secret === null ? null : serviceSigner(secrets.open(webhook.sealed_secret));
    return { kind: 'send', url: webhook.url, body: webhook.envelope, retry: webhook.retry, signer };
  }

  const engine = startDeliveryEngine({ store: createDeliveryStore(db), poster, clock, resolve, onError, ...limits });
  const retention = startRetention(db, clock, onError);
  return {
    wake: engine.wake,
    async stop() {
      await Promise.all([engine.stop(), retention.stop()]);
      await poster.close();
    },
  };
}
