import { describe, expect, it } from 'vitest';
import { DEFAULT_ENROLL } from '../../src/language/plan/plan.ts';
import { mergePeople } from '../../src/runtime/events/match/merge-people.ts';
import { announce } from '../../src/runtime/store/announcements/announce.ts';
import { learnIdentities } from '../../src/runtime/store/leads/learn-identities.ts';
import { addLine } from '../../src/runtime/store/timeline/add-line.ts';
import { profileIdentity } from '../../src/shared/identity/identity.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { RETRY_POLICY } from '../../src/shared/webhook-delivery/retry-policy.ts';
import type { Receiver } from '../delivery/receiver.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADA_ID } from '../events/fixtures.ts';
import { eventually } from '../support/eventually.ts';
import { verified, webhookBench } from './bench.ts';

const bench = webhookBench();

const jump = (ms: number) => bench.api.clock.set(advanced(bench.api.clock.setting(), Date.now(), ms));
const suppress = (company: string) => bench.api.call('POST', '/api/suppressions', { company });
const idsAt = (receiver: Receiver) => receiver.posts.map(({ headers }) => String(headers['webhook-id']));

async function enrolled(slug: string): Promise<string> {
  const lead = ada({ profile_url: `https://professional.example/in/${slug}` });
  const { body } = await bench.api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  return body.id;
}
const line = (enrollment_id: string, title: string) =>
  addLine(bench.api.db, {
    enrollment_id,
    at: new Date(bench.api.clock.now()),
    node: 'visit',
    type: 'performed',
    title,
  });

