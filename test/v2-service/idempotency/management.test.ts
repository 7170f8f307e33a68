import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
let keys = 0;
let key: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  account = await sandbox.account();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  key = `management-${++keys}`;
});

async function post(path: string, body: object, idempotencyKey = key) {
  const response = await fetch(sandbox.url + path, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    body: await response.json(),
  };
}

describe('an Idempotency-Key on calls without an action', () => {
  it('repeats a login with its pairing code, without a second sign-in', async () => {
    const body = { platform: 'messenger', phone_number: '+33699999999' };
    const first = await post('/v2/login', body);
    const second = await post('/v2/login', body);
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(second).toEqual({ ...first, replayed: 'true' });
    const code = first.body.data.pairing_code;
    const done = await post('/v2/checkpoint', { account_id: first.body.data.account_id, code }, `${key}-code`);
    expect(done.status).toBe(200);
    expect(
      (await post('/v2/checkpoint', { account_id: first.body.data.account_id, code }, `${key}-code`)).replayed,
    ).toBe('true');
  });

  it('charges a login once', async () => {
    const body = { email: 'once@mail.example', password: 'secret' };
    const remaining = async () => (await sandbox.call('GET', '/v2/credits')).body.data.credits_remaining;
    const before = await remaining();
    for (const _ of [1, 2, 3]) expect((await post('/v2/login', body)).body.metadata.credits_consumed).toBe(1);
    expect(await remaining()).toBe(before - 1);
    const logs = await sandbox.call('GET', '/v2/logs?action=login');
    expect(logs.body.data.items.filter((row: { idempotency_key: string }) => row.idempotency_key === key)).toHaveLength(
      1,
    );
  });

  it('makes one webhook and shows its secret again, though the store cannot be read without the key', async () => {
    const body = { account_id: account, url: 'http://127.0.0.1:9/hook', enable_signature: true };
    const answers = [await post('/v2/webhooks', body), await post('/v2/webhooks', body)];
    const [{ secret, webhook_id }, second] = answers.map((answer) => answer.body.data);
    expect(second).toMatchObject({ secret, webhook_id });
    const listed = (await sandbox.call('GET', '/v2/webhooks')).body.data.webhooks;
    expect(listed.filter((one: { webhook_id: string }) => one.webhook_id === webhook_id)).toHaveLength(1);
    const { rows } = await sandbox.service.db.query('select t::text as row from idempotent_requests t');
    expect(JSON.stringify(rows)).not.toContain(secret);

    const rotate = () => post(`/v2/webhooks/${webhook_id}/rotate-secret`, {}, `${key}-rotate`);
    expect((await rotate()).body.data.secret).toBe((await rotate()).body.data.secret);
  });

  it('refuses another body and another path', async () => {
    await post('/v2/login', { login_token: 'one' });
    const other = await post('/v2/login', { login_token: 'two' });
    expect(other.status).toBe(400);
    expect(other.body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining('another body'),
    });
    expect((await post('/v2/webhooks', { login_token: 'one' })).body.error.message).toContain('another body');
  });

  it('lets one of twenty duplicates have the effect', async () => {
    const body = { email: 'many@mail.example', password: 'secret' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/v2/login', body)));
    for (const { status, body: answer } of answers) {
      expect([200, 429]).toContain(status);
      if (status === 429) expect(answer.error.code).toBe('RATE_LIMITED');
    }
    expect(answers.filter(({ status, replayed }) => status === 200 && replayed === null)).toHaveLength(1);
  });

  it('stores what the channel refused, and no other error', async () => {
    const refused = { email: 'no@mail.example', password: 'wrong' };
    const first = await post('/v2/login', refused);
    expect(first).toMatchObject({ status: 422, replayed: null });
    expect(await post('/v2/login', refused)).toEqual({ ...first, replayed: 'true' });

    const wrong = { account_id: account };
    for (const _ of [1, 2]) {
      expect(await post('/v2/checkpoint', wrong, `${key}-b`)).toMatchObject({ status: 400, replayed: null });
    }
  });

  it('counts a wrong code once', async () => {
    const { account_id } = (await post('/v2/login', { email: 'code@mail.example', password: 'needs-code' })).body.data;
    const wrong = { account_id, code: '1' };
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      expect((await post('/v2/checkpoint', wrong, `${key}-code`)).body.error.message).toContain('tries left: 4');
    }
  });
});
