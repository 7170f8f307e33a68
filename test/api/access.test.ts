import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import type { ApiDeps } from '../../src/app/api/context.ts';
import { allows } from '../../src/app/api-contract/may-call.ts';
import { purgeIdempotentRequests } from '../../src/runtime/store/keys/idempotent-request.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import { openKeyRing, sealRing } from '../../src/shared/secrets/stored-ring.ts';
import { ADMIN, type ApiBench, openApi, SECRET_KEY } from './fixtures.ts';

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

describe('the page', () => {
  const open = (url: string, headers = {}) => api.call('GET', url, undefined, { key: null, headers });

  it('is the console, to which the plain address leads without a key', async () => {
    const answer = await open('/');
    expect(answer).toMatchObject({ status: 303, headers: { location: '/console/', 'cache-control': 'no-store' } });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('signs in by a token, once, and takes it out of the address', async () => {
    const token = createSignInToken(SECRET_KEY);
    const first = await open(`/?token=${token}`);
    expect(first).toMatchObject({ status: 303, headers: { location: '/console/' } });
    expect(first.headers['set-cookie']).toMatch(/HttpOnly.*SameSite=Strict/);
    const cookie = cookieOf(first.headers);
    expect((await open('/api/stats', { cookie })).status).toBe(200);
    const again = await open(`/?token=${token}`);
    expect(again.headers['set-cookie']).toBeUndefined();
    // Behind the #, so that the server is told nothing and the form says why.
    expect(again.headers.location).toBe('/console/#sign-in-failed=link_used');
    expect((await open('/?token=x.y')).headers.location).toBe('/console/#sign-in-failed=link_unknown');
    const early = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 16 * 60_000);
    const old = createSignInToken(SECRET_KEY);
    early.mockRestore();
    expect((await open(`/?token=${old}`)).headers.location).toBe('/console/#sign-in-failed=link_too_old');
  });

  it('leaves the token good for who follows the link, whoever has looked at it before', async () => {
    const url = `/?token=${createSignInToken(SECRET_KEY)}`;
    const scanned = await api.call('HEAD', url, undefined, { key: null });
    expect(scanned).toMatchObject({ status: 204 });
    expect(scanned.headers['set-cookie']).toBeUndefined();
    const fetched = await open(url.replace('/?', '/console/?'), { 'sec-purpose': 'prefetch;prerender' });
    expect(fetched).toMatchObject({ status: 204 });
    expect(fetched.headers['set-cookie']).toBeUndefined();
    expect((await open(url)).headers['set-cookie']).toMatch(/^overture_session=/);
  });

  it('takes no token of another key, nor a changed one', async () => {
    const [text = '', mac = ''] = createSignInToken(SECRET_KEY).split('.');
    const changed = Buffer.from(JSON.stringify({ nonce: 'x', expires_at: Date.now() * 2 })).toString('base64url');
    for (const token of [createSignInToken(Buffer.alloc(32)), `${changed}.${mac}`, text, '', 'x.y']) {
      expect((await open(`/?token=${token}`)).headers['set-cookie'], token).toBeUndefined();
    }
    expect((await open('/api/stats', { cookie: `overture_session=${createSignInToken(SECRET_KEY)}` })).status).toBe(
      401,
    );
  });

  it('signs in with a key, and the session ends with the key', async () => {
    const { body } = await api.call('POST', '/api/keys', { scopes: ['read'] });
    const origin = { origin: 'http://localhost', host: 'localhost' };
    expect((await api.call('POST', '/session', { key: 'ovk_wrong' }, { key: null, headers: origin })).status).toBe(401);
    const signed = await api.call('POST', '/session', { key: body.key }, { key: null, headers: origin });
    expect(signed.status).toBe(204);
    const cookie = cookieOf(signed.headers);
    expect((await open('/api/stats', { cookie })).status).toBe(200);
    await api.call('DELETE', `/api/keys/${body.id}`);
    expect((await open('/api/stats', { cookie })).status).toBe(401);
  });

  it('ends a session on the server at sign-out: a copy of the cookie is worth nothing', async () => {
    const cookie = cookieOf((await open(`/?token=${createSignInToken(SECRET_KEY)}`)).headers);
    const signOut = (headers: Record<string, string>) =>
      api.call('DELETE', '/session', undefined, { key: null, headers: { cookie, ...headers } });
    expect((await signOut({ origin: 'https://evil.example', host: 'localhost' })).status).toBe(403);
    expect((await open('/api/stats', { cookie })).status).toBe(200);
    const left = await signOut({ origin: 'http://localhost', host: 'localhost' });
    expect(left).toMatchObject({
      status: 204,
      headers: { 'set-cookie': expect.stringMatching(/^overture_session=;/) },
    });
    expect((await open('/api/stats', { cookie })).status).toBe(401);
  });

  it('lists who is signed in, and ends a session of somebody else', async () => {
    const signIn = async (name: string) =>
      cookieOf((await open(`/?token=${createSignInToken(SECRET_KEY)}`, { 'user-agent': name })).headers);
    const [mine, theirs] = [await signIn('Mine'), await signIn('Theirs')];
    const { body, status } = await open('/api/sessions', { cookie: mine });
    expect(status).toBe(200);
    const [newest, older] = body.items;
    expect([newest, older]).toMatchObject([
      { user_agent: 'Theirs', address: '127.0.0.1', key_id: null, is_yours: false },
      { user_agent: 'Mine', is_yours: true },
    ]);
    expect(JSON.stringify(body)).not.toContain(theirs.split('=')[1]);
    expect((await api.call('DELETE', `/api/sessions/${newest.id}`)).status).toBe(204);
    expect((await open('/api/stats', { cookie: theirs })).status).toBe(401);
    expect((await open('/api/stats', { cookie: mine })).status).toBe(200);
    expect((await api.call('DELETE', `/api/sessions/${newest.id}`)).status).toBe(404);
    const reader = await api.call('POST', '/api/keys', { scopes: ['read'] });
    expect((await api.call('GET', '/api/sessions', undefined, { key: reader.body.key })).status).toBe(403);
    await api.db.query(`update sessions set wall_expires_at = now() where id = $1`, [older.id]);
    expect((await open('/api/stats', { cookie: mine })).status).toBe(401);
  });

  it('keeps no token of a session', async () => {
    const cookie = cookieOf((await open(`/?token=${createSignInToken(SECRET_KEY)}`)).headers);
    const { rows } = await api.db.query('select * from sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  it('gives a secure cookie where others come by https, whoever ends it before us', async () => {
    const cookieWith = async (deps: Partial<ApiDeps>, headers: Record<string, string> = {}) => {
      await api.close();
      api = await openApi(deps);
      return String((await open(`/?token=${createSignInToken(SECRET_KEY)}`, headers)).headers['set-cookie']);
    };
    const behind = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    expect(await cookieWith({})).not.toContain('Secure');
    expect(await cookieWith({ public_url: 'http://overture.example' })).not.toContain('Secure');
    expect(await cookieWith({ public_url: 'https://overture.example' })).toContain('Secure');
    expect(await cookieWith({}, behind)).not.toContain('Secure');
    expect(await cookieWith({ trust_proxy: ['10.0.0.0/8'] }, behind)).not.toContain('Secure');
    expect(await cookieWith({ trust_proxy: 1 }, behind)).toContain('Secure');
    const { body } = await api.call('GET', '/api/sessions');
    expect(body.items).toMatchObject([{ address: '203.0.113.9' }]);
  });

  it('takes its own public address for its own, when a proxy asks by another name', async () => {
    await api.close();
    api = await openApi({ public_url: 'https://overture.example/app' });
    const post = (origin: string) =>
      api.call('POST', '/session', { key: ADMIN }, { key: null, headers: { origin, host: '10.0.0.7:4400' } });
    expect((await post('https://overture.example')).status).toBe(204);
    expect((await post('http://overture.example')).status).toBe(403);
  });

  it('is told by every answer that it is nothing else', async () => {
    for (const url of [
      '/',
      '/console/assets/nothing.js',
      '/api/stats',
      '/api/nothing',
      '/healthz',
      '/metrics',
      '/u/x',
      '/u/style.css',
      '/%zz',
      '/hooks/v2/x',
    ]) {
      expect((await open(url)).headers, url).toMatchObject({ 'x-content-type-options': 'nosniff' });
    }
    expect((await api.call('GET', '/api/stats')).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });

  it('changes nothing for a page of another site', async () => {
    const cookie = cookieOf((await open(`/?token=${createSignInToken(SECRET_KEY)}`)).headers);
    const post = (headers: Record<string, string>) =>
      api.call('POST', '/api/suppressions', { company: 'x' }, { key: null, headers: { cookie, ...headers } });
    expect(await post({})).toMatchObject({ status: 403, body: { code: 'other_origin' } });
    expect((await post({ origin: 'https://evil.example', host: 'localhost' })).status).toBe(403);
    expect((await post({ origin: 'http://localhost', host: 'localhost' })).status).toBe(201);
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
  it('is told without a key', async () => {
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
