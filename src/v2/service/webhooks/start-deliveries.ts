import { createDeliveryStore } from '../../../shared/webhook-delivery/delivery-store.ts';
import { createPoster } from '../../../shared/webhook-delivery/post.ts';
import { serviceHeaders } from '../../../shared/webhook-delivery/sign.ts';
import {
  type DeliveryEngineOptions,
  type Outgoing,
  startDeliveryEngine,
} from '../../../shared/webhook-delivery/start-delivery-engine.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { watchForGone } from './switch-off-gone.ts';
import type { WebhookRow } from './webhook-row.ts';

export interface RunningDeliveries {
  /** Looks for due deliveries at once. */
  wake(): void;
  stop(): Promise<void>;
}

interface Claimed {
  readonly webhook_id: string;
  readonly event_id: string;
}

type Tuning = Pick<DeliveryEngineOptions, 'lease_ms' | 'poll_ms' | 'grace_ms' | 'per_webhook' | 'max_in_flight'>;

/** Sends what the event sink queued, and purges what is over. Any number of processes may run it. */
export function startDeliveries(
  context: Pick<ServiceContext, 'db' | 'clock' | 'log' | 'secrets' | 'settings' | 'events'>,
  tuning: Tuning & { readonly timeout_ms?: number } = {},
): RunningDeliveries {
  const { db, clock, log, secrets, settings } = context;
  const onError = (err: unknown, what: string) => log.error({ err }, `${what} failed`);
  const { timeout_ms, ...limits } = tuning;
  const poster = createPoster({
    allow_private: settings.allow_private_webhooks,
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  });

  async function resolve(claimed: readonly Claimed[]): Promise<Outgoing[]> {
    const { rows } = await db.query<WebhookRow & { readonly place: number; readonly envelope: string }>(
      `select webhooks.*, place, envelope
       from unnest($1::int[], $2::text[], $3::text[]) as claimed (place, webhook_id, event_id)
       join webhooks using (webhook_id) join events using (event_id)`,
      [
        claimed.map((_, place) => place),
        claimed.map(({ webhook_id }) => webhook_id),
        claimed.map(({ event_id }) => event_id),
      ],
    );
    const found = new Map(rows.map((row) => [row.place, row]));
    return claimed.map((_, place) => outgoing(found.get(place)));
  }

  function outgoing(webhook: (WebhookRow & { readonly envelope: string }) | undefined): Outgoing {
    if (!webhook || webhook.url === null) return { kind: 'gone' };
    if (!webhook.is_active) return { kind: 'hold' };
    const headers = serviceHeaders(webhook.sealed_secret === null ? null : secrets.open(webhook.sealed_secret));
    return { kind: 'send', url: webhook.url, body: webhook.envelope, retry: webhook.retry, headers };
  }

  const gone = watchForGone(db, {
    onError,
    onSwitchedOff: (webhook_id) =>
      log.warn({ webhook_id }, 'its receiver answered 410: the webhook is paused until it is made active again'),
  });
  const engine = startDeliveryEngine({
    ...{ store: createDeliveryStore(db), poster, clock, resolve, onError },
    ...{ onAttempt: gone.noticed, ...limits },
  });
  const unsubscribe = context.events.onStored(engine.wake);
  return {
    wake: engine.wake,
    async stop() {
      unsubscribe();
      await engine.stop();
      await gone.done();
      await poster.close();
    },
  };
}
