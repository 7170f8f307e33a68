import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createV2Client, type V2Client, type V2ClientOptions } from '../../src/v2/client/create-v2-client.ts';
import {
  type Answer,
  cut,
  cutInTheBody,
  dribble,
  failure,
  json,
  raw,
  silence,
  startScriptedServer,
  success,
  truncated,
} from './scripted-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function connect(base_url: string, options: Partial<V2ClientOptions> = {}): V2Client {
  const client = createV2Client({
    base_url,
    api_key: 'sk_test',
    read_retries: { attempts: 3, first_wait_ms: 1, longest_wait_ms: 2_000 },
    ...options,
  });
  stops.unshift(() => client.close());
  return client;
}

async function scripted(script: readonly Answer[], options: Partial<V2ClientOptions> = {}) {
  const server = await startScriptedServer(...script);
  stops.push(() => server.stop());
  return { server, client: connect(server.url, options) };
}

const receipt = { status: 'success', data: { entityUrn: 'urn:1', conversation_id: 'con_1', deliveredAt: 1 } };
const send = (client: V2Client, more: { idempotency_key?: string; signal?: AbortSignal } = {}) =>
  client.call('messages', 'send', {
    account_id: 'acc_1',
    params: { profile_url: 'ada', message_text: 'Hello' },
    ...more,
  });
const check = (client: V2Client, signal?: AbortSignal) =>
  client.call('network', 'check_connection', {
    account_id: 'acc_1',
    params: { profile_url: 'ada' },
    ...(signal ? { signal } : {}),
  });
const connected = { connected: true, name: 'Ada', cache_synced: true, cache_synced_at: '2026-03-05T10:00:00.000Z' };

describe('a call that succeeds', () => {
  it('sends key, account, action, params and the idempotency key, and hands back data and credits', async () => {
    const { server, client } = await scripted([json(200, success(receipt, 2))]);
    expect(await send(client, { idempotency_key: 'enr_1/hello/1' })).toEqual({
      kind: 'success',
      data: receipt,
      credits: 2,
      replayed: false,
    });
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      url: '/v2/messages',
      headers: { 'x-api-key': 'sk_test', 'idempotency-key': 'enr_1/hello/1', 'content-type': 'application/json' },
      body: { account_id: 'acc_1', action: 'send', params: { profile_url: 'ada', message_text: 'Hello' } },
    });
  });

  it('says when the service answered from its store', async () => {
    const { client } = await scripted([json(200, success(receipt), { 'idempotent-replayed': 'true' })]);
    expect(await send(client)).toMatchObject({ kind: 'success', replayed: true });
  });

  it('leaves the account out where the action needs none', async () => {
    const { server, client } = await scripted([json(200, success({ email: null, status: 'unknown', score: 0 }))]);
    await client.call('enrich', 'find_email', { account_id: null, params: { profile_url: 'ada' } });
    expect(server.received[0]).toMatchObject({ url: '/v2/enrich' });
    expect(server.received[0]?.body).toEqual({ action: 'find_email', params: { profile_url: 'ada' } });
  });

  it('keeps the fields that the contract does not know', async () => {
    const { client } = await scripted([json(200, success({ ...connected, since: 5 }))]);
    expect(await check(client)).toMatchObject({ kind: 'success', data: { connected: true, since: 5 } });
  });

  it('carries an idempotency key of any letters in a header', async () => {
    const { server, client } = await scripted([json(200, success(receipt))]);
    await send(client, { idempotency_key: 'enr_1/grüße 1/1' });
    expect(server.received[0]?.headers['idempotency-key']).toBe('enr_1/gr%C3%BC%C3%9Fe%201/1');
  });
});

