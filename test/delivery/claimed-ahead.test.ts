import { setMaxListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createClock } from '../../src/shared/kit/clock.ts';
import type { ClaimedDelivery, DeliveryStore } from '../../src/shared/webhook-delivery/delivery-store.ts';
import type { PostOutcome } from '../../src/shared/webhook-delivery/post-outcome.ts';
import { type Outgoing, startDeliveryEngine } from '../../src/shared/webhook-delivery/start-delivery-engine.ts';
import { eventually } from '../support/eventually.ts';

const MOST = 8;

/** An engine over a store in memory with so many due deliveries of one webhook, whose receiver answers when the test says so. */
function benchOf(count: number, outgoing: () => Outgoing['kind'] = () => 'send') {
  const due = Array.from({ length: count }, (_, n) => `dlv_${n}`);
  const posts: { body: string; answer(outcome: PostOutcome): void }[] = [];
  const released: string[] = [];
  const recorded: string[] = [];
  let claims = 0;
  const store: DeliveryStore = {
    async claim({ limit, per_webhook, taken }) {
      const free = Math.min(limit, Math.max(0, per_webhook - (taken.get('wh') ?? 0)));
      const ids = due.splice(0, free);
      if (ids.length > 0) claims += 1;
      return ids.map((delivery_id): ClaimedDelivery => {
        const event_id = delivery_id.replace('dlv', 'evt');
        return { delivery_id, webhook_id: 'wh', event_id, replay: false, attempt: 1, lease: 'lease' };
      });
    },
    async record({ delivery_id }) {
      recorded.push(delivery_id);
      return true;
    },
    abandon: async () => undefined,
    async release({ delivery_id }) {
      released.push(delivery_id);
    },
    nextDue: async () => null,
  };
  const engine = startDeliveryEngine({
    store,
    poster: {
      post: ({ body, signal }) =>
        new Promise((resolve, reject) => {
          posts.push({ body, answer: resolve });
          if (signal) setMaxListeners(0, signal);
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      close: async () => undefined,
    },
    clock: createClock(),
    resolve: async (claimed) =>
      claimed.map(({ delivery_id: body }): Outgoing => {
        const kind = outgoing();
        return kind === 'send' ? { kind, url: 'https://x.example', body, retry: true, headers: () => ({}) } : { kind };
      }),
    onError: (error) => {
      throw error;
    },
    ...{ per_webhook: 4, most_per_webhook: MOST, poll_ms: 5, grace_ms: 0 },
  });
  const answerAll = (status: number) => {
    for (const { answer } of posts.splice(0)) answer({ kind: 'response', status, retry_after_ms: null });
  };
  return { engine, due, posts, released, recorded, answerAll, claims: () => claims };
}

/** Until its slots are all taken, and as many wait as may, or are left. */
async function untilWaiting(bench: ReturnType<typeof benchOf>): Promise<void> {
  for (const posts of [4, MOST]) {
    await eventually(() => expect(bench.posts).toHaveLength(posts));
    if (posts < MOST) bench.answerAll(200);
  }
}

it('keeps the slots of a webhook that does well from claim to claim, and has its next deliveries at hand', async () => {
  const bench = benchOf(100);
  await untilWaiting(bench);
  // All that are answered at one moment make way for others at that moment, which need not be claimed first.
  const claims = bench.claims();
  bench.answerAll(200);
  await eventually(() => expect(bench.posts.length).toBeGreaterThanOrEqual(4));
  expect(bench.claims() - claims).toBeLessThanOrEqual(2);
  await eventually(() => {
    bench.answerAll(200);
    expect(bench.recorded).toHaveLength(100);
  });
  expect(bench.claims()).toBeLessThan(25);
  expect(bench.released).toEqual([]);
  await bench.engine.stop();
});

it('gives back untried what waits for a slot of a webhook that has failed', async () => {
  const bench = benchOf(16);
  await untilWaiting(bench);
  expect(bench.due).toEqual([]);
  bench.answerAll(500);
  await eventually(() => expect(bench.released).toHaveLength(4));
  expect(bench.recorded).toHaveLength(12);
  expect(bench.posts).toEqual([]);
  await bench.engine.stop();
});

it('gives back what waits when it is stopped', async () => {
  const bench = benchOf(16);
  await untilWaiting(bench);
  await bench.engine.stop();
  expect(bench.released).toHaveLength(12);
  expect(bench.recorded).toHaveLength(4);
});

it('asks what a webhook is when a delivery begins, not when it was claimed', async () => {
  let kind: Outgoing['kind'] = 'send';
  const bench = benchOf(16, () => kind);
  await untilWaiting(bench);
  kind = 'hold';
  bench.answerAll(200);
  await eventually(() => expect(bench.released).toHaveLength(4));
  expect(bench.posts).toEqual([]);
  await bench.engine.stop();
});
