import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { V1_MAPPINGS } from '../../../src/v2/contract/v1.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { type V1Caller, v1Caller } from './v1-caller.ts';

const TOKEN = 'v1-token-of-sam';
let sandbox: Sandbox;
let v1: V1Caller;
let account_id: string;
let ada: { slug: string; url: string; id_url: string; urn: string; email: string };

beforeAll(async () => {
  sandbox = await startSandbox();
  v1 = v1Caller(sandbox, sandbox.key);
  const login = await sandbox.call('POST', '/v2/login', {
    platform: 'professional',
    login_token: TOKEN,
    country: 'FR',
    products: ['classic', 'premium_navigator', 'recruiter'],
  });
  account_id = login.body.data.account_id;
  ada = await sandbox.person({ first_name: 'Ada', last_name: 'Example', degree: 1 });
});
afterAll(() => sandbox.close());

const post = (path: string, body: object = {}) => v1('POST', path, { login_token: TOKEN, country: 'FR', ...body });
const newestLog = async () => (await sandbox.call('GET', '/v2/logs?limit=1')).body.data.items[0];
const credits = async () => (await sandbox.call('GET', '/v2/credits')).body.data.credits_used as number;

/** Params that every V1 action takes or refuses by their V2 names in the end: what counts here is where it arrives. */
const BODIES: Readonly<Record<string, object>> = {
  '/v1/profile/info': { linkedin_url: 'PERSON' },
  '/v1/profile/contact': { linkedin_url: 'PERSON' },
  '/v1/profile/visit': { linkedin_url: 'PERSON' },
  '/v1/profile/search': { keyword: 'engineer' },
  '/v1/companies/search': { keyword: 'a' },
  '/v1/messages/send-message': { linkedin_url: 'PERSON', message: 'Hello Ada' },
  '/v1/network/invitation-status': { linkedin_url: 'PERSON' },
  '/v1/posts/create': { message: 'A post' },
  '/v1/posts/search': { keyword: 'a' },
  '/v1/data/mail/finder': { first_name: 'Ada', last_name: 'Example', domain: 'example.example' },
  '/v1/data/mail/reverse': { email: 'ada@example.example' },
  '/v1/data/mail/validate': { email: 'not an address' },
};

/** Called without what they need: refused by the V2 action itself. */
const REFUSED = [
  '/v1/companies/info',
  '/v1/messages/conversation',
  '/v1/network/connect',
  '/v1/network/accept-invitation',
  '/v1/network/withdraw',
  '/v1/posts/create-company',
  '/v1/posts/like',
  '/v1/posts/react',
  '/v1/posts/comment',
  '/v1/posts/answer-comment',
  '/v1/posts/repost',
  '/v1/posts/extract-comments',
  '/v1/posts/reactions',
  '/v1/posts/time-spent',
  '/v1/recruiter/get-candidate',
  '/v1/recruiter/cv',
  '/v1/recruiter/publish',
  '/v1/recruiter/close',
];

