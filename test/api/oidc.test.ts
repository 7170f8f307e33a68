import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOidcClient } from '../../src/app/api/auth/oidc.ts';
import { startOidcProvider, type TestProvider } from '../support/start-oidc-provider.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { accept, addFormerOwner, addPerson, browserOf, cookieOf, PASSWORD, signIn, tokenOf } from './users-fixtures.ts';

let provider: TestProvider;
let api: ApiBench;
let url: string;

beforeAll(async () => {
  provider = await startOidcProvider();
  api = await openApi({ oidc: provider.settings });
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  provider.serve(`${url}/session/oidc/callback`);
});
afterAll(async () => {
  await api.close();
  provider.close();
});

/** A browser as far as it is needed: keeps cookies, follows redirects, fills the forms of the provider. */
function openBrowser(login: string) {
  const jars = new Map<string, Map<string, string>>();
  const visited: string[] = [];
  const request = async (target: string, body?: URLSearchParams): Promise<Response> => {
    const { host } = new URL(target);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    visited.push(target);
    const answer = await fetch(target, {
      ...{ method: body ? 'POST' : 'GET', redirect: 'manual', ...(body ? { body } : {}) },
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    visited,
    request,
    cookie: () => [...(jars.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; '),
    /** Goes where it is sent, and gives where it ends: at the page, or before `stop`. */
    async go(start: string, stop = ''): Promise<string> {
      let target = start;
      let answer = await request(target);
      for (let steps = 0; steps < 20; steps++) {
        const location = answer.headers.get('location');
        if (location !== null) {
          target = new URL(location, target).href;
          if (stop !== '' && target.includes(stop)) return target;
          if (target.startsWith(`${url}/console/`)) return target;
          answer = await request(target);
          continue;
        }
        const page = await answer.text();
        const action = /action="([^"]+)"/.exec(page)?.[1];
        const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
        if (action === undefined || prompt === undefined)
          throw new Error(`${target}: ${answer.status} ${page.slice(0, 500)}`);
        answer = await request(new URL(action, target).href, new URLSearchParams({ prompt, login, password: 'any' }));
      }
      throw new Error(`no end: ${visited.join('\n')}`);
    },
  };
}

const invite = (email: string, role = 'operator') => api.call('POST', '/api/users', { email, role });
const me = async (cookie: string) => (await browserOf(api, cookie)('GET', '/api/me')).body;

describe('signing in by a provider of OpenID Connect', () => {
  it('lets in who was invited, by the address that the provider vouches for, and knows them by their id from then on', async () => {
    provider.knows('grace', { email: 'Grace@acme.example', email_verified: true });
    const invited = await invite('grace@acme.example');
    const browser = openBrowser('grace');
    expect(await browser.go(`${url}/session/oidc`)).toBe(`${url}/console/`);
    expect(await me(browser.cookie())).toMatchObject({
      user: { email: 'grace@acme.example', status: 'active' },
      role: 'operator',
    });
    // The link of the invitation is used up.
    expect((await accept(api, tokenOf(invited))).status).toBe(401);
    provider.knows('grace', { email: 'another@acme.example', email_verified: true });
    const again = openBrowser('grace');
    await again.go(`${url}/session/oidc`);
    expect((await me(again.cookie())).user.email).toBe('grace@acme.example');
    // Somebody else who is given the address there is not Grace.
    provider.knows('mallory', { email: 'grace@acme.example', email_verified: true });
    expect(await openBrowser('mallory').go(`${url}/session/oidc`)).toBe(`${url}/console/#sign-in-failed=unknown_user`);
    const { body } = await api.call('GET', '/api/audit-log?operation=signIn&q=Acme');
    expect(body.items[0]).toMatchObject({ sentence: 'grace signed in by Acme login.', via: 'page' });
  });

  it('lets nobody in who was not invited, was deactivated, or whose address the provider does not vouch for', async () => {
    const failed = `${url}/console/#sign-in-failed=unknown_user`;
    provider.knows('stranger', { email: 'stranger@acme.example', email_verified: true });
    const stranger = openBrowser('stranger');
    expect(await stranger.go(`${url}/session/oidc`)).toBe(failed);
    expect(stranger.cookie()).not.toContain('overture_session');
    await invite('unsure@acme.example');
    provider.knows('unsure', { email: 'unsure@acme.example', email_verified: false });
    expect(await openBrowser('unsure').go(`${url}/session/oidc`)).toBe(failed);
    await addPerson(api, 'owner');
    const gone = await addFormerOwner(api, 'viewer');
    provider.knows('gone', { email: gone.email, email_verified: true });
    await api.call('PATCH', `/api/users/${gone.id}`, { status: 'deactivated' });
    expect(await openBrowser('gone').go(`${url}/session/oidc`)).toBe(failed);
  });

  it('takes no answer that this browser has not asked for, a second time, or with another state', async () => {
    await invite('ada@acme.example');
    provider.knows('ada', { email: 'ada@acme.example', email_verified: true });
    const browser = openBrowser('ada');
    const callback = await browser.go(`${url}/session/oidc`, '/session/oidc/callback');
    const end = async (answer: Response) => answer.headers.get('location');
    // Whoever sends somebody to the answer of an own sign-in would sign them in as themselves.
    expect(await end(await openBrowser('other').request(callback))).toBe('/console/#sign-in-failed=too_late');
    const copy = openBrowser('ada');
    // Its own answer, with a code that would be taken: all else is right.
    const changed = new URL(await copy.go(`${url}/session/oidc`, '/session/oidc/callback'));
    changed.searchParams.set('state', 'another');
    expect(await end(await copy.request(changed.href))).toBe('/console/#sign-in-failed=provider');
    expect(await end(await browser.request(callback))).toBe('/console/');
    expect(await end(await browser.request(callback))).toBe('/console/#sign-in-failed=too_late');
  });

  it('says that the clocks are apart, where what the provider has just signed looks over', async () => {
    await invite('hedy@acme.example');
    provider.knows('hedy', { email: 'hedy@acme.example', email_verified: true });
    const now = Date.now.bind(Date);
    // One process, two clocks: that by which we judge the answer is two hours ahead of that of the provider.
    const isOurs = () => new Error('who asks').stack?.includes('/oauth4webapi/') === true;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (isOurs() ? 2 * 3_600_000 : 0));
    try {
      expect(await openBrowser('hedy').go(`${url}/session/oidc`)).toBe(`${url}/console/#sign-in-failed=clock`);
    } finally {
      clock.mockRestore();
    }
    expect(await openBrowser('hedy').go(`${url}/session/oidc`)).toBe(`${url}/console/`);
  });

  it('leaves passwords to owners where it says so, who can always sign in', async () => {
    const owner = await addPerson(api, 'owner');
    const viewer = await addFormerOwner(api, 'viewer');
    expect(await signIn(api, viewer.email)).toMatchObject({ status: 403, body: { code: 'oidc_only' } });
    // Nor by the link of an invitation, which stays good for the provider.
    const invited = await invite('linked@acme.example');
    expect(await accept(api, tokenOf(invited))).toMatchObject({ status: 403, body: { code: 'oidc_only' } });
    provider.knows('linked', { email: 'linked@acme.example', email_verified: true });
    expect(await openBrowser('linked').go(`${url}/session/oidc`)).toBe(`${url}/console/`);
    expect((await signIn(api, viewer.email, 'a wrong password')).status).toBe(401);
    const away = await openApi({ oidc: { ...provider.settings, issuer: 'http://127.0.0.1:9' } });
    try {
      const alone = await addPerson(away, 'owner');
      const failed = await away.call('GET', '/session/oidc', undefined, { key: null });
      expect(failed).toMatchObject({ status: 303, headers: { location: '/console/#sign-in-failed=provider' } });
      expect(cookieOf(await signIn(away, alone.email, PASSWORD))).toMatch(/^overture_session=/);
    } finally {
      await away.close();
    }
    expect((await signIn(api, owner.email)).status).toBe(204);
    expect((await api.call('GET', '/session', undefined, { key: null })).body).toEqual({
      has_users: true,
      oidc: 'Acme login',
    });
  });

  it('never connects to where a cloud keeps the credentials of its machines, wherever the provider says its keys are', async () => {
    const asked: string[] = [];
    const hostile = createServer((request, response) => {
      asked.push(String(request.url));
      const own = `http://${request.headers.host}`;
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          ...{ issuer: own, authorization_endpoint: `${own}/auth`, response_types_supported: ['code'] },
          ...{ token_endpoint: 'http://169.254.169.254/latest', jwks_uri: 'http://169.254.169.254/keys' },
        }),
      );
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const own = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    const oidc = createOidcClient({ ...provider.settings, issuer: own });
    try {
      const { state, nonce, verifier } = await oidc.begin('http://127.0.0.1/callback');
      const back = new URL(`http://127.0.0.1/callback?code=x&state=${state}`);
      const error = await oidc.finish(back, { state, nonce, verifier }).catch((caught: unknown) => caught);
      const causes: string[] = [];
      for (let one: unknown = error; one instanceof Error; one = one.cause) causes.push(one.message);
      expect(causes.join('; ')).toContain('169.254.169.254 is not a public or private address');
      expect(asked).toEqual(['/.well-known/openid-configuration']);
    } finally {
      await oidc.close();
      hostile.closeAllConnections();
      hostile.close();
    }
  });
});
