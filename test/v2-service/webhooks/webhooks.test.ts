import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { webhooks as contract } from '../../../src/contract/endpoints/webhooks.ts';
import { DAY } from '../../../src/kit/duration.ts';
import { isObserved } from '../../../src/v2-service/webhooks/is-observed.ts';
import { purgeExpired } from '../../../src/v2-service/webhooks/retention.ts';
import { ACCOUNT, OTHER_KEY, startWebhookService, type WebhookService } from './webhook-service.ts';

let service: WebhookService;
beforeEach(async () => {
  service = await startWebhookService();
});
afterEach(() => service.close());

const URL = 'http://127.0.0.1:9/hook';
const create = (more: object = {}) => service.call('POST', '/v2/webhooks', { account_id: ACCOUNT, ...more });
const refusal = async (call: ReturnType<WebhookService['call']>) => {
  const { status, error } = await call;
  return { status, code: error?.code };
};
const INVALID = { status: 400, code: 'INVALID_PARAMS' };

describe('webhook endpoints', () => {
  it('create a custom webhook with its defaults, and show a secret only then', async () => {
    const { status, data, metadata } = await create({ url: URL, enable_signature: true });
    expect(status).toBe(200);
    expect(contract.create_webhook.data.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      account_id: ACCOUNT,
      mode: 'custom',
      url: URL,
      events: ['all'],
      message_type: 'incoming',
      retry: true,
      is_active: true,
      is_monitoring: true,
      signature_enabled: true,
      secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    });
    expect(metadata).toMatchObject({ action: 'create_webhook', account_id: ACCOUNT, credits_consumed: 0 });

    const { data: list } = await service.call('GET', '/v2/webhooks');
    expect(contract.list_webhooks.data.parse(list)).toEqual(list);
    expect(list.webhooks).toMatchObject([{ webhook_id: data.webhook_id, signature_enabled: true }]);
    expect(JSON.stringify(list)).not.toContain(data.secret);
    const { rows } = await service.context.db.query('select * from webhooks');
    expect(JSON.stringify(rows)).not.toContain(data.secret);
  });

  it('create a hosted webhook without a url', async () => {
    const { data } = await create();
    expect(data).toMatchObject({
      mode: 'hosted',
      stream_url: `http://service.test/v2/webhooks/${data.webhook_id}/stream`,
      events_url: `http://service.test/v2/webhooks/${data.webhook_id}/events`,
    });
    expect(data).not.toHaveProperty('url');
    await service.emit();
    expect((await service.call('GET', `/v2/webhooks/${data.webhook_id}/events`)).data.events).toHaveLength(1);
    expect((await service.call('GET', `/v2/webhooks/${data.webhook_id}/deliveries`)).data.deliveries).toEqual([]);
  });

  it.each([
    ['an unknown filter', { url: URL, events: ['message'] }],
    ['no filter at all', { url: URL, events: [] }],
    ['an unknown direction', { url: URL, message_type: 'both' }],
    ['a retry that is no boolean', { url: URL, retry: 'yes' }],
    ['a url that is none', { url: 'nowhere' }],
    ['a signed hosted webhook', { enable_signature: true }],
  ])('refuse %s', async (_what, body) => {
    expect(await refusal(create(body))).toEqual(INVALID);
  });

  it('refuse an account that is missing, unknown or inactive', async () => {
    expect(await refusal(service.call('POST', '/v2/webhooks', {}))).toEqual(INVALID);
    expect(await refusal(create({ account_id: 'acc_none' }))).toEqual({ status: 404, code: 'INVALID_ACCOUNT' });
    expect(await refusal(create({ account_id: 'acc_inactive' }))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' });
  });

  it('refuse a private or unencrypted url where such are not allowed, also in an update', async () => {
    const strict = await startWebhookService({ allow_private_webhooks: false });
    try {
      const body = { account_id: ACCOUNT, url: 'https://receiver.invalid/hook' };
      const { data } = await strict.call('POST', '/v2/webhooks', body);
      for (const url of ['http://receiver.invalid/', 'https://127.0.0.1/', 'https://localhost/', 'https://[::1]/']) {
        expect(await refusal(strict.call('POST', '/v2/webhooks', { ...body, url }))).toEqual(INVALID);
        expect(await refusal(strict.call('PUT', `/v2/webhooks/${data.webhook_id}`, { url }))).toEqual(INVALID);
      }
    } finally {
      await strict.close();
    }
  });

  it('change only what an update gives', async () => {
    const { data } = await create({ url: URL, events: ['message_received'] });
    const path = `/v2/webhooks/${data.webhook_id}`;
    expect((await service.call('PUT', path, { is_active: false })).data).toEqual({
      webhook_id: data.webhook_id,
      updated: true,
    });
    await service.call('PUT', path, { url: `${URL}/2`, events: ['all'], retry: false });
    expect((await service.call('GET', '/v2/webhooks')).data.webhooks).toMatchObject([
      { url: `${URL}/2`, events: ['all'], retry: false, is_active: false, is_monitoring: true },
    ]);
  });

  it('store nothing while stopped, and go on after a start', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}`;
    const isOn = () => isObserved(service.context.db, ACCOUNT, 'accepted_invitation');
    expect((await service.call('POST', `${path}/stop`)).data).toMatchObject({ is_monitoring: false });
    expect(await isOn()).toBe(false);
    await service.emit();
    expect((await service.call('POST', `${path}/start`, {})).data).toMatchObject({ is_monitoring: true });
    expect(await isOn()).toBe(true);
    await service.emit();
    expect((await service.call('GET', `${path}/events`)).data.events).toHaveLength(1);
  });

  it('forget a deleted webhook', async () => {
    const { data } = await create({ url: URL });
    await service.emit();
    const path = `/v2/webhooks/${data.webhook_id}`;
    expect((await service.call('DELETE', path)).data).toEqual({ webhook_id: data.webhook_id, deleted: true });
    expect((await service.call('GET', '/v2/webhooks')).data.webhooks).toEqual([]);
    expect(await refusal(service.call('DELETE', path))).toEqual(INVALID);
  });

  it("answer another owner's webhook like an unknown one", async () => {
    const { data } = await create({ url: URL });
    const path = `/v2/webhooks/${data.webhook_id}`;
    const calls = [
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/start`],
      ['POST', `${path}/stop`],
      ['GET', `${path}/events`],
      ['GET', `${path}/deliveries`],
      ['GET', `${path}/deliveries/dlv_1`],
      ['POST', `${path}/deliveries/dlv_1/replay`],
      ['POST', `${path}/replay`],
      ['POST', `${path}/rotate-secret`],
      ['DELETE', `${path}/secret`],
    ] as const;
    for (const [method, route] of calls) {
      const foreign = await service.call(method, route, method === 'GET' ? undefined : {}, OTHER_KEY);
      const unknown = await service.call(
        method,
        route.replace(data.webhook_id, 'whk_none'),
        method === 'GET' ? undefined : {},
      );
      expect(foreign, route).toMatchObject({
        status: 400,
        error: { code: 'INVALID_PARAMS', message: 'Webhook not found' },
      });
      expect(unknown.error).toEqual(foreign.error);
    }
    expect(await refusal(service.call('POST', '/v2/webhooks', { account_id: ACCOUNT }, OTHER_KEY))).toEqual({
      status: 404,
      code: 'INVALID_ACCOUNT',
    });
  });

  it('publish the retry policy', async () => {
    const { data } = await service.call('GET', '/v2/webhooks/retry-policy');
    expect(contract.get_retry_policy.data.parse(data)).toEqual(data);
    expect(data).toMatchObject({ timeout_seconds: 10, max_attempts: 8 });
  });

  it('say in the uniform envelope that there is no stream yet', async () => {
    const { data } = await create();
    const { status, error } = await service.call('GET', `/v2/webhooks/${data.webhook_id}/stream`);
    expect({ status, code: error?.code }).toEqual({ status: 501, code: 'INTERNAL_ERROR' });
  });
});