describe('the mapping of V1', () => {
  const actions = V1_MAPPINGS.filter(({ action }) => action !== null);

  it.each(actions)('$v1 is executed as the action $action [v1 *] [versioning#2]', async ({ v1: path, v2, action }) => {
    const body = JSON.parse(JSON.stringify(BODIES[path] ?? {}).replace('PERSON', ada.url));
    const answer = await post(path, body);
    const refused = REFUSED.includes(path);
    expect(answer.body, path).toMatchObject({ status: refused ? 'error' : 'success', metadata: { action } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('link')).toBe(`<${sandbox.url}${v2}>; rel="successor-version"`);
    expect(await newestLog()).toMatchObject({
      action,
      account_id: v2 === '/v2/enrich' ? null : account_id,
      status: refused ? 'error' : 'success',
      credits_consumed: answer.body.metadata.credits_consumed,
    });
    if (refused) expect(answer.body).toMatchObject({ message: expect.any(String), error_code: 'INVALID_PARAMS' });
  });

  it('has every path of the contract behind the key', async () => {
    for (const { v1: path, methods } of V1_MAPPINGS) {
      for (const method of methods) {
        const answer = await v1(method, path.replace('{id}', 'whk_none'), method === 'GET' ? undefined : {}, {
          'x-api-key': 'sk_none',
        });
        expect(answer, `${method} ${path}`).toMatchObject({
          status: 403,
          body: { status: 'error', error_code: 'INVALID_API_KEY' },
        });
        expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
      }
    }
  });
});

describe('a call of V1', () => {
  it('has its effect and charge through the V2 action, and the fields at the top of the answer [versioning#1] [versioning#3] [versioning#5] [v1 /v1/messages/send-message]', async () => {
    const before = await credits();
    const { body } = await post('/v1/messages/send-message', { linkedin_url: ada.url, message: 'From V1' });
    expect(body).toMatchObject({
      status: 'success',
      data: { entityUrn: expect.any(String), conversation_id: expect.any(String), deliveredAt: expect.any(Number) },
    });
    expect(await credits()).toBe(before + 1);
    const received = await sandbox.received(ada.slug);
    expect(received.at(-1)).toMatchObject({ kind: 'message', account_id, text: 'From V1' });
  });

  it('says what V2 says, in its own form [v1 /v1/profile/info] [v1 /v1/profile/me]', async () => {
    const data = await sandbox.act('profiles', account_id, 'get', { profile_url: ada.url });
    const { body } = await post('/v1/profile/info', { linkedin_url: ada.url });
    expect(body).toMatchObject({ status: 'success', ...data });
    expect(body.data).toEqual(data);
    expect((await post('/v1/profile/me')).body).toMatchObject({ status: 'success', full_name: expect.any(String) });
  });

  it('keeps what an action itself calls a status [v1 /v1/data/mail/validate]', async () => {
    const { body } = await post('/v1/data/mail/validate', { email: 'nobody' });
    expect(body).toMatchObject({ status: 'success', email: 'nobody', data: { status: 'invalid' } });
  });

  it('separates the texts of filters by semicolons or commas [versioning#3] [v1 /v1/profile/search]', async () => {
    const both = await sandbox.act('profiles', account_id, 'search_people', { network: ['F', 'S'], keyword: 'Ada' });
    for (const network of ['F;S', 'F, S', ['F', 'S']]) {
      const { body } = await post('/v1/profile/search', { network, keyword: 'Ada' });
      expect(body.total_available_results).toBe(both.total_available_results);
    }
    expect(both.total_available_results).toBeGreaterThan(0);
  });

  it('answers most errors with 200 [versioning#1]', async () => {
    expect(await post('/v1/profile/info')).toMatchObject({
      status: 200,
      body: { status: 'error', error_code: 'INVALID_PARAMS', message: 'params.profile_url: is required' },
    });
    const stranger = await sandbox.person({ degree: 3 });
    const refused = await post('/v1/messages/send-message', { linkedin_url: stranger.url, message: 'Hi' });
    expect(refused).toMatchObject({
      status: 200,
      body: { status: 'error', error_code: 'CHANNEL_ERROR', sub_code: 'NOT_CONNECTED' },
    });
    expect((await v1('POST', '/v1/profile/me', {})).body).toMatchObject({
      status: 'error',
      message: 'body.login_token: is required',
    });
    expect(await v1('POST', '/v1/profile/me', '{')).toMatchObject({ status: 200, body: { status: 'error' } });
  });

  it('answers what the router refuses in V1 form, with its true status', async () => {
    expect(await v1('POST', '/v1/nothing', {})).toMatchObject({
      status: 404,
      body: { status: 'error', error_code: 'INVALID_ACTION' },
    });
    const wrong = await v1('GET', '/v1/profile/me');
    expect(wrong).toMatchObject({ status: 405, body: { status: 'error' } });
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(wrong.headers.get('deprecation')).toMatch(/^@\d+$/);
  });

  it('has no effect twice under an Idempotency-Key', async () => {
    const body = { login_token: TOKEN, country: 'FR', linkedin_url: ada.url, message: 'Once' };
    const send = () => v1('POST', '/v1/messages/send-message', body, { 'idempotency-key': 'v1-once' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const texts = (await sandbox.received(ada.slug)).map(({ text }: { text: string }) => text);
    expect(texts.filter((text: string) => text === 'Once')).toHaveLength(1);
  });

  it('is refused for an account whose session has expired', async () => {
    const other = await post('/v1/profile/me', { login_token: 'v1-token-of-kim' });
    await sandbox.control('POST', `/accounts/${other.body.metadata.account_id}/expire`, {});
    expect(await post('/v1/profile/me', { login_token: 'v1-token-of-kim' })).toMatchObject({
      status: 200,
      body: { status: 'error', error_code: 'ACCOUNT_INACTIVE' },
    });
  });

  it('meets injected faults', async () => {
    await sandbox.control('POST', '/faults', { match: { path: '/v1/profile/me' }, kind: 'rate_limited' });
    const limited = await post('/v1/profile/me');
    expect(limited).toMatchObject({ status: 429, body: { status: 'error', error_code: 'RATE_LIMITED' } });
    expect(limited.headers.get('retry-after')).toBe('1');
    await sandbox.control('POST', '/faults', { match: { action: 'get_me' }, kind: 'channel_error' });
    expect(await post('/v1/profile/me')).toMatchObject({ status: 200, body: { error_code: 'CHANNEL_ERROR' } });
  });
});

describe('a login token in V1 [versioning#4]', () => {
  it('is imported when it is new, for nothing, and names the same account from then on, in V2 too', async () => {
    const before = await credits();
    const first = await post('/v1/profile/me', { login_token: 'v1-token-of-lee' });
    const second = await post('/v1/profile/me', { login_token: 'v1-token-of-lee', country: 'DE' });
    const id = first.body.metadata.account_id;
    expect(second.body.metadata.account_id).toBe(id);
    // The two reads alone.
    expect(await credits()).toBe(before + 2);
    const imported = await sandbox.call('POST', '/v2/login', { login_token: 'v1-token-of-lee', country: 'FR' });
    expect(imported.body).toMatchObject({ data: { account_id: id }, metadata: { credits_consumed: 0 } });
    expect(await credits()).toBe(before + 2);
  });

  it('needs no credits to be imported, where the call itself needs none', async () => {
    const body = { login_token: 'v1-token-of-max', country: 'FR', webhook_url: 'https://max.example/hook' };
    await sandbox.control('POST', '/credits', { set: 0 });
    const made = await v1('POST', '/v1/webhooks/accounts', body);
    await sandbox.control('POST', '/credits', { set: 1000 });
    expect(made.body).toMatchObject({ status: 'success', metadata: { credits_consumed: 0 } });
  });

  it('that the platform refuses is refused', async () => {
    expect(await post('/v1/profile/me', { login_token: 'wrong' })).toMatchObject({
      status: 200,
      body: { status: 'error', error_code: 'CHANNEL_ERROR', sub_code: 'AUTH_FAILED' },
    });
    expect((await post('/v1/profile/me', { login_token: 'x', country: 'JP' })).body).toMatchObject({
      error_code: 'INVALID_PARAMS',
      message: expect.stringMatching(/^body\.country: /),
    });
  });
});

describe('the legacy login [auth#5] [v1 /v1/auth/login]', () => {
  const login = (body: object) => v1('POST', '/v1/auth/login', body);

  it('answers a token and a cookie, and costs 1 credit', async () => {
    const before = await credits();
    const answer = await login({ email: 'lou@mail.example', password: 'secret' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'success',
      requires_verification: false,
      account_id: expect.stringMatching(/^acc_/),
      metadata: { action: 'login', credits_consumed: 1 },
    });
    expect(await credits()).toBe(before + 1);
    const { account_id: id, login_token } = answer.body;
    const setCookie = answer.headers.get('set-cookie') ?? '';
    expect(setCookie).toContain(`login_token=${login_token}`);
    expect(setCookie).toContain('HttpOnly');
    const { data } = (await sandbox.call('GET', `/v2/accounts/${id}`)).body;
    expect(data).toMatchObject({ platform: 'professional', email: 'lou@mail.example', country: 'FR' });

    const byToken = await post('/v1/profile/me', { login_token });
    const byCookie = await v1('POST', '/v1/profile/me', {}, { cookie: setCookie.split(';')[0] ?? '' });
    expect(byToken.body.metadata.account_id).toBe(id);
    expect(byCookie.body.metadata.account_id).toBe(id);
    const imported = await sandbox.call('POST', '/v2/login', { login_token });
    expect(imported.body).toMatchObject({ data: { account_id: id }, metadata: { credits_consumed: 0 } });
  });

  it.each(['US', 'UK', 'FR', 'DE', 'NL', 'IT', 'IL', 'CA', 'BR', 'ES', 'IN'])(
    'takes the country %s',
    async (country) => {
      const { body } = await login({ email: `${country}@mail.example`, password: 'secret', country });
      const { data } = (await sandbox.call('GET', `/v2/accounts/${body.account_id}`)).body;
      expect(data.country).toBe(country);
    },
  );

  it('refuses what is missing, and another country', async () => {
    const refused = async (body: object) => (await login(body)).body;
    expect(await refused({ password: 'x' })).toMatchObject({ status: 'error', message: 'body.email: is required' });
    expect(await refused({ email: 'a@b.example' })).toMatchObject({ message: 'body.password: is required' });
    expect(await refused({ email: 'a@b.example', password: 'x', country: 'JP' })).toMatchObject({
      message: expect.stringMatching(/^body\.country: /),
    });
    expect(await refused({ email: 'a@b.example', password: 'wrong' })).toMatchObject({
      error_code: 'CHANNEL_ERROR',
      sub_code: 'AUTH_FAILED',
      metadata: { credits_consumed: 0 },
    });
  });

  it('says when a verification is needed, and gives the cookie after it [v1 /v1/auth/verify]', async () => {
    const email = 'max@mail.example';
    const first = await login({ email, password: 'needs-code' });
    expect(first.body).toMatchObject({ status: 'success', requires_verification: true });
    expect(first.body).not.toHaveProperty('login_token');
    expect(first.headers.get('set-cookie')).toBeNull();
    const verify = (body: object) => v1('POST', '/v1/auth/verify', body);
    expect((await verify({ email, code: '000000' })).body).toMatchObject({ status: 'error', sub_code: 'INVALID_CODE' });
    expect((await verify({ code: '246810' })).body).toMatchObject({ status: 'error', error_code: 'INVALID_PARAMS' });
    const done = await verify({ email, code: '246810' });
    expect(done.body).toMatchObject({
      status: 'success',
      requires_verification: false,
      account_id: first.body.account_id,
      metadata: { action: 'checkpoint', credits_consumed: 0 },
    });
    expect(done.headers.get('set-cookie')).toContain(`login_token=${done.body.login_token}`);
  });
});
