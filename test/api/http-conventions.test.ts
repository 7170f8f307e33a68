import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

const YAML = ['text/yaml', 'application/yaml', 'application/x-yaml', 'text/x-yaml', 'text/plain'];
const REQUEST_ID = expect.stringMatching(/^req_/);

describe('a path without this method', () => {
  it.each([
    ['DELETE', '/api/campaigns', ['GET', 'HEAD', 'POST']],
    ['PUT', '/api/campaigns/cmp_1?dry_run=true', ['GET', 'HEAD', 'PATCH']],
    ['DELETE', '/api/sequences/test', ['GET', 'HEAD', 'POST']],
    ['GET', '/mcp', ['POST']],
    ['POST', '/healthz', ['GET', 'HEAD']],
  ])('%s %s is 405, with those that it has', async (method, url, allow) => {
    const { status, headers, body } = await api.call(method, url);
    expect({ status, allow: headers.allow, body }).toMatchObject({
      ...{ status: 405, allow: allow.join(', ') },
      body: { code: 'method_not_allowed', allow },
    });
  });

  it('is 404 where nothing is at all', async () => {
    expect(await api.call('DELETE', '/api/nothing')).toMatchObject({ status: 404, body: { code: 'unknown_route' } });
  });
});

describe('who did not say who they are', () => {
  it('learns how to, and that a key is wrong', async () => {
    const without = await api.call('GET', '/api/campaigns', undefined, { key: null });
    expect(without).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="Overture"' } });
    const wrong = await api.call('GET', '/api/campaigns', undefined, { key: 'ovk_of_nobody' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="Overture", error="invalid_token"');
  });
});

describe('a body of another type', () => {
  it.each([
    ['/api/suppressions', 'application/xml', ['application/json']],
    ['/api/suppressions', 'text/csv', ['application/json']],
    ['/api/suppressions', 'text/yaml', ['application/json']],
    ['/api/campaigns', 'application/xml', ['application/json', 'text/csv']],
    ['/api/sequences', 'application/xml', ['application/json', ...YAML]],
  ])('%s refuses %s and says what it takes', async (url, type, accept) => {
    const { status, headers, body } = await api.call('POST', url, 'a: b', { headers: { 'content-type': type } });
    expect({ status, accept: headers.accept, body }).toMatchObject({
      ...{ status: 415, accept: accept.join(', ') },
      body: { code: 'unsupported_media_type', accept, detail: expect.stringContaining(`not ${type}`) },
    });
  });
});

describe('every answer', () => {
  it.each([
    ['GET', '/api/campaigns'],
    ['GET', '/api/nothing'],
    ['DELETE', '/api/campaigns'],
    ['GET', '/api/enrollments/%ff'],
    ['GET', '/api/audit-log?format=csv'],
    ['POST', '/api/suppressions'],
    ['GET', '/healthz'],
    ['GET', '/metrics'],
    ['GET', '/'],
    ['POST', '/mcp'],
  ])('%s %s carries the id by which its lines are found in the log', async (method, url) => {
    const { headers, body } = await api.call(method, url);
    expect(headers['x-request-id']).toEqual(REQUEST_ID);
    if (body?.code !== undefined) expect(body.request_id).toBe(headers['x-request-id']);
  });

  it('does so even where it answers what is no request', async () => {
    await api.app.listen({ port: 0 });
    const { port } = api.app.server.address() as { port: number };
    const socket = connect(port).end('this is no HTTP\r\n\r\n');
    const answer = await text(socket);
    const [, id] = /x-request-id: (req_\w+)/.exec(answer) ?? [];
    expect(id).toBeDefined();
    expect(answer).toContain(`"request_id":"${id}"`);
  });
});

describe('a body that is compressed', () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const packed = (body: unknown) => gzipSync(JSON.stringify(body));

  it('is read as if it were not, also a file', async () => {
    const entry = { email: 'packed@acme.example', reason: 'asked' };
    expect((await api.call('POST', '/api/suppressions', packed(entry), { headers })).status).toBe(201);
    const csv = { headers: { ...headers, 'content-type': 'text/csv' } };
    const file = gzipSync('first_name,profile_url\nAda,https://professional.example/in/packed\n');
    const { status, body } = await api.call(
      'POST',
      '/api/campaigns?sequence=hello&name=packed&dry_run=true',
      file,
      csv,
    );
    expect({ status, rows: body.rows }).toMatchObject({ status: 200, rows: { total: 1 } });
  });

  it('is held to what is right of every body, and says what is wrong with it', async () => {
    const { status, body } = await api.call('POST', '/api/suppressions', packed({ emial: 'a@b.example' }), { headers });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_body' });
    const broken = await api.call('POST', '/api/suppressions', '{"a": 1}', { headers });
    expect(broken).toMatchObject({ status: 400, body: { code: 'bad_encoding' } });
  });
});

describe('figures of something unknown', () => {
  it.each([
    ['/api/sequences/hello/experiments?campaign_id=cmp_nothing', 'unknown_campaign'],
    ['/api/stats?campaign_id=cmp_nothing', 'unknown_campaign'],
    ['/api/stats?sequence=helo', 'unknown_sequence'],
  ])('%s is 404, and not zeros', async (url, code) => {
    expect(await api.call('GET', url)).toMatchObject({ status: 404, body: { code } });
  });

  it('is a campaign of another sequence, too', async () => {
    await addSequence(api.db, 'other');
    await api.db.query(
      `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
       values ('cmp_other', 'other', 'other', 1, '{}', 'other', 'running', now())`,
    );
    const { status, body } = await api.call('GET', '/api/sequences/hello/experiments?campaign_id=cmp_other');
    expect({ status, detail: body.detail }).toEqual({
      ...{ status: 404, detail: 'The campaign cmp_other is of other, not of hello.' },
    });
    expect((await api.call('GET', '/api/sequences/other/experiments?campaign_id=cmp_other')).status).toBe(200);
  });
});
