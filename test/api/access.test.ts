import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allows } from '../../src/app/api-contract/may-call.ts';
import { purgeIdempotentRequests } from '../../src/runtime/store/keys/idempotent-request.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { openKeyRing, sealRing } from '../../src/shared/secrets/stored-ring.ts';
import { ADMIN, type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const keyOf = async (...scopes: string[]): Promise<string> =>
  (await api.call('POST', '/api/keys', { scopes })).body.key;
const cookieOf = (headers: Record<string, unknown>): string => String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

describe('keys', () => {
  it('are needed for everything under /api', async () => {
    for (const [method, url] of [
      ['GET', '/api/enrollments'],
      ['POST', '/api/enrollments'],
      ['POST', '/api/sequences'],
      ['GET', '/api/events'],
      ['GET', '/api/stats'],
      ['POST', '/api/keys'],
      ['POST', '/api/sign-in-tokens'],
    ] as const) {
      expect(await api.call(method, url, undefined, { key: null }), url).toMatchObject({ status: 401 });
      expect(await api.call(method, url, undefined, { key: 'ovk_wrong' }), url).toMatchObject({ status: 401 });
    }
  });

  it('do what their scopes allow and no more', async () => {
    const [read, write] = [await keyOf('read'), await keyOf('write')];
    expect((await api.call('GET', '/api/enrollments', undefined, { key: read })).status).toBe(200);
    expect((await api.call('GET', '/api/enrollments', undefined, { key: write })).status).toBe(200);
    expect((await api.call('POST', '/api/sequences/validate', 'x', { key: read })).status).toBe(200);
    expect(await api.call('POST', '/api/suppressions', { company: 'x' }, { key: read })).toMatchObject({
      status: 403,
      body: { code: 'missing_scope', scope: 'write' },
    });
    expect((await api.call('POST', '/api/suppressions', { company: 'x' }, { key: write })).status).toBe(201);
    const send = await keyOf('send');
    expect((await api.call('GET', '/api/enrollments', undefined, { key: send })).status).toBe(200);
    expect((await api.call('POST', '/api/suppressions', { company: 'y' }, { key: send })).status).toBe(403);
    expect([allows(['write'], 'send'), allows(['admin'], 'send'), allows(['send'], 'send')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await api.call('POST', '/api/keys', { scopes: ['admin'] }, { key: write })).status).toBe(403);
    expect((await api.call('POST', '/api/sign-in-tokens', {}, { key: write })).status).toBe(403);
  });

  it.each([
    ['/api/keys', { scopes: ['read'] }],
    ['/api/sign-in-tokens', {}],
  ])('made by POST %s are nowhere in the answers that are kept, and not shown again', async (url, body) => {
    const headers = { 'idempotency-key': 'once' };
    // A dry run makes none, and leaves the key of the request to what it tries out.
    for (const _ of [1, 2]) {
      const dry = await api.call('POST', `${url}?dry_run=true`, body, { headers });
      expect(dry).toMatchObject({ status: 200, body: { dry_run: true } });
      expect(JSON.stringify(dry.body)).not.toMatch(/"(key|token)":"/);
    }
    const made = await api.call('POST', url, body, { headers });
    expect(made.status).toBe(201);
    const { rows } = await api.db.query<{ kept: string }>('select r::text as kept from idempotent_requests r');
    expect(rows).toHaveLength(1);
    for (const secret of [made.body.key, made.body.token].filter(Boolean)) expect(rows[0]?.kept).not.toContain(secret);
    expect(await api.call('POST', url, body, { headers })).toMatchObject({
      status: 409,
      body: { code: 'shown_once', fix: expect.stringContaining('revoke') },
    });
  });

  it('are asked for with Idempotency-Keys of their own, also by browsers that are signed in', async () => {
    const headers = { 'idempotency-key': 'mine', origin: 'http://localhost', host: 'localhost' };
    const browsers = [];
    for (const _ of [1, 2]) {
      const { token } = (await api.call('POST', '/api/sign-in-tokens', {})).body;
      browsers.push(cookieOf((await api.call('GET', `/?token=${token}`, undefined, { key: null })).headers));
    }
    for (const cookie of browsers) {
      const answer = await api.call(
        'POST',
        '/api/suppressions',
        { company: 'x' },
        { key: null, headers: { ...headers, cookie } },
      );
      expect(answer.headers['idempotent-replayed']).toBeUndefined();
      expect(answer.status).toBeLessThan(300);
    }
  });

  it('were answered for a day, and then the answer goes', async () => {
    await api.call('POST', '/api/suppressions', { company: 'x' }, { headers: { 'idempotency-key': 'old' } });
    await api.call('POST', '/api/suppressions', { company: 'y' }, { headers: { 'idempotency-key': 'new' } });
    await api.db.query(
      `update idempotent_requests set wall_created_at = now() - interval '25 hours' where key = 'old'`,
    );
    await purgeIdempotentRequests(api.db);
    expect((await api.db.query('select key from idempotent_requests')).rows).toEqual([{ key: 'new' }]);
  });

  it('are shown once, kept as a hash, and can be revoked', async () => {
    const { status, body } = await api.call('POST', '/api/keys', { scopes: ['read'], name: 'ci' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { id: expect.any(String), key: expect.stringMatching(/^ovk_/), scopes: ['read'] },
    });
    const stored = JSON.stringify((await api.db.query('select * from api_keys')).rows);
    expect(stored).not.toContain(body.key);
    expect(stored).not.toContain(ADMIN);
    expect(JSON.stringify((await api.call('GET', '/api/keys')).body)).not.toContain(body.key);
    expect((await api.call('DELETE', `/api/keys/${body.id}`)).status).toBe(204);
    expect((await api.call('GET', '/api/stats', undefined, { key: body.key })).status).toBe(401);
  });

  it('end by themselves after the days that they were made for, and with them what was opened with them', async () => {
    const make = (more: object) => api.call('POST', '/api/keys', { scopes: ['read'], ...more });
    const { body: made } = await make({ expires_in_days: 30 });
    expect(Math.abs(Date.parse(made.expires_at) - Date.now() - 30 * 86_400_000)).toBeLessThan(3_600_000);
    const signIn = () =>
      api.call(
        'POST',
        '/session',
        { key: made.key },
        { key: null, headers: { origin: 'http://localhost', host: 'localhost' } },
      );
    const cookie = cookieOf((await signIn()).headers);
    const answers = () =>
      Promise.all([
        api.call('GET', '/api/stats', undefined, { key: made.key }),
        api.call('GET', '/api/stats', undefined, { key: null, headers: { cookie } }),
      ]);
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);
    await api.db.query('update api_keys set wall_expires_at = now() where id = $1', [made.id]);
    const over = await answers();
    expect(over.map(({ status }) => status)).toEqual([401, 401]);
    expect(over[0]?.body.detail).toBe('The key is unknown, was revoked or has expired.');
    expect((await signIn()).status).toBe(401);

    expect((await make({})).body.expires_at).toBeNull();
    for (const expires_in_days of [0, -1, 1.5, 4000, '30']) {
      const refused = await make({ expires_in_days });
      expect(refused, `${expires_in_days}`).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'expires_in_days' }] },
      });
    }
  });

  it('say with which key they were made, and when they were last used, to the minute', async () => {
    const { body: maker } = await api.call('POST', '/api/keys', { name: 'maker', scopes: ['admin'] });
    const { body: made } = await api.call('POST', '/api/keys', { name: 'made', scopes: ['read'] }, { key: maker.key });
    const listed = async () =>
      (await api.call('GET', '/api/keys')).body.items.find(({ id }: { readonly id: string }) => id === made.id);
    const use = () => api.call('GET', '/api/stats', undefined, { key: made.key });
    expect(await listed()).toMatchObject({
      ...{ user: null, made_by_key: { id: maker.id, name: 'maker' }, seen_at: null, expires_at: null },
    });
    await use();
    const first = (await listed()).seen_at;
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(3_600_000);
    await use();
    expect((await listed()).seen_at).toBe(first);
    await api.db.query(`update api_keys set wall_seen_at = wall_seen_at - interval '2 minutes' where id = $1`, [
      made.id,
    ]);
    await use();
    expect(Date.parse((await listed()).seen_at)).toBeGreaterThanOrEqual(Date.parse(first));
  });
});