describe('a send whose outcome cannot be known', () => {
  it.each<[string, Answer]>([
    ['cuts the connection without an answer', cut],
    ['cuts the connection in the body', cutInTheBody(200, success(receipt))],
    ['answers half a body with 200', truncated(200, success(receipt))],
    ['answers HTML with 200', raw(200, '<html>maintenance</html>', { 'content-type': 'text/html' })],
    ['answers {} with 200', json(200, {})],
    ['answers null with 200', json(200, null)],
    ['answers 204 without a body', raw(204, '')],
    ['answers an error envelope with 200', json(200, failure('INVALID_PARAMS', 'no'))],
    ['answers a success that is no receipt', json(200, success({ status: 'success', data: {} }))],
    ['answers 500 with the envelope', json(500, failure('INTERNAL_ERROR', 'unexpected'))],
    ['answers 502 without the envelope', raw(502, '<html>bad gateway</html>')],
    ['answers 408', raw(408, '')],
    ['answers 409', raw(409, '')],
    ['answers 499', raw(499, '')],
    ['answers 599', raw(599, '')],
    ['sends on to a result', raw(303, '', { location: '/v2/messages' })],
    ['never answers', silence],
    ['never ends its answer', dribble],
  ])('is unknown and not sent again when the service %s', async (_name, answer) => {
    const { server, client } = await scripted([answer, json(200, success(receipt))], { timeout_ms: 1_500 });
    const outcome = await send(client, { idempotency_key: 'k' });
    expect(outcome).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/./) });
    expect(server.received).toHaveLength(1);
  });

  it('is unknown when the answer is larger than the cap', async () => {
    const { client } = await scripted([json(200, success({ ...receipt, noise: 'x'.repeat(10_000) }))], {
      max_response_bytes: 5_000,
    });
    expect(await send(client)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('5000 bytes') });
  });

  it('is unknown when the caller cancels a call in flight', async () => {
    const cancel = new AbortController();
    const { server, client } = await scripted([() => cancel.abort()]);
    expect(await send(client, { signal: cancel.signal })).toMatchObject({ kind: 'unknown' });
    expect(server.received).toHaveLength(1);
  });

  it('is unknown when a visit ends in 500', async () => {
    const { server, client } = await scripted([json(500, failure('INTERNAL_ERROR', 'unexpected'))]);
    const visit = await client.call('profiles', 'visit', { account_id: 'acc_1', params: { profile_url: 'ada' } });
    expect(visit.kind).toBe('unknown');
    expect(server.received).toHaveLength(1);
  });
});

describe('a call that was never sent', () => {
  it('is unreachable when nothing listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    expect(await send(connect(`http://127.0.0.1:${port}`))).toMatchObject({ kind: 'unreachable' });
    expect(await check(connect(`http://127.0.0.1:${port}`))).toMatchObject({ kind: 'unreachable' });
  });

  it('is unreachable when the name does not resolve', async () => {
    expect(await send(connect('http://nowhere.invalid'))).toMatchObject({ kind: 'unreachable' });
  });

  it('is unreachable when the other side speaks no TLS', async () => {
    const { server } = await scripted([json(200, success(receipt))]);
    expect(await send(connect(server.url.replace('http:', 'https:')))).toMatchObject({ kind: 'unreachable' });
    expect(server.received).toHaveLength(0);
  });

  it('is unreachable when it was canceled before', async () => {
    const { server, client } = await scripted([json(200, success(receipt))]);
    expect(await send(client, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'unreachable' });
    expect(server.received).toHaveLength(0);
  });
});

