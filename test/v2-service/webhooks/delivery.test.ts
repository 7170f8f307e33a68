import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeliveryStore } from '../../../src/delivery/delivery-store.ts';
import { type ReceivedPost, type Receiver, startReceiver } from '../../delivery/receiver.ts';
import { ACCOUNT, startWebhookService, type WebhookService } from './webhook-service.ts';

let service: WebhookService;
const receivers: Receiver[] = [];

beforeEach(async () => {
  service = await startWebhookService();
});
afterEach(async () => {
  await service.close();
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...options);
  receivers.push(receiver);
  return receiver;
}

async function subscribe(url: string, more: object = {}) {
  const { data } = await service.call('POST', '/v2/webhooks', { account_id: ACCOUNT, url, ...more });
  return data as { webhook_id: string; secret: string };
}

const deliveriesOf = async (webhook: { webhook_id: string }) =>
  (await service.call('GET', `/v2/webhooks/${webhook.webhook_id}/deliveries`)).data.deliveries;

const untilPosts = (receiver: Receiver, count: number) =>
  vi.waitFor(() => expect(receiver.posts).toHaveLength(count), { timeout: 10_000, interval: 10 });

const untilState = (webhook: { webhook_id: string }, state: string, attempts: number) =>
  vi.waitFor(
    async () => {
      const [delivery] = await deliveriesOf(webhook);
      expect(delivery).toMatchObject({ state });
      expect(delivery.attempts).toHaveLength(attempts);
      return delivery;
    },
    { timeout: 10_000, interval: 10 },
  );

/** The engine looked for due deliveries and, by the second look, has started what the first found. */
async function untilLookedTwice(): Promise<void> {
  const query = vi.spyOn(service.context.db, 'query');
  const looks = () => query.mock.calls.filter(([text]) => text.includes('skip locked')).length;
  await vi.waitFor(() => expect(looks()).toBeGreaterThanOrEqual(2), { interval: 5 });
  query.mockRestore();
}

/** Written from the specification alone, so that it shares no mistake with the signer. */
function verifies(secret: string, { headers, body }: Pick<ReceivedPost, 'headers' | 'body'>): boolean {
  const signature = String(headers['x-service-signature']);
  if (!signature.startsWith('v1=')) return false;
  const bytes = Buffer.concat([Buffer.from(`${headers['x-service-timestamp']}.`), Buffer.from(body, 'utf8')]);
  return signature.slice(3) === createHmac('sha256', Buffer.from(secret, 'utf8')).update(bytes).digest('hex');
}