describe('events pull', () => {
  it('gives the events oldest first, page by page, without gap or repeat', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}/events`;
    await Promise.all(Array.from({ length: 25 }, (_, n) => service.emit({ fields: { message_text: `${n}` } })));
    const ids: string[] = [];
    let after = '';
    for (let more = true; more; ) {
      const page = (await service.call('GET', `${path}?limit=10${after}`)).data;
      expect(contract.list_events.data.parse(page)).toEqual(page);
      ids.push(...page.events.map((event: { event_id: string }) => event.event_id));
      more = page.has_more;
      after = `&after=${page.next_after}`;
    }
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(25);
    expect(ids).toEqual([...ids].sort());
    expect((await service.call('GET', `${path}?limit=10${after}`)).data).toMatchObject({
      events: [],
      has_more: false,
      next_after: ids.at(-1),
    });
  });

  it('never shows an event before one with a lower id: a reader that goes on after it would miss that one', async () => {
    await create();
    const { db, events } = service.context;
    const order: string[] = [];
    const emit = (name: string, hold: Promise<void>) =>
      db.transaction(async (tx) => {
        const base = { account_id: ACCOUNT, type: 'message', direction: 'incoming', at: service.clock.now() } as const;
        await events.emit(tx, { ...base, fields: { name } });
        order.push(name);
        await hold;
      });
    let release = () => {};
    const first = emit(
      'first',
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    await expect.poll(() => order).toEqual(['first']);
    const second = emit('second', Promise.resolve());
    try {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1);
    } finally {
      release();
      await Promise.all([first, second]);
    }
    const { rows } = await db.query<{ name: string }>(
      `select envelope::json -> 'event' ->> 'name' as name from events order by event_id`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['first', 'second']);
  });

  it('has one event_id for all webhooks of the account, and only what came after each creation', async () => {
    const { data: early } = await create();
    await service.emit();
    const { data: late } = await create({ url: URL });
    await service.emit();
    const idsOf = async ({ webhook_id }: { webhook_id: string }) =>
      (await service.call('GET', `/v2/webhooks/${webhook_id}/events`)).data.events.map(
        (event: { event_id: string }) => event.event_id,
      );
    const [all, some] = [await idsOf(early), await idsOf(late)];
    expect(all).toHaveLength(2);
    expect(some).toEqual([all[1]]);
    expect((await service.context.db.query('select 1 from events')).rowCount).toBe(2);
  });

  it('refuses an unknown or expired resume point and a limit out of range', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}/events`;
    await service.emit();
    const [event] = (await service.call('GET', path)).data.events;
    for (const query of ['after=evt_none', 'limit=0', 'limit=1001', 'limit=1.5', 'limit=x']) {
      expect(await refusal(service.call('GET', `${path}?${query}`)), query).toEqual(INVALID);
    }
    expect((await service.call('GET', `${path}?after=${event.event_id}`)).status).toBe(200);
    service.advance((31 * DAY) / 1000);
    expect(await refusal(service.call('GET', `${path}?after=${event.event_id}`))).toEqual(INVALID);
    expect((await service.call('GET', path)).data.events).toEqual([]);
  });
});

