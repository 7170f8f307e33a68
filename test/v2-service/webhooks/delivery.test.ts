import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { ReceivedPost } from '../../delivery/receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { deliveryBench } from './delivery-bench.ts';
import { ACCOUNT, startWebhookService } from './webhook-service.ts';

const bench = deliveryBench();
const { receive, subscribe, deliveriesOf, untilPosts, untilState, untilLookedTwice } = bench;

/** Written from the specification alone, so that it shares no mistake with the signer. */
function verifies(secret: string, { headers, body }: Pick<ReceivedPost, 'headers' | 'body'>): boolean {
  const signature = String(headers['x-service-signature']);
  if (!signature.startsWith('v1=')) return false;
  const bytes = Buffer.concat([Buffer.from(`${headers['x-service-timestamp']}.`), Buffer.from(body, 'utf8')]);
  return signature.slice(3) === createHmac('sha256', Buffer.from(secret, 'utf8')).update(bytes).digest('hex');
}

describe('delivery of custom webhooks', () => {
  it('signs what it posts, byte for byte, and marks event and attempt [auth#7] [delivery#1] [GET /v2/webhooks/{webhook_id}/deliveries/{delivery_id}] [record/delivery.*] [state/webhook#5]', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    bench.service.startDeliveries();
    await bench.service.emit();
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
    expect(Math.abs(Number(post.headers['x-service-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(verifies(webhook.secret, post)).toBe(true);
    expect(verifies(webhook.secret, { ...post, body: post.body.replace('Ada', 'Eve') })).toBe(false);
    expect(verifies(webhook.secret, { ...post, headers: { ...post.headers, 'x-service-timestamp': '1' } })).toBe(false);
    expect(verifies('another secret', post)).toBe(false);

    const [delivery] = await eventually(async () => {
      const list = await deliveriesOf(webhook);
      expect(list[0].state).toBe('succeeded');
      return list;
    });
    const { data } = await bench.service.call(
      'GET',
      `/v2/webhooks/${webhook.webhook_id}/deliveries/${delivery.delivery_id}`,
    );
    expect(data.payload).toBe(post.body);
    expect(data.headers['X-Service-Signature']).toBe(post.headers['x-service-signature']);
  });

  it('makes eight attempts along the schedule, each stamped anew, and then fails [delivery#3] [auth#7] [limits#8] [limits#11]', async () => {
    const receiver = await receive([503]);
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    let wall = Date.now();
    const walls = vi.spyOn(Date, 'now').mockImplementation(() => wall);
    try {
      bench.service.startDeliveries();
      await bench.service.emit();
      const schedule = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];
      for (const [index, seconds] of schedule.entries()) {
        const delivery = await untilState(webhook, 'retrying', index + 1);
        const waited = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.attempts.at(-1).at);
        expect(waited).toBe(seconds * 1000);
        expect(receiver.posts).toHaveLength(index + 1);
        wall += 2000;
        bench.service.advance(seconds - 3);
        // Still due in a second of virtual time.
        await untilLookedTwice();
        expect(receiver.posts).toHaveLength(index + 1);
        bench.service.advance(1);
      }
      const delivery = await untilState(webhook, 'failed', 8);
      expect(delivery.next_attempt_at).toBeNull();
      bench.service.advance(10 * 86_400);
    } finally {
      walls.mockRestore();
    }
    expect(receiver.posts.map(({ headers }) => headers['x-service-attempt'])).toEqual([...'12345678']);
    expect(new Set(receiver.posts.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(8);
    expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1);
    expect(receiver.posts.every((post) => verifies(webhook.secret, post))).toBe(true);
  });

  it('succeeds at the second attempt after a 500 [delivery#1] [delivery#3]', async () => {
    const receiver = await receive([500, 200]);
    const webhook = await subscribe(receiver.url);
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'retrying', 1);
    bench.service.advance(61);
    const delivery = await untilState(webhook, 'succeeded', 2);
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 200]);
    const [first, second] = receiver.posts;
    expect(second?.headers['x-service-event-id']).toBe(first?.headers['x-service-event-id']);
  });

  it.each([200, 201, 202, 204, 299])('takes a %i for a success [delivery#2]', async (status) => {
    const receiver = await receive([status]);
    const webhook = await subscribe(receiver.url);
    bench.service.startDeliveries();
    await bench.service.emit();
    const delivery = await untilState(webhook, 'succeeded', 1);
    expect(delivery).toMatchObject({ next_attempt_at: null, attempts: [{ attempt: 1, status, error: null }] });
  });

  it.each([408, 425, 429, 500, 502, 599])('tries again a minute after a %i [delivery#3]', async (status) => {
    const receiver = await receive([status, 200]);
    const webhook = await subscribe(receiver.url);
    bench.service.startDeliveries();
    await bench.service.emit();
    const delivery = await untilState(webhook, 'retrying', 1);
    const [made] = delivery.attempts;
    expect(Date.parse(delivery.next_attempt_at) - Date.parse(made.at)).toBeGreaterThanOrEqual(60_000);
    expect(made).toMatchObject({ status });
    bench.service.advance(61);
    await untilState(webhook, 'succeeded', 2);
  });

  it('tries again after no answer in time, and after a broken connection [delivery#3]', async () => {
    const silent = await receive(['never']);
    const broken = await receive([200], (response) => response.destroy());
    const [late, cut] = [await subscribe(silent.url), await subscribe(broken.url)];
    const nobody = await subscribe('http://127.0.0.1:9/hook');
    bench.service.startDeliveries({ timeout_ms: 200 });
    await bench.service.emit();
    const reasonOf = async (webhook: { webhook_id: string }) =>
      (await untilState(webhook, 'retrying', 1)).attempts[0].error.split(':')[0];
    expect(await reasonOf(late)).toBe('timeout');
    expect(await reasonOf(cut)).toBe('connection_error');
    expect(await reasonOf(nobody)).toBe('connection_error');
  });

  it('signs disconnections too, which no filter keeps away [auth#7] [events#2]', async () => {
    const receiver = await receive();
    const webhook = await subscribe(receiver.url, { enable_signature: true, events: ['invitation_received'] });
    bench.service.startDeliveries();
    await bench.service.emit();
    await bench.service.emit({ type: 'disconnection', fields: { reason: 'logged_out' } });
    await untilPosts(receiver, 1);
    const [post] = receiver.posts as [ReceivedPost];
    expect(JSON.parse(post.body).event).toMatchObject({ type: 'disconnection', reason: 'logged_out' });
    expect(verifies(webhook.secret, post)).toBe(true);
    expect(await deliveriesOf(webhook)).toHaveLength(1);
  });

  it('posts the events that the filters let through, and the direction that was asked for [events#1] [events#3]', async () => {
    const receiver = await receive();
    await subscribe(receiver.url, { events: ['message_received'], message_type: 'all' });
    bench.service.startDeliveries();
    await bench.service.emit({ direction: 'outgoing' });
    await bench.service.emit({ type: 'accepted_invitation', fields: { connections: [] } });
    await bench.service.emit({ fields: { message_text: 'last' } });
    await untilPosts(receiver, 2);
    expect(receiver.posts.map(({ body }) => JSON.parse(body).event.type)).toEqual(['message', 'message']);
  });

  it.each([301, 302, 307, 400, 401, 404, 410, 422])('fails at once on %i [delivery#4]', async (status) => {
    const receiver = await receive([status]);
    const webhook = await subscribe(receiver.url);
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'failed', 1);
    expect(receiver.posts).toHaveLength(1);
  });

  it('is paused by a receiver that answers 410, says so in the log, and gives what was owed once it is made active', async () => {
    const receiver = await receive([500, 410, 200]);
    const webhook = await subscribe(receiver.url);
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    const warned = vi.spyOn(bench.service.context.log, 'warn');
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'retrying', 1);
    await bench.service.emit();
    await untilState(webhook, 'failed', 1);
    await eventually(async () => {
      const { webhooks } = (await bench.service.call('GET', '/v2/webhooks')).data;
      expect(webhooks).toMatchObject([{ is_active: false }]);
    });
    expect(warned.mock.calls.flat()).toContainEqual(expect.stringContaining('answered 410'));
    bench.service.advance(3600);
    await untilLookedTwice();
    expect(receiver.posts).toHaveLength(2);
    await bench.service.call('PUT', path, { is_active: true });
    await untilPosts(receiver, 3);
  });

  it('makes one attempt only where retries are off [delivery#5] [POST /v2/webhooks.retry]', async () => {
    const receiver = await receive([500]);
    const webhook = await subscribe(receiver.url, { retry: false });
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'failed', 1);
  });

  it('drops retries already owed when they are turned off [delivery#5] [PUT /v2/webhooks/{webhook_id}.retry]', async () => {
    const receiver = await receive([500]);
    const webhook = await subscribe(receiver.url);
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'retrying', 1);
    await bench.service.call('PUT', `/v2/webhooks/${webhook.webhook_id}`, { retry: false });
    await untilState(webhook, 'failed', 1);
  });

  it('signs retries with the secret of the moment after a rotation, and not at all after it is cleared [state/webhook#5] [state/webhook#6] [POST /v2/webhooks/{webhook_id}/rotate-secret] [DELETE /v2/webhooks/{webhook_id}/secret] [auth#7]', async () => {
    const receiver = await receive([500]);
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'retrying', 1);
    const { data: rotated } = await bench.service.call('POST', `${path}/rotate-secret`);
    bench.service.advance(61);
    await untilState(webhook, 'retrying', 2);
    await bench.service.call('DELETE', `${path}/secret`);
    bench.service.advance(301);
    await untilState(webhook, 'retrying', 3);
    const [before, after, unsigned] = receiver.posts as [ReceivedPost, ReceivedPost, ReceivedPost];
    expect(verifies(webhook.secret, before)).toBe(true);
    expect(verifies(webhook.secret, after)).toBe(false);
    expect(verifies(rotated.secret, after)).toBe(true);
    expect(unsigned.headers['x-service-signature']).toBeUndefined();
  });

  it('posts nothing while the webhook is paused, and then what was owed [state/webhook#1] [PUT /v2/webhooks/{webhook_id}.is_active]', async () => {
    const receiver = await receive([500, 200]);
    const webhook = await subscribe(receiver.url);
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    bench.service.startDeliveries();
    await bench.service.emit();
    await untilState(webhook, 'retrying', 1);
    await bench.service.call('PUT', path, { is_active: false });
    await bench.service.emit();
    bench.service.advance(3600);
    await untilLookedTwice();
    expect(receiver.posts).toHaveLength(1);
    expect((await bench.service.call('GET', `${path}/events`)).data.events).toHaveLength(2);
    expect((await deliveriesOf(webhook)).length).toBe(1);
    await bench.service.call('PUT', path, { is_active: true });
    await untilState(webhook, 'succeeded', 2);
  });

  it('replays a delivery as a new one with the replay header and the same text [delivery#6] [POST /v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay] [POST /v2/webhooks/{webhook_id}/replay] [POST /v2/webhooks/{webhook_id}/replay.event_id]', async () => {
    const receiver = await receive([404, 200]);
    const webhook = await subscribe(receiver.url, { enable_signature: true });
    bench.service.startDeliveries();
    await bench.service.emit();
    const failed = await untilState(webhook, 'failed', 1);
    const path = `/v2/webhooks/${webhook.webhook_id}`;
    const { data } = await bench.service.call('POST', `${path}/deliveries/${failed.delivery_id}/replay`);
    expect(data).toMatchObject({ event_id: failed.event_id, replay: true, state: 'pending', attempts: [] });
    expect(data.delivery_id).not.toBe(failed.delivery_id);
    await untilPosts(receiver, 2);
    const [first, second] = receiver.posts as [ReceivedPost, ReceivedPost];
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({ 'x-service-replay': 'true', 'x-service-attempt': '1' });
    expect(verifies(webhook.secret, second)).toBe(true);

    await bench.service.call('POST', `${path}/replay`, { event_id: failed.event_id });
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
      await eventually(async () => {
        const list = await guarded.call('GET', `/v2/webhooks/${data.webhook_id}/deliveries?state=failed`);
        expect(list.data.deliveries).toMatchObject([
          { attempts: [{ status: null, error: expect.stringContaining('refused_address') }] },
        ]);
      });
    } finally {
      await guarded.close();
    }
  });
});