describe('delivery of custom webhooks', () => {
  it('signs what it posts, byte for byte, and marks event and attempt', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    service.startDeliveries();
    await service.emit();
    await untilPosts(receiver, 1);
    const [post] = receiver.posts as [ReceivedPost];
    const envelope = JSON.parse(post.body);
    expect(envelope).toMatchObject({
      account_id: ACCOUNT,
      account_name: 'Ada',
      platform: 'professional',
      event: { type: 'message', message_text: 'Grüße 👋', message_type: 'TEXT' },
    });
    expect(post.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event-id': envelope.event_id,
      'x-service-attempt': '1',
    });
    expect(post.headers['x-service-replay']).toBeUndefined();
    expect(Math.abs(Number(post.headers['x-service-timestamp']) - Date.now() / 1000)).toBeLessThan(5);
    expect(verifies(webhook.secret, post)).toBe(true);
    expect(verifies(webhook.secret, { ...post, body: post.body.replace('Ada', 'Eve') })).toBe(false);
    expect(verifies(webhook.secret, { ...post, headers: { ...post.headers, 'x-service-timestamp': '1' } })).toBe(false);
    expect(verifies('another secret', post)).toBe(false);

    const [delivery] = await vi.waitFor(async () => {
      const list = await deliveriesOf(webhook);
      expect(list[0].state).toBe('succeeded');
      return list;
    });
    const { data } = await service.call('GET', `/v2/webhooks/${webhook.webhook_id}/deliveries/${delivery.delivery_id}`);
    expect(data.payload).toBe(post.body);
    expect(data.headers['X-Service-Signature']).toBe(post.headers['x-service-signature']);
  });

  it('makes eight attempts along the schedule, each stamped anew, and then fails', async () => {
    const receiver = await receive([503]);
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    let wall = Date.now();
    const walls = vi.spyOn(Date, 'now').mockImplementation(() => wall);
    try {
      service.startDeliveries();
      await service.emit();
      const schedule = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];
      for (const [index, seconds] of schedule.entries()) {
        const delivery = await untilState(webhook, 'retrying', index + 1);
        const waited = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts.at(-1).at);
        expect(waited).toBe(seconds * 1000);
        expect(receiver.posts).toHaveLength(index + 1);
        wall += 2000;
        service.advance(seconds - 3);
        // Still due in a second of world time.
        await untilLookedTwice();
        expect(receiver.posts).toHaveLength(index + 1);
        service.advance(1);
      }
      const delivery = await untilState(webhook, 'failed', 8);
      expect(delivery.next_attempt_at).toBeNull();
      service.advance(10 * 86_400);
    } finally {
      walls.mockRestore();
    }
    expect(receiver.posts.map(({ headers }) => headers['x-service-attempt'])).toEqual([...'12345678']);
    expect(new Set(receiver.posts.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(8);
    expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1);
    expect(receiver.posts.every((post) => verifies(webhook.secret, post))).toBe(true);
  });

  it('succeeds at the second attempt after a 500', async () => {
    const receiver = await receive([500, 200]);
    const webhook = await subscribe(receiver.url);
    service.startDeliveries();
    await service.emit();
    await untilState(webhook, 'retrying', 1);
    service.advance(61);
    const delivery = await untilState(webhook, 'succeeded', 2);
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 200]);
    const [first, second] = receiver.posts;
    expect(second?.headers['x-service-event-id']).toBe(first?.headers['x-service-event-id']);
  });

  it.each([301, 404])('fails at once on %i', async (status) => {
    const receiver = await receive([status]);
    const webhook = await subscribe(receiver.url);
    service.startDeliveries();
    await service.emit();
    await untilState(webhook, 'failed', 1);
    expect(receiver.posts).toHaveLength(1);
  });

  it('makes one attempt only where retries are off', async () => {
    const receiver = await receive([500]);
    const webhook = await subscribe(receiver.url, { retry: false });
    service.startDeliveries();
    await service.emit();
    await untilState(webhook, 'failed', 1);
  });

  it('drops retries already owed when they are turned off', async () => {
    const receiver = await receive([500]);
    const webhook = await subscribe(receiver.url);
    service.startDeliveries();
    await service.emit();
    await untilState(webhook, 'retrying', 1);
    await service.call('PUT', `/v2/webhooks/${webhook.webhook_id}`, { retry: false });
    await untilState(webhook, 'failed', 1);
  });

  it('lets a receiver that never answers delay nobody else', async () => {
    const silent = await receive(['never']);
    const lively = await receive();
    await subscribe(silent.url);
    await subscribe(lively.url);
    for (let i = 0; i < 30; i++) await service.emit();
    service.startDeliveries({ timeout_ms: 60_000, max_in_flight: 8 });
    await untilPosts(lively, 30);
    expect(silent.posts.length).toBeLessThanOrEqual(4);
  });

  it('gives a receiver that failed one place until it succeeds again', async () => {
    const receiver = await receive([500, 'never']);
    const webhook = await subscribe(receiver.url);
    service.startDeliveries({ timeout_ms: 60_000, per_webhook: 4 });
    await service.emit();
    await untilState(webhook, 'retrying', 1);
    for (let i = 0; i < 5; i++) await service.emit();
    await untilPosts(receiver, 2);
    await untilLookedTwice();
    expect(receiver.posts).toHaveLength(2);
  });

  it('delivers again, with the same event_id, what was claimed by a sender that died', async () => {
    const receiver = await receive(['never', 200]);
    const webhook = await subscribe(receiver.url);
    // Stands for a process killed between the POST and the record: its attempt reached the receiver, and nothing of it is written.
    const dead = service.startDeliveries({ timeout_ms: 60_000, lease_ms: 200 });
    await service.emit();
    await untilPosts(receiver, 1);
    service.startDeliveries({ lease_ms: 60_000 });
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
    await service.emit();
    const store = createDeliveryStore(service.context.db);
    const claim = (lease_ms: number) =>
      store.claim({ now: service.clock.now(), limit: 10, per_webhook: 4, taken: new Map(), lease_ms });
    const [late] = await claim(0);
    const [present] = await claim(60_000);
    if (!late || !present) throw new Error('nothing was claimed');
    expect(present.delivery_id).toBe(late.delivery_id);
    const attempt = { at: service.clock.now(), status: 200, error: null, duration_ms: 1, headers: {} };
    expect(await store.settle(late, attempt, { state: 'succeeded' })).toBe(false);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: 'pending', attempts: [] });
    expect(await store.settle(present, attempt, { state: 'succeeded' })).toBe(true);
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ state: 'succeeded', attempts: [{ attempt: 1 }] });
  });

  it('gives back what is in flight when it stops, so that the next start sends it at once', async () => {
    const receiver = await receive(['never', 200]);
    const webhook = await subscribe(receiver.url);
    const first = service.startDeliveries({ timeout_ms: 60_000 });
    await service.emit();
    await untilPosts(receiver, 1);
    await first.stop();
    service.startDeliveries();
    await untilState(webhook, 'succeeded', 1);
  });

  it('never sends one delivery from two senders at a time', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url);
    for (let i = 0; i < 60; i++) await service.emit();
    for (let i = 0; i < 3; i++) service.startDeliveries();
    await vi.waitFor(
      async () => {
        const list = await deliveriesOf(webhook);
        expect(list.every(({ state }: { state: string }) => state === 'succeeded')).toBe(true);
        expect(receiver.posts.length).toBeGreaterThanOrEqual(60);
      },
      { timeout: 10_000 },
    );
    expect(new Set(receiver.posts.map(({ headers }) => headers['x-service-event-id'])).size).toBe(60);
    expect(receiver.posts).toHaveLength(60);
  });

  it('signs retries with the secret of the moment after a rotation, and not at all after it is cleared', async () => {
    const receiver = await receive([500]);
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    service.startDeliveries();
    await service.emit();
    await untilState(webhook, 'retrying', 1);
    const { data: rotated } = await service.call('POST', `${path}/rotate-secret`);
    service.advance(61);
    await untilState(webhook, 'retrying', 2);
    await service.call('DELETE', `${path}/secret`);
    service.advance(301);
    await untilState(webhook, 'retrying', 3);
    const [before, after, unsigned] = receiver.posts as [ReceivedPost, ReceivedPost, ReceivedPost];
    expect(verifies(webhook.secret, before)).toBe(true);
    expect(verifies(webhook.secret, after)).toBe(false);
    expect(verifies(rotated.secret, after)).toBe(true);
    expect(unsigned.headers['x-service-signature']).toBeUndefined();
  });

  it('posts nothing while the webhook is paused, and then what was owed', async () => {
    const receiver = await receive([500, 200]);
    const webhook = await subscribe(receiver.url);
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    service.startDeliveries();
    await service.emit();
    await untilState(webhook, 'retrying', 1);
    await service.call('PUT', path, { is_active: false });
    await service.emit();
    service.advance(3600);
    await untilLookedTwice();
    expect(receiver.posts).toHaveLength(1);
    expect((await service.call('GET', `${path}/events`)).data.events).toHaveLength(2);
    expect((await deliveriesOf(webhook)).length).toBe(1);
    await service.call('PUT', path, { is_active: true });
    await untilState(webhook, 'succeeded', 2);
  });

  it('replays a delivery as a new one with the replay header and the same text', async () => {
    const receiver = await receive([404, 200]);
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    service.startDeliveries();
    await service.emit();
    const failed = await untilState(webhook, 'failed', 1);
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    const { data } = await service.call('POST', `${path}/deliveries/${failed.delivery_id}/replay`);
    expect(data).toMatchObject({ event_id: failed.event_id, replay: true, state: 'pending', attempts: [] });
    expect(data.delivery_id).not.toBe(failed.delivery_id);
    await untilPosts(receiver, 2);
    const [first, second] = receiver.posts as [ReceivedPost, ReceivedPost];
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({ 'x-service-replay': 'true', 'x-service-attempt': '1' });
    expect(verifies(webhook.secret, second)).toBe(true);

    await service.call('POST', `${path}/replay`, { event_id: failed.event_id });
    await untilPosts(receiver, 3);
    expect(receiver.posts[2]?.body).toBe(first.body);
  });

  it('fails at once when the name of a receiver turns out to be private', async () => {
    const guarded = await startWebhookService({ allow_private_webhooks: false });
    try {
      const { data } = await guarded.call('POST', '/v2/webhooks', {
        account_id: ACCOUNT,
        url: 'https://receiver.invalid/hook',
      });
      // As if the name had begun to resolve to a private address after the creation.
      await guarded.context.db.query(`update webhooks set url = 'https://127.0.0.1:9/hook'`);
      guarded.startDeliveries();
      await guarded.emit();
      await vi.waitFor(async () => {
        const list = await guarded.call('GET', `/v2/webhooks/${data.webhook_id}/deliveries?state=failed`);
        expect(list.data.deliveries).toMatchObject([
          { attempts: [{ status: null, error: expect.stringContaining('refused_address') }] },
        ]);
      });
    } finally {
      await guarded.close();
    }
  });

  it('goes on after the database was unreachable for a while', async () => {
    const receiver = await receive();
    await subscribe(receiver.url);
    const query = vi.spyOn(service.context.db, 'query').mockRejectedValue(new Error('terminating connection'));
    service.startDeliveries();
    await vi.waitFor(() => expect(query).toHaveBeenCalled());
    query.mockRestore();
    await service.emit();
    await untilPosts(receiver, 1);
  });
});
