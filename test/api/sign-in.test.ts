import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import type { ApiDeps } from '../../src/app/api/context.ts';
import { ADMIN, type ApiBench, openApi, SECRET_KEY } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const cookieOf = (headers: Record<string, unknown>): string => String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

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
    const past = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 16 * 60_000);
    const old = createSignInToken(SECRET_KEY);
    past.mockRestore();
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

  it('forbids browsers to guess its content type, as every other answer does', async () => {
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
