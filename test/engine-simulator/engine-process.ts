import { pino } from 'pino';
import { createAnswerDispatcher } from '../../activities/answers/dispatch-answers.ts';
import { createStepDeps } from '../../activities/create-activities.ts';
import { type StepDeps, settingsForTimeout } from '../../activities/deps.ts';
import { createPerform } from '../../activities/perform.ts';
import { reconcileWalks } from '../../activities/reconcile/lost-walks/reconcile-walk.ts';
import type { Workflows as LookedAt } from '../../activities/reconcile/lost-walks/workflows.ts';
import { sweepInDoubt } from '../../activities/reconcile/sweep.ts';
import { createRecordSnapshot } from '../../activities/snapshot/record-snapshot.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Activities } from '../../src/core/engine/contracts.ts';
import { syncAccounts } from '../../src/runtime/accounts/sync-accounts.ts';
import { syncCredits } from '../../src/runtime/accounts/sync-credits.ts';
import { carryOnJob } from '../../src/runtime/control/job.ts';
import { createBeginning } from '../../src/runtime/enroll/admission/begin-waiting.ts';
import { continueIn } from '../../src/runtime/enroll/continue-in.ts';
import type { ErasureDeps } from '../../src/runtime/erasure/carry-on-erasure.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { askWhoWrote } from '../../src/runtime/events/match/ask-who-wrote.ts';
import { catchUp } from '../../src/runtime/events/receive/catch-up.ts';
import { createReceiver, type Delivery } from '../../src/runtime/events/receive/receive.ts';
import { dispatchOutbox } from '../../src/runtime/outbox/dispatch-outbox.ts';
import type { Workflows } from '../../src/runtime/outbox/send-row.ts';
import { readSubscription } from '../../src/runtime/store/events/subscription.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { createV2Client } from '../../src/v2/client/create-v2-client.ts';
import type { Carrier } from '../../src/v2/client/exchange.ts';
import { carryOn, eraseAsAsked } from './erasing.ts';

const LOG = pino({ level: 'silent' });
/** Time limit of one HTTP call, in wall milliseconds. */
const TIMEOUT = 30_000;
export const SECRET = 'a secret of the simulator';
export const CLOCK = createClock({ wall_origin: 0, world_origin: 0, speed: 1 }, () => Date.now());

export interface EngineProcess {
  readonly db: Database;
  readonly activities: Activities;
  readonly step: StepDeps;
  /** Each is one turn of a loop of the worker's role. */
  readonly tellTemporal: () => Promise<unknown>;
  readonly takeInEvents: () => Promise<unknown>;
  readonly askWhoWrote: () => Promise<unknown>;
  readonly sendAnswers: () => Promise<unknown>;
  readonly sweep: () => Promise<unknown>;
  readonly lookAtWalks: () => Promise<unknown>;
  readonly carryOnJobs: () => Promise<unknown>;
  readonly beginWaiting: () => Promise<unknown>;
  readonly receive: (delivery: Delivery) => Promise<unknown>;
  readonly pull: (accountId: string) => Promise<unknown>;
  /** Erases a person as the API does. */
  readonly erase: (enrollmentId: string) => Promise<void>;
  readonly carryOnErasures: () => Promise<boolean>;
  /** Whether accounts are well, and credits are there again. */
  readonly look: () => Promise<unknown>;
}

export interface EngineOptions {
  readonly db: Database;
  readonly carrier: Carrier & { close(): Promise<void> };
  readonly workflows: Workflows & LookedAt & ErasureDeps['workflows'];
  readonly idempotency: boolean;
  readonly onError: (error: unknown) => void;
  /** A mutation's. */
  readonly mutate?: ((step: StepDeps) => StepDeps) | undefined;
}

/** A worker with the API's part that takes events in: the real code, put together as `src/app/main` does it. */
export function startEngine({ db, carrier, workflows, idempotency, onError, mutate }: EngineOptions): EngineProcess {
  const v2 = createV2Client({
    base_url: 'http://v2.example',
    api_key: 'the-key-of-the-simulator',
    timeout_ms: TIMEOUT,
    read_retries: { attempts: 2, first_wait_ms: 250, longest_wait_ms: 10_000 },
    dispatcher: carrier,
  });
  const given = {
    ...{ db, clock: CLOCK, v2: v2 as StepClient, log: LOG, continueIn: continueIn({ db, clock: CLOCK }) },
    settings: { ...settingsForTimeout(TIMEOUT), idempotency_honored: idempotency },
    wallNow: () => Date.now(),
    unsubscribeUrl: (id: string) => `https://overture.example/u/${id}`,
    importPage: async () => ({ next_offset: null }),
  };
  const plain = createStepDeps(given);
  const step = mutate?.(plain) ?? plain;
  const activities = { perform: createPerform(step), settle: createRecordSnapshot(step), importPage: given.importPage };
  const receive = createReceiver({
    ...{ db, clock: CLOCK, secrets: { seal: (text) => text, open: (text) => text } },
    onReceived: () => undefined,
    onGap: () => undefined,
  });
  const answers = createAnswerDispatcher(step);
  const begin = createBeginning({ db, clock: CLOCK, profiles: [] });
  return {
    ...{ db, step, activities, receive },
    tellTemporal: () => dispatchOutbox({ db, clock: CLOCK, workflows, onError }),
    takeInEvents: () => dispatchEvents({ db, clock: CLOCK, onError }),
    askWhoWrote: () => askWhoWrote({ db, clock: CLOCK, v2 }),
    async sendAnswers() {
      await answers.dispatch();
      await answers.settled();
    },
    sweep: () => sweepInDoubt(step),
    lookAtWalks: () => reconcileWalks(step, workflows),
    carryOnJobs: () => carryOnJob({ db, clock: CLOCK, profiles: [], findPlan: step.findPlan }),
    beginWaiting: begin,
    erase: (id) => eraseAsAsked(db, step, id),
    carryOnErasures: () => carryOn(db, workflows),
    async look() {
      await syncAccounts({ db, clock: CLOCK, v2 });
      await syncCredits({ db, clock: CLOCK, v2, wallNow: () => Date.now() });
    },
    async pull(accountId) {
      const subscription = await readSubscription(db, `sub_${accountId}`);
      if (subscription) await catchUp({ db, clock: CLOCK, v2 }, subscription);
    },
  };
}