describe('a delivery', () => {
  it('is signed so that the official package takes it, and refuses it with another secret, body or id', async () => {
    const receiver = await bench.receive();
    const webhook = await bench.add(receiver.url);
    bench.work();
    await suppress('x');
    await bench.untilPosts(receiver, 1);
    const [post] = receiver.posts;
    if (post === undefined) throw new Error('nothing came');
    expect(verified(webhook, post)).toMatchObject({ type: 'lead.suppressed' });
    expect(post.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Overture-Webhooks/1.0' });
    const other = await bench.add(receiver.url);
    expect(() => verified(other, post)).toThrow();
    expect(() => verified(webhook, { ...post, body: post.body.replace('x', 'y') })).toThrow();
    expect(() => verified(webhook, { ...post, headers: { ...post.headers, 'webhook-id': 'evt_0' } })).toThrow();
  });

  it('is tried again along the whole schedule after any answer but a good one, with the same id and words', async () => {
    const receiver = await bench.receive([404, 500, 401, 302, 429, 503, 400, 200]);
    const webhook = await bench.add(receiver.url);
    bench.work();
    await suppress('x');
    for (const [tried, seconds] of [...RETRY_POLICY.backoff_seconds, 0].entries()) {
      await bench.untilPosts(receiver, tried + 1);
      const state = tried < 7 ? 'retrying' : 'succeeded';
      await eventually(async () => {
        expect(await bench.deliveries(webhook)).toMatchObject([{ status: state, attempts: { length: tried + 1 } }]);
      });
      jump(seconds * 1000);
    }
    const [{ attempts, status }] = await bench.deliveries(webhook);
    expect(status).toBe('succeeded');
    expect(attempts.map((one: { status: number }) => one.status)).toEqual([404, 500, 401, 302, 429, 503, 400, 200]);
    expect(new Set(idsAt(receiver)).size).toBe(1);
    expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1);
    for (const post of receiver.posts) verified(webhook, post);
  });

  it('waits for those before it that are about the same person, and for nobody else', async () => {
    await addSequence(bench.api.db, 'hello');
    const [one, other] = [await enrolled('one'), await enrolled('other')];
    let refused: string | undefined;
    const receiver = await bench.receive([200], (response) => {
      const { data } = JSON.parse(receiver.posts.at(-1)?.body ?? '');
      response.writeHead(data.enrollment_id === refused ? 500 : 200).end();
    });
    const webhook = await bench.add(receiver.url);
    refused = one;
    bench.work();
    for (const title of ['first', 'second', 'third']) {
      await line(one, title);
      await line(other, title);
    }
    const titlesOf = (enrollment: string) =>
      receiver.posts
        .map(({ body }) => JSON.parse(body).data)
        .filter(({ enrollment_id }) => enrollment_id === enrollment)
        .map(({ title }) => title);
    await eventually(() => expect(titlesOf(other)).toEqual(['first', 'second', 'third']));
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1));
    expect(await bench.deliveries(webhook, 'status=waiting')).toHaveLength(2);
    expect(titlesOf(one)).toEqual(['first']);
    refused = undefined;
    jump(60_000);
    await eventually(() => expect(titlesOf(one)).toEqual(['first', 'first', 'second', 'third']));
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(6));
  });

  it('about one name of the do-not-contact list waits for no other name', async () => {
    const receiver = await bench.receive([200], (response) => {
      const { data } = JSON.parse(receiver.posts.at(-1)?.body ?? '');
      response.writeHead(data.value === 'refused' ? 500 : 200).end();
    });
    const webhook = await bench.add(receiver.url);
    bench.work();
    for (const company of ['refused', 'one', 'other']) await suppress(company);
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(2));
    expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1);
  });

  it('about a name of somebody who is known says whose it is, and waits for what is about them', async () => {
    await addSequence(bench.api.db, 'hello');
    const lead = ada({ email: 'ada@example.org' });
    const { body } = await bench.api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    const receiver = await bench.receive([500]);
    const webhook = await bench.add(receiver.url);
    bench.work();
    await line(body.id, 'first');
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1));
    await bench.api.call('POST', '/api/suppressions', { email: 'ada@example.org' });
    await eventually(async () =>
      expect(await bench.deliveries(webhook, 'event=lead.suppressed')).toMatchObject([{ status: 'waiting' }]),
    );
    receiver.answers = [200];
    jump(60_000);
    await eventually(async () =>
      expect(await bench.deliveries(webhook, 'event=lead.suppressed&status=succeeded')).toHaveLength(1),
    );
    const received = receiver.posts
      .map(({ body: text }) => JSON.parse(text))
      .find(({ type }) => type === 'lead.suppressed');
    expect(received?.data).toMatchObject({ value: 'ada@example.org', lead: { id: body.lead_id, first_name: 'Ada' } });
  });

  it('about somebody who proves to be one with another waits for what is still to be sent about either', async () => {
    await addSequence(bench.api.db, 'hello');
    await addSequence(bench.api.db, 'other', { enroll: { ...DEFAULT_ENROLL, active_elsewhere: false } });
    const enroll = async (sequence: string, profile_url: string): Promise<{ id: string; lead_id: string }> =>
      (await bench.api.call('POST', '/api/enrollments', { sequence, lead: ada({ profile_url }) })).body;
    const older = await enroll('hello', 'https://professional.example/in/ada-lovelace');
    const newer = await enroll('other', ADA_ID);
    const receiver = await bench.receive([500]);
    const webhook = await bench.add(receiver.url, ['enrollment.step']);
    bench.work();
    await line(newer.id, 'before');
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=retrying')).toHaveLength(1));
    const names = [profileIdentity('ada-lovelace'), profileIdentity(ADA_ID)].filter((name) => name !== null);
    await learnIdentities(bench.api.db, older.lead_id, names);
    expect(await mergePeople({ ...bench.api, onError: (error) => expect(error).toBeUndefined() })).toBe(1);
    await line(older.id, 'after');
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=waiting')).toHaveLength(1));
    expect(receiver.posts).toHaveLength(1);
    receiver.answers = [200];
    jump(60_000);
    const titles = () => receiver.posts.map(({ body }) => JSON.parse(body).data.title);
    await eventually(() => expect(titles()).toEqual(['before', 'before', 'after']));
  });

  it('goes on with the next one of a person once all attempts of the first have failed', async () => {
    await addSequence(bench.api.db, 'hello');
    const one = await enrolled('one');
    const receiver = await bench.receive([500]);
    const webhook = await bench.add(receiver.url);
    bench.work();
    await line(one, 'first');
    await line(one, 'second');
    for (const [tried, seconds] of RETRY_POLICY.backoff_seconds.entries()) {
      await eventually(async () => {
        const made = await bench.deliveries(webhook, 'status=retrying');
        expect(made).toMatchObject([{ attempts: { length: tried + 1 } }]);
      });
      if (tried === 6) receiver.answers = [410, 200];
      jump(seconds * 1000);
    }
    // 410 is final, and switches it off: what waits goes out when a person lets it go on.
    await eventually(async () => {
      expect((await bench.api.call('GET', `/api/webhooks/${webhook.id}`)).body).toMatchObject({
        ...{ status: 'switched_off', status_reason: expect.stringContaining('410') },
      });
    });
    expect((await bench.api.call('PATCH', `/api/webhooks/${webhook.id}`, { status: 'active' })).status).toBe(200);
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(1));
    expect(new Set(idsAt(receiver)).size).toBe(2);
  });

  it('to a receiver that hangs costs the others nothing', async () => {
    await addSequence(bench.api.db, 'hello');
    const hanging = await bench.receive(['never']);
    const others = await bench.receive();
    await bench.add(hanging.url);
    await bench.add(others.url);
    bench.work({ timeout_ms: 60_000 });
    const people = await Promise.all(Array.from({ length: 60 }, (_, index) => enrolled(`person-${index}`)));
    await bench.untilPosts(hanging, 1);
    for (const person of people) await line(person, 'done');
    // All of them, while not one attempt at the other has come to its end.
    await bench.untilPosts(others, 120);
    expect(hanging.posts.length).toBeLessThanOrEqual(4);
  });

  it('goes nowhere near private addresses in strict mode: literal, behind a name that changes, or by redirect', async () => {
    const inside = await bench.receive();
    const { port } = new URL(inside.url);
    const webhook = await bench.add('https://rebound.example/hook');
    let asked = 0;
    bench.work({
      allow_private: false,
      resolve: async () => {
        asked++;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    await suppress('x');
    await eventually(async () => {
      expect(await bench.deliveries(webhook)).toMatchObject([
        { status: 'failed', attempts: [{ status: null, error: expect.stringContaining('refused_address') }] },
      ]);
    });
    expect(asked).toBeGreaterThan(0);
    for (const url of [`https://127.0.0.1:${port}/`, `https://[::ffff:127.0.0.1]:${port}/`, inside.url]) {
      await bench.api.call('PATCH', `/api/webhooks/${webhook.id}`, { url });
      await suppress(url);
      await eventually(async () =>
        expect(
          (await bench.deliveries(webhook)).filter(({ status }: { status: string }) => status !== 'failed'),
        ).toEqual([]),
      );
    }
    expect(inside.posts).toEqual([]);
  });

  it('does not follow a redirect', async () => {
    const inside = await bench.receive();
    const receiver = await bench.receive([302], (response, status) => {
      response.writeHead(status, { location: inside.url }).end();
    });
    const webhook = await bench.add(receiver.url);
    bench.work();
    await suppress('x');
    await eventually(async () => {
      expect(await bench.deliveries(webhook)).toMatchObject([{ status: 'retrying', attempts: [{ status: 302 }] }]);
    });
    expect(inside.posts).toEqual([]);
  });

  it('comes to a paused or removed webhook no more, once that was answered', async () => {
    let answer = (): void => undefined;
    const receiver = await bench.receive([200], (response) => {
      answer = () => void response.end();
    });
    const webhook = await bench.add(receiver.url);
    bench.work();
    await suppress('under way');
    await bench.untilPosts(receiver, 1);
    let paused = false;
    const pausing = bench.api.call('PATCH', `/api/webhooks/${webhook.id}`, { status: 'paused' }).then(() => {
      paused = true;
    });
    await suppress('after');
    // The attempt that is under way is waited for.
    expect(paused).toBe(false);
    answer();
    await pausing;
    await suppress('later');
    await announce(bench.api.db, { type: 'reply.labeled', at: new Date(), detail: { label: 'x' } });
    const others = await bench.receive();
    await bench.add(others.url);
    await suppress('for the others');
    await bench.untilPosts(others, 1);
    expect(receiver.posts).toHaveLength(1);
    expect((await bench.api.call('DELETE', `/api/webhooks/${webhook.id}`)).status).toBe(204);
    expect((await bench.api.db.query('select from deliveries where webhook_id = $1', [webhook.id])).rowCount).toBe(0);
  });

  it('is sent again on request with the same id, the same words and a signature of its own', async () => {
    const receiver = await bench.receive();
    const webhook = await bench.add(receiver.url);
    bench.work();
    await suppress('x');
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(1));
    const [{ id }] = await bench.deliveries(webhook);
    const url = `/api/webhooks/${webhook.id}/deliveries/${id}/replay`;
    expect(await bench.api.call('POST', `${url}?dry_run=true`)).toMatchObject({ status: 200, body: { dry_run: true } });
    expect(await bench.api.call('POST', url)).toMatchObject({ status: 202, body: { replay: true, status: 'pending' } });
    await bench.untilPosts(receiver, 2);
    const [first, again] = receiver.posts;
    expect(idsAt(receiver)).toEqual([idsAt(receiver)[0], idsAt(receiver)[0]]);
    expect(again?.body).toBe(first?.body);
    if (again) verified(webhook, again);
  });

  it('that fails for days switches the webhook off, notifies the others and a person, and waits', async () => {
    const receiver = await bench.receive([500]);
    const others = await bench.receive();
    const webhook = await bench.add(receiver.url, ['lead.suppressed']);
    const watching = await bench.add(others.url, ['webhook.switched_off']);
    const received: string[] = [];
    bench.work({ onSwitchedOff: ({ id }, reason) => void received.push(`${id}: ${reason}`) });
    await suppress('x');
    await eventually(async () => {
      const { body } = await bench.api.call('GET', `/api/webhooks/${webhook.id}`);
      expect(body).toMatchObject({ status: 'active', failing_since: expect.any(String) });
    });
    jump(3 * DAY + HOUR);
    await bench.untilPosts(others, 1);
    const { body } = await bench.api.call('GET', `/api/webhooks/${webhook.id}`);
    expect(body).toMatchObject({
      status: 'switched_off',
      status_reason: expect.stringMatching(/^every attempt has failed since /),
    });
    expect(received).toEqual([`${webhook.id}: ${body.status_reason}`]);
    const [post] = others.posts;
    if (post)
      expect(verified(watching, post).data).toMatchObject({
        webhook_id: webhook.id,
        url: new URL(receiver.url).origin,
      });
    receiver.answers = [200];
    const before = receiver.posts.length;
    await bench.api.call('PATCH', `/api/webhooks/${webhook.id}`, { status: 'active' });
    await eventually(async () => expect(await bench.deliveries(webhook, 'status=succeeded')).toHaveLength(1));
    expect(receiver.posts.length).toBe(before + 1);
  });
});
