import { setTimeout as sleep } from 'node:timers/promises';
import { batch } from '../kit/batch.ts';
import type { Clock } from '../kit/clock.ts';
import { SECOND } from '../kit/duration.ts';
import { createInterruptibleSleep } from '../kit/interruptible-sleep.ts';
import { deliveries, deliveryDuration } from '../telemetry/metrics/wire-metrics.ts';
import { inSpan, traceHeader } from '../telemetry/tracing.ts';
import { createClaimedAhead } from './claimed-ahead.ts';
import { publishPoint } from './delivery-points.ts';
import { createDeliverySlots } from './delivery-slots.ts';
import type { Attempt, ClaimedDelivery, DeliveryStore, NextState } from './delivery-store.ts';
import type { Poster } from './post.ts';
import type { PostOutcome } from './post-outcome.ts';
import { delayAfter, judge, type Verdict } from './retry-policy.ts';
import type { HeadersOf } from './sign.ts';

/** A delivery as it is at this moment: a webhook's URL, secret and settings may have changed since the last attempt. */
export type Outgoing =
  | {
      readonly kind: 'send';
      readonly url: string;
      readonly body: string;
      readonly retry: boolean;
      /** Makes the headers by which this half tells of an event and its attempt, and proves by its signature. */
      readonly headers: HeadersOf;
    }
  /** The webhook is paused. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'gone' };

export interface DeliveryEngineOptions {
  readonly store: DeliveryStore;
  readonly poster: Poster;
  readonly clock: Clock;
  /** In the order of `claimed`. */
  readonly resolve: (claimed: readonly ClaimedDelivery[]) => Promise<readonly Outgoing[]>;
  readonly onError: (error: unknown, what: string) => void;
  /** Judges an outcome. Absent: as the V2 contract has it. */
  readonly judge?: (outcome: PostOutcome) => Verdict;
  /** An attempt is recorded. */
  readonly onAttempt?: (delivery: ClaimedDelivery, attempt: Attempt, verdict: Verdict) => void;
  readonly max_in_flight?: number;
  /** Places of one webhook to begin with, and at most (see `createPlaces`). */
  readonly per_webhook?: number;
  readonly most_per_webhook?: number;
  /** Wall time; longer than an attempt can last. */
  readonly lease_ms?: number;
  /** Wall time after which work that another process queued is seen at the latest. */
  readonly poll_ms?: number;
  /** Wall time that `stop` gives to attempts in flight. */
  readonly grace_ms?: number;
}

export interface DeliveryEngine {
  /** Looks for due work now instead of at the next poll. */
  wake(): void;
  /** Claims nothing more; attempts in flight end or are given back untold, so that they are made again. */
  stop(): Promise<void>;
}

const AFTER_FAILURE_MS = 1000;
const BATCH_WINDOW_MS = 5;

