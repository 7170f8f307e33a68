import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../src/shared/kit/duration.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { newStandardSecret } from '../../src/shared/webhook-delivery/sign.ts';
import type { ReceivedPost } from '../delivery/receiver.ts';
import { type Added, verified, webhookBench } from './bench.ts';

const bench = webhookBench();

const suppress = (company: string) => bench.api.call('POST', '/api/suppressions', { company });

describe('a delivery', () => {
  it('is signed with both secrets while one is rotated, and then with the new one alone', async () => {
    const receiver = await bench.receive();
    const webhook = await bench.add(receiver.url);
    bench.work();
    const { body: rotated } = await bench.api.call('POST', `/api/webhooks/${webhook.id}/rotate-secret`, {
      keep_hours: 1.0123456,
    });
    expect(rotated.secret).not.toBe(webhook.secret);
    await suppress('x');
    await bench.untilPosts(receiver, 1);
    const [first] = receiver.posts;
    if (first === undefined) throw new Error('nothing came');
    verified(webhook, first);
    verified(rotated, first);
    await bench.api.db.query(`update former_webhook_secrets set wall_until = now() - interval '1 second'`);
    expect((await bench.api.call('GET', `/api/webhooks/${webhook.id}`)).body.former_secret_until).toBeNull();
    await suppress('y');
    await bench.untilPosts(receiver, 2);
    const [, second] = receiver.posts;
    if (second === undefined) throw new Error('nothing came');
    verified(rotated, second);
    expect(() => new Webhook(webhook.secret).verify(second.body, second.headers as Record<string, string>)).toThrow();
  });

  it('is signed with each former secret until its own time is over, however often it is rotated', async () => {
    const receiver = await bench.receive();
    const webhook = await bench.add(receiver.url);
    bench.work();
    const rotate = async (keep_hours: number): Promise<Added> =>
      (await bench.api.call('POST', `/api/webhooks/${webhook.id}/rotate-secret`, { keep_hours })).body;
    const next = async (): Promise<ReceivedPost> => {
      const count = receiver.posts.length;
      await suppress(`company-${count}`);
      await bench.untilPosts(receiver, count + 1);
      const post = receiver.posts[count];
      if (post === undefined) throw new Error('nothing came');
      return post;
    };
    const [second, third] = [await rotate(24), await rotate(1)];
    const post = await next();
    for (const each of [webhook, second, third]) verified(each, post);
    const { body } = await bench.api.call('GET', `/api/webhooks/${webhook.id}`);
    expect(Date.parse(body.former_secret_until)).toBeGreaterThan(Date.now() + 23 * HOUR);
    // The second, which was kept for an hour.
    await bench.api.db.query(
      `update former_webhook_secrets set wall_until = now() - interval '1 second' where wall_until < now() + interval '2 hours'`,
    );
    const later = await next();
    for (const each of [webhook, third]) verified(each, later);
    expect(() => verified(second, later)).toThrow();
    const last = await rotate(0);
    const alone = await next();
    verified(last, alone);
    for (const each of [webhook, second, third]) expect(() => verified(each, alone)).toThrow();
  });

  it('is signed with the former secret also where a process of the version before has rotated it', async () => {
    const receiver = await bench.receive();
    const webhook = await bench.add(receiver.url);
    bench.work();
    const rotateAsBefore = async (kept: string | null): Promise<Pick<Added, 'secret'>> => {
      const secret = newStandardSecret();
      await bench.api.db.query(
        `update webhooks set sealed_secret = $1, former_sealed_secret = case when $2::interval is not null then sealed_secret end,
                wall_former_until = now() + $2::interval`,
        [createSecretBox(bench.api.deps.keys).seal(secret), kept],
      );
      return { secret };
    };
    const second = await rotateAsBefore('1 day');
    await suppress('x');
    await bench.untilPosts(receiver, 1);
    const third = await rotateAsBefore(null);
    await suppress('y');
    await bench.untilPosts(receiver, 2);
    const [both, alone] = receiver.posts;
    if (both === undefined || alone === undefined) throw new Error('nothing came');
    for (const each of [webhook, second]) verified(each, both);
    verified(third, alone);
    for (const each of [webhook, second]) expect(() => verified(each, alone)).toThrow();
  });
});
