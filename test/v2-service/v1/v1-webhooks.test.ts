import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../delivery/receiver.ts';
import { eventually } from '../../support/eventually.ts';
import { oddAnswers } from '../../support/odd-urls.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { type V1Caller, v1Caller } from './v1-caller.ts';

const IDENTITY = { login_token: 'v1-token-of-sam', country: 'FR' };
let sandbox: Sandbox;
let receiver: Receiver;
let v1: V1Caller;
beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startSandbox(), startReceiver()]);
  v1 = v1Caller(sandbox, sandbox.key);
});
afterAll(() => Promise.all([sandbox.close(), receiver.close()]));

const create = (body: object = {}) =>
  v1('POST', '/v1/webhooks/accounts', { ...IDENTITY, webhook_url: receiver.url, ...body });
const listed = async (webhook_id: string) =>
  (await sandbox.call('GET', '/v2/webhooks')).body.data.webhooks.find(
    (webhook: { webhook_id: string }) => webhook.webhook_id === webhook_id,
  );

describe('the webhooks of V1', () => {
  it('are custom webhooks for messages, and their posts are not signed [v1 /v1/webhooks/accounts] [auth#7]', async () => {
    const made = await create({ enable_signature: true, events: ['all'] });
    expect(made.body).toMatchObject({ status: 'success', webhook_id: expect.any(String), is_active: true });
    expect(made.body).not.toHaveProperty('secret');
    expect(made.headers.get('link')).toBe(`<${sandbox.url}/v2/webhooks>; rel="successor-version"`);
    expect(await listed(made.body.webhook_id)).toMatchObject({
      mode: 'custom',
      url: receiver.url,
      events: ['message_received'],
      signature_enabled: false,
    });

    const person = await sandbox.person({ degree: 1 });
    const act = { account_id: made.body.account_id, do: 'reply', text: 'Hello' };
    await sandbox.control('POST', `/people/${person.slug}/act`, act);
    await eventually(() => expect(receiver.posts).toHaveLength(1));
    const [delivered] = receiver.posts;
    expect(JSON.parse(delivered?.body ?? '')).toMatchObject({ event: { type: 'message', message_text: 'Hello' } });
    expect(delivered?.headers).not.toHaveProperty('x-service-signature');
    expect(delivered?.headers).not.toHaveProperty('x-service-timestamp');
  });

  it('take a URL that can be read, at their making and later, and say no to any other', async () => {
    const { webhook_id } = (await create()).body;
    const fields = {
      made: (webhook_url: string) => create({ webhook_url }),
      changed: (webhook_url: string) => v1('PUT', `/v1/webhooks/accounts/${webhook_id}`, { ...IDENTITY, webhook_url }),
    };
    // V1 says no with 200.
    const says = ({ status, body }: { status: number; body: unknown }) =>
      status === 200 && typeof body === 'object' && body !== null && 'status' in body;
    expect(await oddAnswers(fields, says)).toEqual([]);
    expect((await create({ webhook_url: 'http://[' })).body).toMatchObject({
      status: 'error',
      message: expect.stringContaining('URL'),
    });
  });

  it('are listed, changed and deleted by id [v1 /v1/webhooks/accounts/{id}]', async () => {
    const { webhook_id } = (await create()).body;
    const path = `/v1/webhooks/accounts/${webhook_id}`;
    expect((await v1('GET', '/v1/webhooks/accounts')).body).toMatchObject({
      status: 'success',
      webhooks: expect.arrayContaining([expect.objectContaining({ webhook_id })]),
    });
    const changed = await v1('PUT', path, { ...IDENTITY, webhook_url: `${receiver.url}/2`, retry: false });
    expect(changed.body).toMatchObject({ status: 'success', webhook_id, updated: true });
    expect(changed.headers.get('link')).toContain(`/v2/webhooks/${webhook_id}>`);
    expect(await listed(webhook_id)).toMatchObject({ url: `${receiver.url}/2`, retry: false });
    expect((await v1('DELETE', path, IDENTITY)).body).toMatchObject({ status: 'success', deleted: true });
    expect(await listed(webhook_id)).toBeUndefined();
    expect(await v1('DELETE', path)).toMatchObject({
      status: 200,
      body: { status: 'error', message: 'Webhook not found' },
    });
  });

  it('stop, start and report their status [v1 /v1/webhooks/accounts/{id}/stop] [v1 /v1/webhooks/accounts/{id}/start] [v1 /v1/webhooks/accounts/{id}/status]', async () => {
    const { webhook_id } = (await create()).body;
    const path = `/v1/webhooks/accounts/${webhook_id}`;
    const status = async () => (await v1('GET', `${path}/status`)).body;
    expect(await status()).toMatchObject({ status: 'success', webhook_id, is_active: true, is_monitoring: true });
    expect((await v1('POST', `${path}/stop`, IDENTITY)).body).toMatchObject({
      status: 'success',
      is_monitoring: false,
    });
    expect(await status()).toMatchObject({ is_active: true, is_monitoring: false });
    expect((await v1('POST', `${path}/start`, IDENTITY)).body).toMatchObject({ is_monitoring: true });
    await v1('PUT', path, { is_active: false });
    expect(await status()).toMatchObject({ is_active: false, is_monitoring: true });
    expect((await v1('POST', `${path}/status`, IDENTITY)).body.data).toEqual((await status()).data);
    expect((await v1('GET', '/v1/webhooks/accounts/whk_none/status')).body).toMatchObject({ status: 'error' });
  });

  it('need a url and the account: hosted webhooks are of V2 only [versioning#2]', async () => {
    expect(await create({ webhook_url: undefined })).toMatchObject({
      status: 200,
      body: { status: 'error', message: 'body.webhook_url: is required' },
    });
    expect((await v1('POST', '/v1/webhooks/accounts', { webhook_url: receiver.url })).body).toMatchObject({
      message: 'body.login_token: is required',
    });
  });

  it("are no one else's", async () => {
    const { webhook_id } = (await create()).body;
    const { api_key } = await sandbox.control('POST', '/users');
    const other = v1Caller(sandbox, api_key);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/start'],
      ['POST', '/stop'],
      ['GET', '/status'],
    ] as const) {
      const answer = await other(
        method,
        `/v1/webhooks/accounts/${webhook_id}${path}`,
        method === 'GET' ? undefined : {},
      );
      expect(answer.body).toMatchObject({ status: 'error', message: 'Webhook not found' });
    }
    expect((await other('GET', '/v1/webhooks/accounts')).body).toMatchObject({ webhooks: [] });
  });
});