describe('a call that is refused', () => {
  it('carries status, code, sub code, message and credits', async () => {
    const envelope = failure('CHANNEL_ERROR', 'no seat', { sub_code: 'NO_PREMIUM_SEAT', credits: 1 });
    const { client } = await scripted([json(422, envelope)]);
    expect(await send(client)).toEqual({
      kind: 'refused',
      status: 422,
      code: 'CHANNEL_ERROR',
      sub_code: 'NO_PREMIUM_SEAT',
      message: 'no seat',
      credits: 1,
      retry_after_ms: null,
    });
  });

  it('does not repeat a send after 429, and says how long to wait', async () => {
    const limited = json(429, failure('RATE_LIMITED', 'slow down'), { 'retry-after': '7' });
    const { server, client } = await scripted([limited, json(200, success(receipt))]);
    expect(await send(client)).toMatchObject({ kind: 'refused', code: 'RATE_LIMITED', retry_after_ms: 7_000 });
    expect(server.received).toHaveLength(1);
  });

  it('understands a date as the time to wait', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    const { client } = await scripted([json(429, failure('RATE_LIMITED', 'x'), { 'retry-after': date })]);
    const outcome = await send(client);
    const wait = outcome.kind === 'refused' ? (outcome.retry_after_ms ?? 0) : 0;
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  it.each<[number, string]>([
    [429, 'RATE_LIMITED'],
    [402, 'INSUFFICIENT_CREDITS'],
    [404, 'INVALID_ACTION'],
    [413, 'INVALID_PARAMS'],
    [425, 'RATE_LIMITED'],
    [418, 'OTHER'],
    [501, 'OTHER'],
  ])('is refused by status %d alone, as a gateway does it', async (status, code) => {
    const { client } = await scripted([raw(status, '<html></html>', { 'retry-after': '1' })]);
    expect(await send(client)).toMatchObject({ kind: 'refused', status, code, retry_after_ms: 1_000 });
  });

  it('is refused by a redirect, which names where it leads and is not followed', async () => {
    const { server, client } = await scripted([raw(307, '', { location: 'https://elsewhere.example/v2' })]);
    expect(await send(client)).toMatchObject({
      kind: 'refused',
      code: 'OTHER',
      message: expect.stringContaining('https://elsewhere.example/v2, which is not followed: check V2_BASE_URL'),
    });
    expect(server.received).toHaveLength(1);
  });

  it('keeps the name of a code that the contract does not have', async () => {
    const { client } = await scripted([json(418, failure('TEAPOT', 'no coffee'))]);
    expect(await send(client)).toMatchObject({ kind: 'refused', code: 'OTHER', message: 'TEAPOT: no coffee' });
  });

  it('is refused when only the head of the refusal came', async () => {
    const { client } = await scripted([cutInTheBody(402, failure('INSUFFICIENT_CREDITS', 'requires 1, 0 remaining'))]);
    expect(await send(client)).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_CREDITS' });
  });

  it('is refused, not in doubt, where the service says that it does not have the action', async () => {
    const { client } = await scripted([json(501, failure('INTERNAL_ERROR', 'not built yet'))]);
    expect(await send(client)).toMatchObject({ kind: 'refused', status: 501, code: 'INTERNAL_ERROR' });
  });
});

describe('a read', () => {
  it.each<[string, Answer]>([
    ['a cut', cut],
    ['a truncated answer', truncated(200, success(connected))],
    ['an unexpected error', json(500, failure('INTERNAL_ERROR', 'unexpected'))],
    ['too many requests', json(429, failure('RATE_LIMITED', 'slow down'))],
    ['silence', silence],
  ])('is repeated after %s', async (_name, answer) => {
    const { server, client } = await scripted([answer, json(200, success(connected, 0))], { timeout_ms: 1_500 });
    expect(await check(client)).toMatchObject({ kind: 'success', credits: 0 });
    expect(server.received).toHaveLength(2);
  });

  it('is given up after its attempts', async () => {
    const { server, client } = await scripted([json(500, failure('INTERNAL_ERROR', 'unexpected'))]);
    expect(await check(client)).toMatchObject({ kind: 'refused', code: 'INTERNAL_ERROR' });
    expect(server.received).toHaveLength(3);
  });

  it('comes back no earlier than Retry-After', async () => {
    const limited = json(429, failure('RATE_LIMITED', 'slow down'), { 'retry-after': '1' });
    const { client } = await scripted([limited, json(200, success(connected))]);
    const from = performance.now();
    expect(await check(client)).toMatchObject({ kind: 'success' });
    expect(performance.now() - from).toBeGreaterThanOrEqual(990);
  });

  it('hands a long Retry-After to the caller instead of waiting', async () => {
    const limited = json(429, failure('RATE_LIMITED', 'slow down'), { 'retry-after': '3600' });
    const { server, client } = await scripted([limited]);
    expect(await check(client)).toMatchObject({ kind: 'refused', retry_after_ms: 3_600_000 });
    expect(server.received).toHaveLength(1);
  });

  it('is not repeated after a refusal that would come again', async () => {
    const { server, client } = await scripted([json(404, failure('INVALID_ACCOUNT', 'unknown account'))]);
    expect(await check(client)).toMatchObject({ kind: 'refused', code: 'INVALID_ACCOUNT' });
    expect(server.received).toHaveLength(1);
  });

  it('stops waiting when the caller cancels', async () => {
    const cancel = new AbortController();
    const limited: Answer = (response, request) => {
      json(429, failure('RATE_LIMITED', 'slow down'), { 'retry-after': '2' })(response, request);
      setImmediate(() => cancel.abort());
    };
    const { server, client } = await scripted([limited]);
    await check(client, cancel.signal);
    expect(server.received).toHaveLength(1);
  });
});

describe('the management calls', () => {
  it('read accounts, credits and logs with their filters', async () => {
    const { server, client } = await scripted([
      json(200, success({ accounts: [], total: 0 })),
      json(200, success({ credits_remaining: null, credits_used: 5, unlimited: true })),
      json(200, success({ items: [], total: 0, limit: 50, offset: 0 })),
    ]);
    expect(await client.listAccounts({ platform: 'email' })).toMatchObject({ data: { total: 0 } });
    expect(await client.getCredits()).toMatchObject({ data: { unlimited: true } });
    expect(await client.listLogs({ action: 'send', limit: 50 })).toMatchObject({ kind: 'success' });
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v2/accounts?platform=email',
      'GET /v2/credits',
      'GET /v2/logs?action=send&limit=50',
    ]);
  });

  it('create, page through and delete webhooks', async () => {
    const webhook = {
      webhook_id: 'wh/1',
      account_id: 'acc_1',
      mode: 'custom',
      url: 'https://engine.example/hooks/v2/1',
      events: ['all'],
      message_type: 'incoming',
      retry: true,
      is_active: true,
      is_monitoring: true,
      signature_enabled: true,
      created_at: '2026-03-05T10:00:00.000Z',
    };
    const { server, client } = await scripted([
      json(200, success({ ...webhook, secret: 'whsec' }, 0)),
      json(200, success({ webhooks: [webhook] }, 0)),
      json(200, success({ events: [{ event_id: 'e2' }], next_after: 'e2', has_more: false }, 0)),
      json(200, success({ webhook_id: 'wh/1', secret: 'new', signature_scheme: 'v1' }, 0)),
      json(200, success({ webhook_id: 'wh/1', deleted: true }, 0)),
    ]);
    const created = await client.createWebhook({ account_id: 'acc_1', url: webhook.url, enable_signature: true });
    expect(created).toMatchObject({ data: { secret: 'whsec' } });
    expect(await client.listWebhooks()).toMatchObject({ data: { webhooks: [{ webhook_id: 'wh/1' }] } });
    expect(await client.pullEvents('wh/1', { after: 'e1', limit: 10 })).toMatchObject({ data: { next_after: 'e2' } });
    expect(await client.rotateSecret('wh/1')).toMatchObject({ data: { secret: 'new' } });
    expect(await client.deleteWebhook('wh/1')).toMatchObject({ data: { deleted: true } });
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v2/webhooks',
      'GET /v2/webhooks',
      'GET /v2/webhooks/wh%2F1/events?after=e1&limit=10',
      'POST /v2/webhooks/wh%2F1/rotate-secret',
      'DELETE /v2/webhooks/wh%2F1',
    ]);
  });
});

describe('a client that cannot work', () => {
  it('is refused at its creation, without showing the key', () => {
    expect(() => createV2Client({ base_url: 'localhost:4401', api_key: 'sk' })).toThrow(
      /not the address of a V2 service/,
    );
    expect(() => createV2Client({ base_url: 'http://v2.example', api_key: 'sk_secret\n' })).toThrow(
      expect.objectContaining({ code: 'v2_api_key_invalid', message: expect.not.stringContaining('sk_secret') }),
    );
  });
});
