import { finishCampaigns } from '../../runtime/store/campaigns/finish-campaigns.ts';
import { hasDeliveries } from '../../runtime/store/webhooks/follow-for-webhooks.ts';
import { purgeDeliveries } from '../../runtime/store/webhooks/purge-deliveries.ts';
import { DAY, MINUTE, SECOND } from '../../shared/kit/duration.ts';
import { type Loop, startLoop } from '../../shared/kit/start-loop.ts';
import type { DeliveryEngine } from '../../shared/webhook-delivery/start-delivery-engine.ts';
import { createEventQueue } from './queue-events.ts';
import { type SendingDeps, startWebhookDeliveries } from './start-webhook-deliveries.ts';

/** Virtual time for which deliveries are kept, where messages are not kept shorter. */
const KEPT = 30 * DAY;
const AT_ONCE = 5000;

/**
 * Follows what the engine writes, and sends what webhooks ask for, until stopped. Any number of processes may. `every`: wall milliseconds after which it looks by itself
 * for what webhooks ask for.
 */
export function startWebhooks(deps: SendingDeps, every = SECOND / 4): Loop {
  const { db, clock, onError } = deps;
  let sending: DeliveryEngine | null = null;
  const send = (): void => {
    sending ??= startWebhookDeliveries(deps);
    sending.wake();
  };
  const loop = (work: () => Promise<boolean>, every: number, what: string): Loop =>
    startLoop({ work, idle_ms: every, onError: (error) => onError(error, what) });
  const queueing = loop(createEventQueue({ db, clock, onQueued: send }), every, 'queueing events for webhooks');
  const loops = [
    queueing,
    // Where nothing was ever to be sent nobody asks again and again what is due.
    loop(
      async () => {
        if (sending === null && (await hasDeliveries(db))) send();
        return false;
      },
      SECOND,
      'looking for deliveries',
    ),
    loop(
      async () => {
        await finishCampaigns(db, new Date(clock.now()));
        return false;
      },
      5 * SECOND,
      'looking for campaigns that are over',
    ),
    loop(() => purgeDeliveries(db, new Date(clock.now() - KEPT), AT_ONCE), MINUTE, 'purging old deliveries'),
  ];
  return {
    wake: queueing.wake,
    async stop() {
      await Promise.all(loops.map((one) => one.stop()));
      await sending?.stop();
    },
  };
}