describe('bodies', () => {
  it('that are broken are answered with 4xx and nothing of our inside', async () => {
    const send = (payload: string, type: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/enrollments',
        payload,
        headers: { 'content-type': type, authorization: `Bearer ${ADMIN}` },
      });
    for (const [payload, type, status] of [
      ['{"a":', 'application/json', 400],
      ['{"__proto__":{"x":1}}', 'application/json', 400],
      ['', 'application/json', 422],
      ['a=1', 'application/x-www-form-urlencoded', 415],
    ] as const) {
      const answer = await send(payload, type);
      expect(answer.statusCode, payload).toBe(status);
      expect(answer.headers['content-type']).toContain('problem+json');
      expect(answer.body).not.toMatch(/node_modules|at .*\(/);
    }
  });
});

describe('health', () => {
  it('is shown without a key', async () => {
    expect(await api.call('GET', '/healthz', undefined, { key: null })).toMatchObject({ status: 200 });
    expect(await api.call('GET', '/readyz', undefined, { key: null })).toMatchObject({
      status: 200,
      body: { postgres: true },
    });
    const metrics = await api.call('GET', '/metrics', undefined, { key: null });
    expect(metrics.body).toContain('overture_waiting{what="outbox"} 0');
  });

  it('is not ready while Temporal is away', async () => {
    await api.close();
    api = await openApi({ isTemporalUp: async () => false });
    expect(await api.call('GET', '/readyz', undefined, { key: null })).toMatchObject({
      status: 503,
      body: { temporal: false },
    });
  });

  it('is not ready when the database was sealed with a key that it does not have', async () => {
    const [ours, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    await api.close();
    api = await openApi({ keys: ringOf([secretKey(ours)]) });
    await openKeyRing(
      api.db,
      () => [ours],
      async () => null,
    );
    const ready = () => api.call('GET', '/readyz', undefined, { key: null });
    expect(await ready()).toMatchObject({ status: 200, body: { secret_key: true } });
    await api.db.transaction((tx) =>
      sealRing(
        tx,
        () => [other, ours],
        async () => null,
      ),
    );
    expect(await ready()).toMatchObject({ status: 503, body: { ok: false, postgres: true, secret_key: false } });
  });
});
