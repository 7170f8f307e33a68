import type { Client } from '@temporalio/client';
import { startEventDispatcher } from '../../../runtime/events/dispatch-events.ts';
import { startOutboxDispatcher } from '../../../runtime/outbox/dispatch-outbox.ts';
import type { RoomToBegin } from '../../../runtime/outbox/room-to-begin.ts';
import { tellClock } from '../../../runtime/outbox/tell-clock.ts';
import { restartEnrollment } from '../../../runtime/temporal/restart.ts';
import { registrationFix } from '../../../runtime/temporal/search-attributes.ts';
import { moveEnrollment, signalEnrollment } from '../../../runtime/temporal/signal.ts';
import { startCampaign, startEnrollment } from '../../../runtime/temporal/start.ts';
import type { Loop } from '../../../shared/kit/start-loop.ts';
import { startWebhooks } from '../../webhooks/start-webhooks.ts';
import { LOOKS_BY_ITSELF } from './look-for-work.ts';
import type { Engine } from './open-engine.ts';

/** The loops that bring to Temporal, to enrollments and to others what has been written for them. */
export interface WorkerDispatchers {
  readonly outbox: Loop;
  readonly events: ReturnType<typeof startEventDispatcher>;
  readonly webhooks: Loop;
  stop(): Promise<void>;
}

/** Starts the dispatchers. `room`: for people who begin; `onMissed`: a signal found no workflow. */
export function startDispatchers(
  engine: Engine,
  client: Client,
  { room, onMissed }: { readonly room: RoomToBegin; readonly onMissed: () => void },
): WorkerDispatchers {
  const { db, clock, log } = engine;
  const clockTeller = tellClock({ db, clock, client, log });
  const outbox = startOutboxDispatcher({
    ...{ db, clock, idle_ms: LOOKS_BY_ITSELF },
    workflows: workflowsOf(engine, client, clockTeller),
    onMissed,
    room,
    onError: (err, row) =>
      log.warn({ err, outbox: row?.id }, 'Temporal could not be reached with a start or a signal; retrying'),
  });
  const events = startEventDispatcher({
    ...{ db, clock, idle_ms: LOOKS_BY_ITSELF },
    onError: (err, event) => log.error({ err, event }, 'an event could not be ingested; retrying'),
    onDispatched: outbox.wake,
  });
  const webhooks = startSending(engine);
  return {
    ...{ outbox, events, webhooks },
    async stop() {
      await Promise.all([clockTeller.stop(), outbox.stop(), events.stop(), webhooks.stop()]);
    },
  };
}

/** Does in Temporal what the outbox asks; starts and signals carry the clock of virtual time where it was moved. */
function workflowsOf(
  { temporal, log }: Engine,
  client: Client,
  clockTeller: ReturnType<typeof tellClock>,
): Parameters<typeof startOutboxDispatcher>[0]['workflows'] {
  const notFindable = (err: unknown) =>
    log.warn(
      { err, fix: registrationFix(temporal.namespace) },
      "workflows cannot be found in Temporal's interface: its namespace does not know our search attributes",
    );
  return {
    startEnrollment: (start) => clockTeller.start(start, () => startEnrollment(client, start, notFindable)),
    restartEnrollment: (restart) => clockTeller.start(restart, () => restartEnrollment(client, restart, notFindable)),
    startCampaign: (campaign_id, run, found_by) =>
      startCampaign(client, { campaign_id, ...(found_by === undefined ? {} : { found_by }) }, run, notFindable),
    signalEnrollment: (id, event) => clockTeller.signal(id, () => signalEnrollment(client, id, event)),
    moveEnrollment: (id, move) => clockTeller.signal(id, () => moveEnrollment(client, id, move)),
  };
}

function startSending({ db, clock, secrets, environment, log }: Engine): Loop {
  const sending = {
    ...{ db, clock, secrets },
    allow_private: environment.OVERTURE_ALLOW_PRIVATE_WEBHOOKS === true,
    onError: (err: unknown, what: string) => log.warn({ err }, `${what} failed; retrying`),
    onSwitchedOff: ({ id }: { readonly id: string }, reason: string) =>
      log.warn({ webhook: id }, `a webhook was switched off: ${reason}; see: overture webhooks list`),
  };
  return startWebhooks(sending, LOOKS_BY_ITSELF);
}
