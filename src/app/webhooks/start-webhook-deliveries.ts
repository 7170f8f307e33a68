import { findOutgoing } from '../../runtime/store/webhooks/find-outgoing.ts';
import type { createSecretBox } from '../../shared/secrets/secret-box.ts';
import { createDeliveryStore } from '../../shared/webhook-delivery/delivery-store.ts';
import { createPoster, type PosterOptions } from '../../shared/webhook-delivery/post.ts';
import { standardHeaders } from '../../shared/webhook-delivery/sign.ts';
import {
  type DeliveryEngine,
  type DeliveryEngineOptions,
  type Outgoing,
  startDeliveryEngine,
} from '../../shared/webhook-delivery/start-delivery-engine.ts';
import { judgeOwn } from './judge-own.ts';
import { createFailureWatch, type WatchDeps } from './watch-failures.ts';

export interface SendingDeps extends WatchDeps {
  readonly secrets: Pick<ReturnType<typeof createSecretBox>, 'open'>;
  readonly allow_private: boolean;
  readonly timeout_ms?: number;
  readonly resolve?: PosterOptions['resolve'];
  readonly tuning?: Pick<DeliveryEngineOptions, 'poll_ms' | 'lease_ms' | 'grace_ms' | 'per_webhook' | 'max_in_flight'>;
}

/** Wall milliseconds: what this process queues it is told of. */
const POLL = 1000;

/** Sends to our own webhooks what is due, until stopped. Any number of processes may. */
export function startWebhookDeliveries(deps: SendingDeps): DeliveryEngine {
  const { db, clock, secrets, onError } = deps;
  const poster = createPoster({
    allow_private: deps.allow_private,
    ...(deps.timeout_ms === undefined ? {} : { timeout_ms: deps.timeout_ms }),
    ...(deps.resolve === undefined ? {} : { resolve: deps.resolve }),
  });
  const watch = createFailureWatch(deps);
  const engine = startDeliveryEngine({
    store: createDeliveryStore(db),
    ...{ poster, clock, onError, judge: judgeOwn },
    onAttempt: watch.noticed,
    resolve: async (claimed) => {
      const found = await findOutgoing(db, claimed);
      return found.map((one): Outgoing => {
        if (one === null) return { kind: 'gone' };
        if (one.status !== 'active') return { kind: 'hold' };
        const sealed = [one.sealed_secret, ...one.former_sealed_secrets];
        const headers = standardHeaders(sealed.map((secret) => secrets.open(secret)));
        return { kind: 'send', url: one.url, body: one.payload, retry: true, headers };
      });
    },
    ...{ poll_ms: POLL, ...deps.tuning },
  });
  return {
    wake: engine.wake,
    async stop() {
      await engine.stop();
      await watch.done();
      await poster.close();
    },
  };
}