describe('delivery log and replay', () => {
  async function customWithEvents(count: number) {
    const { data } = await create({ url: URL });
    for (let n = 0; n < count; n++) await service.emit();
    return { path: `/v2/webhooks/${data.webhook_id}`, webhook_id: data.webhook_id as string };
  }

  it('lists deliveries newest first, filtered, in pages that stay put while others arrive', async () => {
    const { path } = await customWithEvents(5);
    const first = (await service.call('GET', `${path}/deliveries?limit=3`)).data;
    expect(contract.list_deliveries.data.parse(first)).toEqual(first);
    await service.emit();
    const second = (await service.call('GET', `${path}/deliveries?limit=3&cursor=${first.next_cursor}`)).data;
    expect(second.next_cursor).toBeNull();
    const ids = [...first.deliveries, ...second.deliveries].map((one: { delivery_id: string }) => one.delivery_id);
    expect(new Set(ids).size).toBe(5);

    const count = async (query: string) =>
      (await service.call('GET', `${path}/deliveries?${query}`)).data.deliveries.length;
    const today = new Date(service.clock.now()).toISOString().slice(0, 10);
    expect(await count('state=pending')).toBe(6);
    expect(await count('state=failed')).toBe(0);
    expect(await count(`event_id=${first.deliveries[0].event_id}`)).toBe(1);
    expect(await count(`since=${today}&until=${today}`)).toBe(6);
    expect(await count('until=2020-01-01')).toBe(0);
    for (const query of ['state=lost', 'cursor=abc', 'since=yesterday', 'limit=201']) {
      expect(await refusal(service.call('GET', `${path}/deliveries?${query}`)), query).toEqual(INVALID);
    }
  });

  it('queues a time range once more, and only what failed when asked', async () => {
    const { path } = await customWithEvents(4);
    await service.context.db.query(
      `update deliveries set state = 'failed', due_at = null where delivery_id in (select delivery_id from deliveries limit 2)`,
    );
    const range = { from: '2020-01-01', to: new Date(service.clock.now() + 1000).toISOString() };
    const replay = async (body: object) => (await service.call('POST', `${path}/replay`, body)).data;
    expect(await replay({ ...range, only_failed: true })).toEqual({ queued: 2 });
    // They are on their way now.
    expect(await replay({ ...range, only_failed: true })).toEqual({ queued: 0 });
    expect(await replay(range)).toEqual({ queued: 4 });
    expect(await replay({ from: '2020-01-01', to: '2020-01-02' })).toEqual({ queued: 0 });
    for (const body of [{}, { from: '2020-01-01' }, { event_id: 'evt_none' }, { from: 'x', to: 'y' }]) {
      expect(await refusal(service.call('POST', `${path}/replay`, body))).toEqual(INVALID);
    }
  });

  it('refuses a range above 5000 events and queues none of it', async () => {
    const { path, webhook_id } = await customWithEvents(0);
    await service.context.db.query(
      `insert into events select 'evt_' || n, '${ACCOUNT}', 'message', '{}', now() from generate_series(1, 5001) n`,
    );
    await service.context.db.query(`insert into webhook_events select $1, event_id from events`, [webhook_id]);
    const range = { from: '2020-01-01', to: '2100-01-01' };
    expect(await refusal(service.call('POST', `${path}/replay`, range))).toEqual(INVALID);
    expect((await service.context.db.query('select 1 from deliveries')).rowCount).toBe(0);
    await service.context.db.query(`delete from events where event_id = 'evt_1'`);
    expect((await service.call('POST', `${path}/replay`, range)).data).toEqual({ queued: 5000 });
  });

  it('refuses to replay to a paused webhook', async () => {
    const { path } = await customWithEvents(1);
    const [delivery] = (await service.call('GET', `${path}/deliveries`)).data.deliveries;
    await service.call('PUT', path, { is_active: false });
    expect(await refusal(service.call('POST', `${path}/deliveries/${delivery.delivery_id}/replay`))).toEqual(INVALID);
    expect(await refusal(service.call('POST', `${path}/replay`, { event_id: delivery.event_id }))).toEqual(INVALID);
  });

  it('keeps events and records for 30 days of the service clock', async () => {
    const { path } = await customWithEvents(2);
    const { db, clock } = service.context;
    const left = async () => [
      (await db.query('select 1 from events')).rowCount,
      (await db.query('select 1 from deliveries')).rowCount,
    ];
    await purgeExpired(db, clock.now() + 29 * DAY);
    expect(await left()).toEqual([2, 2]);
    await purgeExpired(db, clock.now() + 31 * DAY);
    expect(await left()).toEqual([0, 0]);
    expect((await service.call('GET', `${path}/events`)).data.events).toEqual([]);
  });
});
