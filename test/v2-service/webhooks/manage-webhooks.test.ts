import { describe, expect, it } from 'vitest';
import { webhooks as contract } from '../../../src/v2/contract/endpoints/webhooks.ts';
import { isObserved } from '../../../src/v2/service/events/is-observed.ts';
import { HOOK_URL, INVALID, refusal, webhookBench } from './webhook-bench.ts';
import { ACCOUNT, OTHER_KEY, startWebhookService } from './webhook-service.ts';

const bench = webhookBench();
const { create } = bench;

describe('webhook endpoints', () => {
  it('create a custom webhook with its defaults, and show a secret only then [POST /v2/webhooks] [POST /v2/webhooks.account_id] [POST /v2/webhooks.enable_signature] [GET /v2/webhooks] [record/webhook.*] [state/webhook#4] [credits#8]', async () => {
    const { status, data, metadata } = await create({ url: HOOK_URL, enable_signature: true });
    expect(status).toBe(200);
    expect(contract.create_webhook.data.parse(data)).toEqual(data);
    expect(data).toMatchObject({
      account_id: ACCOUNT,
      mode: 'custom',
      url: HOOK_URL,
      events: ['all'],
      message_type: 'incoming',
      retry: true,
      is_active: true,
      is_monitoring: true,
      signature_enabled: true,
      secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    });
    expect(metadata).toMatchObject({ action: 'create_webhook', account_id: ACCOUNT, credits_consumed: 0 });

    const { data: list } = await bench.service.call('GET', '/v2/webhooks');
    expect(contract.list_webhooks.data.parse(list)).toEqual(list);
    expect(list.webhooks).toMatchObject([{ webhook_id: data.webhook_id, signature_enabled: true }]);
    expect(JSON.stringify(list)).not.toContain(data.secret);
    const { rows } = await bench.service.context.db.query('select * from webhooks');
    expect(JSON.stringify(rows)).not.toContain(data.secret);
  });

  it('create a hosted webhook without a url [POST /v2/webhooks.url] [record/webhook.stream_url] [record/webhook.events_url] [auth#6]', async () => {
    const { data } = await create();
    expect(data).toMatchObject({
      mode: 'hosted',
      stream_url: `http://service.test/v2/webhooks/${data.webhook_id}/stream`,
      events_url: `http://service.test/v2/webhooks/${data.webhook_id}/events`,
    });
    expect(data).not.toHaveProperty('url');
    const { data: list } = await bench.service.call('GET', '/v2/webhooks');
    const { stream_url: _stream, events_url: _events, ...record } = data;
    expect(list.webhooks).toEqual([record]);
    await bench.service.emit();
    expect((await bench.service.call('GET', `/v2/webhooks/${data.webhook_id}/events`)).data.events).toHaveLength(1);
    expect((await bench.service.call('GET', `/v2/webhooks/${data.webhook_id}/deliveries`)).data.deliveries).toEqual([]);
  });

  it.each([
    ['an unknown filter', { url: HOOK_URL, events: ['message'] }],
    ['no filter at all', { url: HOOK_URL, events: [] }],
    ['an unknown direction', { url: HOOK_URL, message_type: 'both' }],
    ['a retry that is no boolean', { url: HOOK_URL, retry: 'yes' }],
    ['a url that is none', { url: 'nowhere' }],
    ['a signed hosted webhook', { enable_signature: true }],
  ])(
    'refuse %s [POST /v2/webhooks.events] [POST /v2/webhooks.retry] [POST /v2/webhooks.message_type]',
    async (_what, body) => {
      expect(await refusal(create(body))).toEqual(INVALID);
    },
  );

  it('refuse an account that is missing, unknown or inactive [auth#2] [POST /v2/webhooks.account_id]', async () => {
    expect(await refusal(bench.service.call('POST', '/v2/webhooks', {}))).toEqual(INVALID);
    expect(await refusal(create({ account_id: 'acc_none' }))).toEqual({ status: 404, code: 'INVALID_ACCOUNT' });
    expect(await refusal(create({ account_id: 'acc_inactive' }))).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' });
  });

  it('refuse a private or unencrypted url where such are not allowed, also in an update [POST /v2/webhooks.url] [PUT /v2/webhooks/{webhook_id}.url]', async () => {
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

  it('change only what an update gives [PUT /v2/webhooks/{webhook_id}] [PUT /v2/webhooks/{webhook_id}.url] [PUT /v2/webhooks/{webhook_id}.events] [PUT /v2/webhooks/{webhook_id}.retry] [PUT /v2/webhooks/{webhook_id}.is_active]', async () => {
    const { data } = await create({ url: HOOK_URL, events: ['message_received'] });
    const path = `/v2/webhooks/${data.webhook_id}`;
    expect((await bench.service.call('PUT', path, { is_active: false })).data).toEqual({
      webhook_id: data.webhook_id,
      updated: true,
    });
    await bench.service.call('PUT', path, { url: `${HOOK_URL}/2`, events: ['all'], retry: false });
    expect((await bench.service.call('GET', '/v2/webhooks')).data.webhooks).toMatchObject([
      { url: `${HOOK_URL}/2`, events: ['all'], retry: false, is_active: false, is_monitoring: true },
    ]);
  });

  it('store nothing while stopped, and go on after a start [POST /v2/webhooks/{webhook_id}/start] [POST /v2/webhooks/{webhook_id}/stop] [state/webhook#2] [state/webhook#3]', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}`;
    const isOn = () => isObserved(bench.service.context.db, ACCOUNT, 'accepted_invitation');
    expect((await bench.service.call('POST', `${path}/stop`)).data).toMatchObject({ is_monitoring: false });
    expect(await isOn()).toBe(false);
    await bench.service.emit();
    expect((await bench.service.call('POST', `${path}/start`, {})).data).toMatchObject({ is_monitoring: true });
    expect(await isOn()).toBe(true);
    await bench.service.emit();
    expect((await bench.service.call('GET', `${path}/events`)).data.events).toHaveLength(1);
  });

  it('name the account of the webhook in what they refuse', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}`;
    const refused = [
      await bench.service.call('GET', `${path}/events?limit=0`),
      await bench.service.call('POST', `${path}/rotate-secret`),
      await bench.service.call('PUT', path, { events: [] }),
    ];
    expect(refused.map(({ metadata }) => metadata.account_id)).toEqual([ACCOUNT, ACCOUNT, ACCOUNT]);
  });

  it('forget a deleted webhook [DELETE /v2/webhooks/{webhook_id}]', async () => {
    const { data } = await create({ url: HOOK_URL });
    await bench.service.emit();
    const path = `/v2/webhooks/${data.webhook_id}`;
    expect((await bench.service.call('DELETE', path)).data).toEqual({ webhook_id: data.webhook_id, deleted: true });
    expect((await bench.service.call('GET', '/v2/webhooks')).data.webhooks).toEqual([]);
    expect(await refusal(bench.service.call('DELETE', path))).toEqual(INVALID);
  });

  it("answer another owner's webhook like an unknown one [auth#2]", async () => {
    const { data } = await create({ url: HOOK_URL });
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
      const foreign = await bench.service.call(method, route, method === 'GET' ? undefined : {}, OTHER_KEY);
      const unknown = await bench.service.call(
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
    expect(await refusal(bench.service.call('POST', '/v2/webhooks', { account_id: ACCOUNT }, OTHER_KEY))).toEqual({
      status: 404,
      code: 'INVALID_ACCOUNT',
    });
  });

  it('publish the retry policy [GET /v2/webhooks/retry-policy] [record/retry_policy.*] [delivery#3]', async () => {
    const { data } = await bench.service.call('GET', '/v2/webhooks/retry-policy');
    expect(contract.get_retry_policy.data.parse(data)).toEqual(data);
    expect(data).toMatchObject({ timeout_seconds: 10, max_attempts: 8 });
  });
});