/** Sends what is due until stopped. Any number of engines may run on one database. */
export function startDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { store, clock } = options;
  const limits = {
    max_in_flight: options.max_in_flight ?? 256,
    per_webhook: options.per_webhook ?? 4,
    most_per_webhook: options.most_per_webhook ?? 16,
    lease_ms: options.lease_ms ?? 30_000,
    poll_ms: options.poll_ms ?? 200,
    grace_ms: options.grace_ms ?? 3000,
  };
  const inFlight = new Set<Promise<void>>();
  const slots = createDeliverySlots({
    in_all: limits.max_in_flight,
    at_first: limits.per_webhook,
    most: Math.max(limits.per_webhook, limits.most_per_webhook),
  });
  const ahead = createClaimedAhead();
  // Where they begin, not where they are claimed: what a webhook is may change while they wait.
  const resolve = batch(options.resolve);
  const abort = new AbortController();
  const idle = createInterruptibleSleep();
  let stopping = false;

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        const { per_webhook, lease_ms } = limits;
        const query = { now: clock.now(), limit: slots.free(), per_webhook, taken: slots.counted(ahead.of), lease_ms };
        const claimed = query.limit > 0 ? await store.claim(query) : [];
        start(claimed);
        slots.forgetIdle();
        if (claimed.length > 0) {
          // What was left is more than its webhook may have at once: attempts that end together make way for one claim.
          await sleep(BATCH_WINDOW_MS);
        }
        await idle.wait(idle.isWoken() ? 0 : await idleTime());
      } catch (error) {
        // A database that restarts must not end deliveries for good.
        options.onError(error, 'claiming deliveries');
        await idle.wait(AFTER_FAILURE_MS);
      }
    }
  }

  async function idleTime(): Promise<number> {
    const next = await store.nextDue(clock.now());
    return next === null ? limits.poll_ms : Math.min(limits.poll_ms, clock.wallDelayUntil(next));
  }

  function start(claimed: readonly ClaimedDelivery[]): void {
    for (const delivery of claimed) {
      const { webhook_id } = delivery;
      if (slots.hasFree(webhook_id)) {
        slots.take(webhook_id);
        run(delivery);
      } else if (slots.ahead(webhook_id) > 0) ahead.add(delivery);
      // It has failed since they were asked for.
      else release([delivery]);
    }
  }

  /** In a slot that is taken. */
  function run(delivery: ClaimedDelivery): void {
    const slot = slotOf(delivery.webhook_id);
    const running = resolve(delivery)
      .then((outgoing) => attempt(delivery, outgoing ?? { kind: 'gone' }, slot))
      .catch((error) => options.onError(error, `delivery ${delivery.delivery_id}`))
      .finally(() => {
        inFlight.delete(running);
        slot.giveBack();
      });
    inFlight.add(running);
  }

  function release(claimed: readonly ClaimedDelivery[]): void {
    for (const delivery of claimed) {
      const releasing = store
        .release(delivery)
        .catch((error) => options.onError(error, `delivery ${delivery.delivery_id}`))
        .finally(() => inFlight.delete(releasing));
      inFlight.add(releasing);
    }
  }

  /** Given back once, and then another delivery of the webhook has it, or may have it. */
  function slotOf(webhook_id: string) {
    let held = true;
    return {
      giveBack(): void {
        if (!held) return;
        held = false;
        const next = nextOf(webhook_id);
        if (next) run(next);
        else slots.giveBack(webhook_id);
        if (!next || ahead.of(webhook_id) * 2 < slots.ahead(webhook_id)) idle.wake();
      },
    };
  }

  function nextOf(webhook_id: string): ClaimedDelivery | undefined {
    const next = stopping ? undefined : ahead.take(webhook_id);
    // Another process may soon have those behind it, which have waited as long.
    if (!next || Date.now() - next.since < limits.lease_ms / 3) return next?.delivery;
    release([next.delivery, ...ahead.drop(webhook_id)]);
    return undefined;
  }

  async function attempt(delivery: ClaimedDelivery, outgoing: Outgoing, slot: { giveBack(): void }): Promise<void> {
    publishPoint('claimed');
    if (outgoing.kind === 'hold') return store.release(delivery);
    // Retries were turned off, or the webhook deleted, after this attempt had been planned.
    if (outgoing.kind === 'gone' || (delivery.attempt > 1 && !outgoing.retry)) {
      slots.forget(delivery.webhook_id);
      return store.abandon(delivery);
    }

    const at = clock.now();
    const started = Date.now();
    const { event_id, attempt: number, replay } = delivery;
    const message = { event_id, attempt: number, replay, timestamp: Math.floor(started / 1000), body: outgoing.body };
    const headers = { ...COMMON_HEADERS, ...outgoing.headers(message) };
    let outcome: PostOutcome;
    try {
      const { url, body } = outgoing;
      const asked = { name: 'deliver webhook', kind: 'client', of: { event: delivery.event_id } } as const;
      outcome = await inSpan(asked, (span) =>
        options.poster.post({ url, headers: { ...headers, ...traceHeader(span) }, body, signal: abort.signal }),
      );
    } catch (error) {
      if (abort.signal.aborted) return store.release(delivery);
      throw error;
    }
    const record: Attempt = {
      at,
      status: outcome.kind === 'response' ? outcome.status : null,
      error: outcome.kind === 'response' ? null : `${outcome.kind}: ${outcome.error}`,
      duration_ms: Date.now() - started,
      headers,
    };
    publishPoint('answered');
    const verdict = (options.judge ?? judge)(outcome);
    const next = nextState(verdict, clock.now(), outgoing.retry ? delayAfter(delivery.attempt, outcome) : null);
    deliveries.inc({ result: next.state });
    deliveryDuration.observe({ result: next.state }, record.duration_ms / SECOND);
    if (verdict === 'succeeded') slots.succeeded(delivery.webhook_id);
    else {
      slots.failed(delivery.webhook_id);
      release(ahead.drop(delivery.webhook_id));
    }
    // The receiver is done; what is left to write need not keep the next one waiting.
    slot.giveBack();
    if (!(await store.record(delivery, record, next))) return;
    publishPoint('recorded');
    options.onAttempt?.(delivery, record, verdict);
  }

  const unsubscribe = clock.onChange(idle.wake);
  const running = loop();
  return {
    wake: idle.wake,
    async stop() {
      stopping = true;
      unsubscribe();
      idle.wake();
      await running;
      release(ahead.dropAll());
      const grace = setTimeout(() => abort.abort(), limits.grace_ms);
      await Promise.all(inFlight);
      clearTimeout(grace);
    },
  };
}

const COMMON_HEADERS = { 'Content-Type': 'application/json', 'User-Agent': 'Overture-Webhooks/1.0' };

function nextState(verdict: Verdict, now: number, delay: number | null): NextState {
  if (verdict !== 'retry') return { state: verdict };
  return delay === null ? { state: 'failed' } : { state: 'retrying', due_at: now + delay };
}
