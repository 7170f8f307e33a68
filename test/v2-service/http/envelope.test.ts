import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
let url: string;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());

const send = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': owner.key, ...headers },
    ...(body === undefined ? {} : { body }),
  });

describe('the envelope', () => {
  it.each([
    ['an unknown path', 'GET', '/v2/nothing', undefined, 404, 'INVALID_ACTION'],
    ['a path that cannot be decoded', 'GET', '/v2/accounts/%E0%A4%A', undefined, 404, 'INVALID_ACTION'],
    ['a wrong method', 'GET', '/v2/profiles', undefined, 405, 'INVALID_ACTION'],
    [
      'a wrong method where another route takes parameters',
      'GET',
      '/v2/accounts/connect-link',
      undefined,
      405,
      'INVALID_ACTION',
    ],
    ['a very long id', 'GET', `/v2/accounts/${'x'.repeat(5000)}`, undefined, 404, 'INVALID_ACCOUNT'],
    ['a body of null', 'POST', '/v2/accounts/connect-link', 'null', 400, 'INVALID_PARAMS'],
    ['malformed JSON', 'POST', '/v2/profiles', '{"account_id":', 400, 'INVALID_PARAMS'],
    ['a body that is no object', 'POST', '/v2/profiles', '[1]', 400, 'INVALID_PARAMS'],
    ['a null character', 'POST', '/v2/profiles', '{"account_id":"a\\u0000"}', 400, 'INVALID_PARAMS'],
    ['a null character in the path', 'GET', '/v2/accounts/a%00', undefined, 400, 'INVALID_PARAMS'],
    ['an empty body', 'POST', '/v2/profiles', '', 400, 'INVALID_PARAMS'],
  ])('answers %s', async (_name, method, path, body, status, code) => {
    const response = await send(method, path, body, { 'content-type': 'application/json' });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({
      success: false,
      error: { code, message: expect.any(String) },
      metadata: { credits_consumed: 0, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  it('names the methods that a path has', async () => {
    expect((await send('GET', '/v2/profiles')).headers.get('allow')).toBe('POST');
    expect((await send('PATCH', '/v2/accounts/acc_1')).headers.get('allow')).toBe('DELETE, GET');
    expect((await send('GET', '/v2/accounts/connect-link')).headers.get('allow')).toBe('POST');
  });

  it('has the request id of its caller, if that is well-formed', async () => {
    const idOf = async (id: string) =>
      (await send('GET', '/v2/credits', undefined, { 'x-request-id': id })).headers.get('x-request-id');
    expect(await idOf('mine-1')).toBe('mine-1');
    expect(await idOf('ada@acme.example')).toMatch(/^req_/);
  });

  it('answers what never becomes a request', async () => {
    const headers = { 'x-api-key': 'k'.repeat(30_000) };
    expect((await send('GET', '/v2/credits', undefined, headers)).status).toBe(403);
    const response = await send('GET', '/v2/credits', undefined, { 'x-api-key': 'k'.repeat(100_000) });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'INVALID_PARAMS' } });
  });

  it('refuses a body above the limit with 413', async () => {
    const response = await send('POST', '/v2/messages', 'x'.repeat(36 * 1024 * 1024));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'INVALID_PARAMS' } });
  });

  it('reads JSON whatever its content type says', async () => {
    const body = JSON.stringify({ account_id: owner.professional, action: 'get_me' });
    const response = await send('POST', '/v2/profiles', body, { 'content-type': 'text/plain' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      success: true,
      metadata: { action: 'get_me', account_id: owner.professional, credits_consumed: 1 },
    });
  });

  it('answers what breaks with INTERNAL_ERROR, without its cause, and charges nothing [errors.INTERNAL_ERROR] [errors#1]', async () => {
    service.channels.during = () => Promise.reject(new Error('secret detail'));
    const before = await service.get('/v2/credits', owner.key);
    const body = JSON.stringify({ account_id: owner.professional, action: 'get_me' });
    const response = await send('POST', '/v2/profiles', body);
    service.channels.during = async () => undefined;
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('INTERNAL_ERROR');
    expect(text).not.toContain('secret detail');
    const after = await service.get('/v2/credits', owner.key);
    expect(after.body.data.credits_remaining).toBe(before.body.data.credits_remaining);
  });

  it('says it is healthy without a key', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});
