import { describe, expect, it, vi } from 'vitest';
import { createDeliveryStore } from '../../../src/shared/webhook-delivery/delivery-store.ts';
import { eventually, PATIENCE } from '../../support/eventually.ts';
import { deliveryBench } from './delivery-bench.ts';

const bench = deliveryBench();
const { receive, subscribe, deliveriesOf, untilPosts, untilState, untilLookedTwice } = bench;

describe('senders and receivers that stall, die or compete', () => {
  it('lets a receiver that never answers delay nobody else', async () => {
    const silent = await receive(['never']);
    const lively = await receive();
    await subscribe(silent.url);
    await subscribe(lively.url);
    for (let i = 0; i < 30; i++) await bench.service.emit();
    bench.service.startDeliveries({ timeout_ms: 60_000, max_in_flight: 8 });
    await untilPosts(lively, 30);
    expect(silent.posts.length).toBeLessThanOrEqual(4);
  });

  it('gives a receiver that failed one slot until it succeeds again', async () => {
    const receiver = await receive([500, 'never']);
    const webhook = await subscribe(receiver.url);
    bench.service.startDeliveries({ timeout_ms: 60_000, per_webhook: 4 });
    await bench.service.emit();
    await untilState(webhook, 'retrying', 1);
    for (let i = 0; i < 5; i++) await bench.service.emit();
    await untilPosts(receiver, 2);
    await untilLookedTwice();
    expect(receiver.posts).toHaveLength(2);
  });

  it('delivers again, with the same event_id, what was claimed by a sender that died [delivery#1]', async () => {
    const receiver = await receive(['never', 200]);
    const webhook = await subscribe(receiver.url);
    // Stands for a process killed between the POST and the record: its attempt reached the receiver, and nothing of it is written.
    const dead = bench.service.startDeliveries({ timeout_ms: 60_000, lease_ms: 200 });
    await bench.service.emit();
    await untilPosts(receiver, 1);
    bench.service.startDeliveries({ lease_ms: 60_000 });
    await untilPosts(receiver, 2);
    await untilState(webhook, 'succeeded', 1);
    const [first, second] = receiver.posts;
    expect(second?.headers['x-service-event-id']).toBe(first?.headers['x-service-event-id']);
    expect(second?.body).toBe(first?.body);
    // What the first sender learns now comes too late to count.
    await dead.stop();
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: 'succeeded', attempts: [{ attempt: 1 }] });
  });

  it('writes nothing for a sender whose lease another one has taken over', async () => {
    const webhook = await subscribe('http://127.0.0.1:9/hook');
    await bench.service.emit();
    const store = createDeliveryStore(bench.service.context.db);
    const claim = (lease_ms: number) =>
      store.claim({ now: bench.service.clock.now(), limit: 10, per_webhook: 4, taken: new Map(), lease_ms });
    const [late] = await claim(0);
    const [present] = await claim(60_000);
    if (!late || !present) throw new Error('nothing was claimed');
    expect(present.delivery_id).toBe(late.delivery_id);
    const attempt = { at: bench.service.clock.now(), status: 200, error: null, duration_ms: 1, headers: {} };
    expect(await store.record(late, attempt, { state: 'succeeded' })).toBe(false);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: 'pending', attempts: [] });
    expect(await store.record(present, attempt, { state: 'succeeded' })).toBe(true);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: 'succeeded', attempts: [{ attempt: 1 }] });
  });

  it('gives back what is in flight when it stops, so that the next start sends it at once', async () => {
    const receiver = await receive(['never', 200]);
    const webhook = await subscribe(receiver.url);
    const first = bench.service.startDeliveries({ timeout_ms: 60_000 });
    await bench.service.emit();
    await untilPosts(receiver, 1);
    await first.stop();
    bench.service.startDeliveries();
    await untilState(webhook, 'succeeded', 1);
  });

  it('never sends one delivery from two senders at a time', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    for (let i = 0; i < 60; i++) await bench.service.emit();
    for (let i = 0; i < 3; i++) bench.service.startDeliveries();
    await vi.waitFor(
      async () => {
        const list = await deliveriesOf(webhook);
        expect(list.every(({ state }: { state: string }) => state === 'succeeded')).toBe(true);
        expect(receiver.posts.length).toBeGreaterThanOrEqual(60);
      },
      { timeout: PATIENCE },
    );
    expect(new Set(receiver.posts.map(({ headers }) => headers['x-service-event-id'])).size).toBe(60);
    expect(receiver.posts).toHaveLength(60);
  });

  it('goes on after the database was unreachable for a while', async () => {
    const receiver = await receive();
    await subscribe(receiver.url);
    const query = vi.spyOn(bench.service.context.db, 'query').mockRejectedValue(new Error('terminating connection'));
    bench.service.startDeliveries();
    await eventually(() => expect(query).toHaveBeenCalled());
    query.mockRestore();
    await bench.service.emit();
    await untilPosts(receiver, 1);
  });
});
