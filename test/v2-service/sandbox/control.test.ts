import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseWrites } from '../../support/refuse-writes.ts';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('the control of the sandbox', () => {
  it('answers plain JSON, and errors with code and message, without the envelope', async () => {
    expect(await sandbox.call('GET', '/sandbox/clock', undefined, 'no-such-key')).toEqual({
      status: 403,
      body: { error: { code: 'INVALID_API_KEY', message: expect.any(String) } },
    });
    expect(await sandbox.call('GET', '/sandbox/people/nobody/received')).toMatchObject({
      status: 404,
      body: { error: { code: 'INVALID_PARAMS' } },
    });
    expect(await sandbox.call('GET', '/sandbox/nothing')).toMatchObject({ status: 404, body: { error: {} } });
    const bad = await sandbox.call('POST', '/sandbox/people', { behavior: { accepts_after: 'soon' } });
    expect(bad).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
    expect(bad.body.error.message).toContain('body.behavior.accepts_after');
  });

  it('says that its database cannot take what it is to keep', async () => {
    const again = await refuseWrites(sandbox.service.db, 'sandbox_people', 'insert');
    expect(await sandbox.call('POST', '/sandbox/people', {})).toMatchObject({
      status: 503,
      body: { error: { code: 'INTERNAL_ERROR', message: expect.stringMatching(/^The disk of Postgres is full/) } },
    });
    await again();
    expect(await sandbox.call('POST', '/sandbox/people', {})).toMatchObject({ status: 200 });
  });

  it('moves the clock forward and changes its speed, never back [sandbox GET /sandbox/clock] [sandbox POST /sandbox/clock]', async () => {
    const before = Date.parse((await sandbox.control('GET', '/clock')).now);
    const after = await sandbox.control('POST', '/clock', { advance: 'PT2H' });
    expect(Date.parse(after.now) - before).toBeGreaterThanOrEqual(7_200_000);
    expect(await sandbox.control('POST', '/clock', { speed: 60 })).toMatchObject({ speed: 60 });
    expect(await sandbox.control('POST', '/clock', { speed: 1 })).toMatchObject({ speed: 1 });
    for (const body of [{}, { advance: 'two hours' }, { advance: '-PT1H' }, { speed: 0.5 }]) {
      expect((await sandbox.call('POST', '/sandbox/clock', body)).status).toBe(400);
    }
  });

  it('sets the credits, to a figure or to unlimited [sandbox POST /sandbox/credits]', async () => {
    expect(await sandbox.control('POST', '/credits', { set: 5 })).toMatchObject({ credits_remaining: 5 });
    expect(await sandbox.control('POST', '/credits', { unlimited: true })).toMatchObject({ unlimited: true });
    expect(await sandbox.control('POST', '/credits', { set: 10_000 })).toMatchObject({ unlimited: false });
  });

  it('makes owners with worlds of their own, and keys that expire [sandbox POST /sandbox/users] [sandbox POST /sandbox/keys]', async () => {
    const other = await sandbox.control('POST', '/users', {});
    expect((await sandbox.call('GET', '/v2/credits', undefined, other.api_key)).body.data).toMatchObject({
      credits_remaining: 10_000,
    });
    const { api_key } = await sandbox.control('POST', '/keys', {});
    expect((await sandbox.call('GET', '/v2/credits', undefined, api_key)).status).toBe(200);
    const brief = await sandbox.control('POST', '/keys', { expires_in: 0.001 });
    await expect
      .poll(async () => (await sandbox.call('GET', '/v2/credits', undefined, brief.api_key)).status)
      .toBe(403);
  });

  it('resets the world of one owner: the same seed, the same people; the keys and the clock stay', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const call = (method: string, path: string, body?: object) => sandbox.call(method, path, body, api_key);
    const kept = await sandbox.account();
    const candidates = async () => {
      const account = await call('POST', '/sandbox/accounts', {});
      const { account_id } = account.body;
      const body = { account_id, action: 'get_candidates', params: { job_id: '4000000001', count: 50 } };
      const { body: answer } = await call('POST', '/v2/recruiter', body);
      await call('POST', '/v2/webhooks', { account_id });
      return answer.data.candidates.map((each: { public_identifier: string }) => each.public_identifier);
    };
    const before = await candidates();
    expect((await call('POST', '/sandbox/reset', { seed: 1 })).status).toBe(200);
    expect((await call('GET', '/v2/logs')).body.data.items).toEqual([]);
    expect((await call('GET', '/v2/accounts')).body.data.accounts).toEqual([]);
    expect(await candidates()).toEqual(before);
    await call('POST', '/sandbox/reset', { seed: 2 });
    expect(await candidates()).not.toEqual(before);
    expect((await sandbox.call('GET', `/v2/accounts/${kept}`)).status).toBe(200);
  });

  it('follows the one-click link of the last mail, as a mail client would', async () => {
    const posts: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        posts.push(`${request.method} ${request.url} ${body}`);
        response.writeHead(202).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const account = await sandbox.account({ platform: 'email', email: 'me@agency.example' });
    const person = await sandbox.person({ email: 'leaves@works.example' });
    const act = { account_id: account, do: 'unsubscribe' };
    expect((await sandbox.call('POST', `/sandbox/people/${person.slug}/act`, act)).status).toBe(400);
    await sandbox.act('messages', account, 'send', {
      to: person.email,
      message_text: 'Hi',
      custom_headers: {
        'List-Unsubscribe': `<mailto:x@agency.example>, <http://127.0.0.1:${port}/u/token>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    expect(await sandbox.control('POST', `/people/${person.slug}/act`, act)).toMatchObject({ status: 202 });
    expect(posts).toEqual(['POST /u/token List-Unsubscribe=One-Click']);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('faults', () => {
  const visits = async (slug: string) => (await sandbox.received(slug)).length;
  const visit = (account: string, profile_url: string) =>
    fetch(`${sandbox.url}/v2/profiles`, {
      method: 'POST',
      headers: { 'x-api-key': 'sandbox-tests-bootstrap-key', 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: account, action: 'visit', params: { profile_url } }),
    });
  const fault = (account: string, body: object) =>
    sandbox.control('POST', '/faults', {
      match: { path: '/v2/profiles', action: 'visit', account_id: account },
      ...body,
    });

  it('refuse the next matching calls, as many as asked, and only those [sandbox POST /sandbox/faults]', async () => {
    const [account, other] = [await sandbox.account(), await sandbox.account()];
    const person = await sandbox.person();
    for (const [kind, status] of [
      ['rate_limited', 429],
      ['internal_error', 500],
      ['channel_error', 422],
    ] as const) {
      await fault(account, { kind, times: 2 });
      expect((await visit(other, person.url)).status).toBe(200);
      expect((await visit(account, person.url)).status).toBe(status);
      expect((await visit(account, person.url)).status).toBe(status);
      expect((await visit(account, person.url)).status).toBe(200);
    }
    expect(await visits(person.slug)).toBe(6);
  });

  it('are gone when deleted [sandbox DELETE /sandbox/faults]', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    await fault(account, { kind: 'internal_error', times: 100 });
    expect(await sandbox.control('DELETE', '/faults')).toEqual({ faults: 0 });
    expect((await visit(account, person.url)).status).toBe(200);
  });
});
