import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginBody } from '../../../src/v2/contract/endpoints/login-body.ts';
import { LOGIN_COUNTRIES } from '../../../src/v2/contract/records/account.ts';
import { connectAccount } from '../../../src/v2/service/endpoints/accounts/connect-account.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const login = (body: object) => sandbox.call('POST', '/v2/login', body);
const accountOf = async (id: string) => (await sandbox.call('GET', `/v2/accounts/${id}`)).body.data;
const remaining = async () => (await sandbox.call('GET', '/v2/credits')).body.data.credits_remaining;

describe('a professional login [POST /v2/login]', () => {
  it('by email and password connects an account for 1 credit [POST /v2/login.email POST /v2/login.password state/account#1 auth#4 credits#7]', async () => {
    const before = await remaining();
    const { status, body } = await login({ platform: 'professional', email: 'ada@mail.example', password: 'secret' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ account_id: expect.stringMatching(/^acc_/), status: 'connected' });
    expect(body.metadata).toMatchObject({
      action: 'login',
      account_id: body.data.account_id,
      credits_consumed: 1,
    });
    expect(await remaining()).toBe(before - 1);
    expect(await accountOf(body.data.account_id)).toMatchObject({
      platform: 'professional',
      status: 'connected',
      name: 'ada@mail.example',
      email: 'ada@mail.example',
      phone_number: null,
      country: 'FR',
      products: ['classic'],
      proxy: 'pool',
      daily_limit: null,
    });
    expect(await sandbox.act('profiles', body.data.account_id, 'get_me')).toMatchObject({
      full_name: expect.any(String),
    });
    const { items } = (await sandbox.call('GET', '/v2/logs?action=login')).body.data;
    // Account management is logged as calls without an account.
    expect(items[0]).toMatchObject({ account_id: null, credits_consumed: 1, status: 'success' });
  });

  it('is what a body without a platform means [POST /v2/login.platform]', async () => {
    const { body } = await login({ email: 'default@mail.example', password: 'secret' });
    expect(await accountOf(body.data.account_id)).toMatchObject({ platform: 'professional' });
  });

  it('with the same email again is the same account, and charged again as a sign-in', async () => {
    const first = await login({
      email: 'again@mail.example',
      password: 'secret',
      country: 'DE',
      products: ['recruiter'],
    });
    const second = await login({ email: 'Again@mail.example', password: 'secret' });
    expect(second.body.data).toEqual(first.body.data);
    expect(second.body.metadata.credits_consumed).toBe(1);
    expect(await accountOf(first.body.data.account_id)).toMatchObject({ country: 'DE', products: ['recruiter'] });
    await login({ email: 'again@mail.example', password: 'secret', country: 'IT', name: 'Ada' });
    expect(await accountOf(first.body.data.account_id)).toMatchObject({ country: 'IT', name: 'Ada' });
  });

  it.each(['inactive', 'suspended'])(
    'makes an account that is %s active again, under its id, and emits what it missed [state/account#3 errors.ACCOUNT_INACTIVE auth#2]',
    async (status) => {
      const credentials = { email: `${status}@mail.example`, password: 'secret' };
      const { account_id } = (await login(credentials)).body.data;
      await sandbox.watch(account_id);
      const person = await sandbox.person({ degree: 1 });
      await sandbox.control('POST', `/accounts/${account_id}/expire`, { status });
      expect((await sandbox.call('POST', '/v2/profiles', { account_id, action: 'get_me' })).status).toBe(403);
      expect(await sandbox.refusal('profiles', account_id, 'get_me')).toBe('ACCOUNT_INACTIVE');
      await sandbox.control('POST', `/people/${person.slug}/act`, { account_id, do: 'reply', text: 'Are you there?' });
      expect((await sandbox.events(account_id)).map(({ event }) => event.type)).toEqual(['disconnection']);

      expect((await login({ ...credentials, password: 'wrong' })).status).toBe(422);
      expect(await accountOf(account_id)).toMatchObject({ status });
      expect((await login(credentials)).body.data).toEqual({ account_id, status: 'connected' });
      expect(await sandbox.act('profiles', account_id, 'get_me')).toBeTruthy();
      expect((await sandbox.events(account_id)).map(({ event }) => event.type)).toEqual(['disconnection', 'message']);
    },
  );

  it('that the platform refuses is AUTH_FAILED, free, and leaves nothing behind [errors#1 errors.CHANNEL_ERROR]', async () => {
    const before = await remaining();
    const { status, body } = await login({ email: 'nobody@mail.example', password: 'wrong' });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'CHANNEL_ERROR', sub_code: 'AUTH_FAILED' });
    expect(body.metadata).toMatchObject({ action: 'login', account_id: null, credits_consumed: 0 });
    expect(await remaining()).toBe(before);
    const { rowCount } = await sandbox.service.db.query("select 1 from accounts where email = 'nobody@mail.example'");
    expect(rowCount).toBe(0);
  });

  it('needs its credit, and is not tried without [errors.INSUFFICIENT_CREDITS]', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    await sandbox.call('POST', '/sandbox/credits', { set: 0 }, api_key);
    const body = { email: 'poor@mail.example', password: 'wrong' };
    const answer = await sandbox.call('POST', '/v2/login', body, api_key);
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      message: expect.stringContaining('requires 1, 0'),
    });
    const free = await sandbox.call(
      'POST',
      '/v2/login',
      { platform: 'messenger', phone_number: '+33611112222' },
      api_key,
    );
    expect(free.status).toBe(200);
  });

  it('takes each of the eleven countries, UK under both of its names [POST /v2/login.country]', async () => {
    for (const country of LOGIN_COUNTRIES) {
      const { body } = await login({ email: `in.${country}@mail.example`, password: 'secret', country });
      expect(await accountOf(body.data.account_id)).toMatchObject({ country });
    }
    const { body } = await login({ email: 'in.gb@mail.example', password: 'secret', country: 'GB' });
    expect(await accountOf(body.data.account_id)).toMatchObject({ country: 'UK' });
    const japan = await login({ email: 'in.jp@mail.example', password: 'secret', country: 'JP' });
    expect(japan.body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringMatching(/^body\.country: /),
    });
  });

  it('says which products it has; a premium seat comes with them [POST /v2/login.products]', async () => {
    const products = ['classic', 'premium_navigator'];
    const { account_id } = (await login({ email: 'seat@mail.example', password: 'secret', products })).body.data;
    expect(await accountOf(account_id)).toMatchObject({ products });
    expect(await sandbox.act('balance', account_id, 'get')).toMatchObject({ inmail_credits: 50 });
  });

  it.each(['name', 'account_name'])(
    'has a display name of its own, in %s [POST /v2/login.name] [POST /v2/login.account_name]',
    async (field) => {
      const { body } = await login({ email: `${field}@mail.example`, password: 'secret', [field]: 'Ada L.' });
      expect(await accountOf(body.data.account_id)).toMatchObject({ name: 'Ada L.' });
    },
  );
});

describe('the import of a login token [POST /v2/login.login_token]', () => {
  it('returns the same account on repeat calls, free [state/account#1 versioning#4]', async () => {
    const token = { platform: 'professional', login_token: 'token-of-ada', country: 'US' };
    const first = await login(token);
    expect(first.body.data).toEqual({ account_id: expect.any(String), status: 'connected' });
    expect(first.body.metadata.credits_consumed).toBe(1);
    const before = await remaining();
    for (const _ of [1, 2]) {
      const again = await login(token);
      expect(again.body.data).toEqual(first.body.data);
      expect(again.body.metadata.credits_consumed).toBe(0);
    }
    expect(await remaining()).toBe(before);
    expect(await accountOf(first.body.data.account_id)).toMatchObject({ country: 'US', platform: 'professional' });
    expect((await login({ ...token, login_token: 'token-of-bob' })).body.data).not.toEqual(first.body.data);
  });

  it('makes one account of twenty duplicates', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => login({ login_token: 'token-of-many', country: 'FR' })),
    );
    expect(new Set(answers.map(({ body }) => body.data.account_id)).size).toBe(1);
    expect(answers.map(({ body }) => body.metadata.credits_consumed).sort()).toEqual([...Array(19).fill(0), 1]);
  });

  it('is refused for a token that the platform does not know', async () => {
    expect((await login({ login_token: 'wrong' })).body.error).toMatchObject({ sub_code: 'AUTH_FAILED' });
  });

  it("is one owner's own", async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const mine = await login({ login_token: 'token-of-two' });
    const theirs = await sandbox.call('POST', '/v2/login', { login_token: 'token-of-two' }, api_key);
    expect(theirs.body.data.account_id).not.toBe(mine.body.data.account_id);
  });
});

describe('a messenger login', () => {
  it('gives a pairing code, free, which completes it [record/login.*] [POST /v2/login.phone_number POST /v2/checkpoint state/account#2 credits#8]', async () => {
    const { body } = await login({ platform: 'messenger', phone_number: '+33 6 12 34 56 78', country: 'ES' });
    expect(body.data).toEqual({
      account_id: expect.any(String),
      status: 'checkpoint_required',
      pairing_code: expect.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/),
    });
    expect(body.metadata.credits_consumed).toBe(0);
    const { account_id, pairing_code } = body.data;
    expect(await accountOf(account_id)).toMatchObject({
      status: 'checkpoint_required',
      platform: 'messenger',
      phone_number: '+33612345678',
      name: '+33612345678',
      email: null,
      country: 'ES',
      products: [],
    });
    const code = pairing_code.replace('-', ' ').toLowerCase();
    const done = await sandbox.call('POST', '/v2/checkpoint', { account_id, code });
    expect(done.body.data).toEqual({ account_id, status: 'connected' });
    const again = await login({ platform: 'messenger', phone_number: '+33612345678' });
    expect(again.body.data).toMatchObject({ account_id, status: 'checkpoint_required' });
    expect(again.body.data.pairing_code).not.toBe(pairing_code);
    expect((await sandbox.call('POST', '/v2/checkpoint', { account_id, code })).body.error.sub_code).toBe(
      'INVALID_CODE',
    );
  });
});

describe('a mailbox login', () => {
  it('under .example is a sandbox mailbox, free [POST /v2/login.daily_limit credits#8]', async () => {
    const { body } = await login({
      platform: 'email',
      email: 'ada@company.example',
      password: 'secret',
      daily_limit: 7,
    });
    expect(body.data).toEqual({ account_id: expect.any(String), status: 'connected' });
    expect(body.metadata.credits_consumed).toBe(0);
    expect(await accountOf(body.data.account_id)).toMatchObject({
      platform: 'email',
      name: 'ada@company.example',
      email: 'ada@company.example',
      country: null,
      products: [],
      daily_limit: 7,
    });
    const again = await login({ platform: 'email', email: 'ADA@company.example', password: 'secret' });
    expect(again.body.data).toEqual(body.data);
    expect(await accountOf(body.data.account_id)).toMatchObject({ daily_limit: 7 });
    expect(await sandbox.act('messages', body.data.account_id, 'list_inbox')).toMatchObject({ conversations: [] });
    const seat = await login({ email: 'ada@company.example', password: 'secret' });
    expect(seat.body.data.account_id).not.toBe(body.data.account_id);
  });

  it('is refused and verified like any other', async () => {
    const refused = await login({ platform: 'email', email: 'b@company.example', password: 'wrong' });
    expect(refused.body.error).toMatchObject({ code: 'CHANNEL_ERROR', sub_code: 'AUTH_FAILED' });
    const verified = await login({ platform: 'email', email: 'b@company.example', password: 'needs-code' });
    expect(verified.body.data.status).toBe('checkpoint_required');
  });
});

describe('a sign-in that is to reconnect an account', () => {
  const reconnect = (account_id: string, body: LoginBody) => {
    const { context, db } = sandbox.service;
    return db.transaction((tx) =>
      connectAccount({ context, tx, user_id: sandbox.user_id, now: context.clock.now() }, body, {
        reconnect: account_id,
      }),
    );
  };

  it('keeps its id and country, and takes no other identity', async () => {
    const body = { email: 'reconnect@mail.example', password: 'secret', country: 'DE' };
    const { account_id } = (await login(body)).body.data;
    await sandbox.control('POST', `/accounts/${account_id}/expire`, {});
    const credentials = { platform: 'professional', email: 'Reconnect@mail.example', password: 'new' } as const;
    const done = await reconnect(account_id, { ...credentials, country: 'IT' });
    expect(done).toMatchObject({
      ok: true,
      value: { credits: 1, account: { account_id, status: 'connected', country: 'DE' } },
    });

    const other = await login({ ...body, email: 'other@mail.example' });
    const messenger = { platform: 'messenger', phone_number: '+33655555555' } as const;
    for (const refused of [
      { ...credentials, email: 'other@mail.example' },
      { ...credentials, email: 'new@mail.example' },
      messenger,
    ]) {
      expect(await reconnect(account_id, refused)).toMatchObject({ ok: false, refusal: { kind: 'invalid' } });
    }
    expect(await accountOf(other.body.data.account_id)).toMatchObject({ email: 'other@mail.example' });
    await expect(reconnect('acc_unknown', credentials)).rejects.toMatchObject({ code: 'INVALID_ACCOUNT' });
  });
});

describe('a login body', () => {
  const CASES: readonly (readonly [string, object, RegExp])[] = [
    ['no credentials', {}, /^body: email and password are required, or login_token$/],
    ['an email alone', { email: 'a@b.example' }, /^body: email and password are required, or login_token$/],
    ['an empty password', { email: 'a@b.example', password: '' }, /^body\.password: /],
    ['an email that is none', { email: 'ada', password: 'x' }, /^body\.email: must be an email address$/],
    ['an empty token', { login_token: ' ' }, /^body\.login_token: must not be empty$/],
    ['a token that is no text', { login_token: 5 }, /^body\.login_token: /],
    ['an unknown platform', { platform: 'fax' }, /^body\.platform: /],
    ['an unknown product', { login_token: 't', products: ['gold'] }, /^body\.products\.0: /],
    ['no products', { login_token: 't', products: [] }, /^body\.products: /],
    ['a messenger without a number', { platform: 'messenger' }, /^body\.phone_number: is required$/],
    [
      'a national number',
      { platform: 'messenger', phone_number: '0612345678' },
      /^body\.phone_number: must be a phone number: it is not in international format/,
    ],
    [
      'a mailbox without a password',
      { platform: 'email', email: 'a@b.example' },
      /^body\.password: is required, or access_token, or refresh_token$/,
    ],
    ['a mailbox without an address', { platform: 'email', password: 'x' }, /^body\.email: is required$/],
    [
      'a port that is none',
      { platform: 'email', email: 'a@b.example', password: 'x', imap: { host: 'h', port: 0 } },
      /^body\.imap\.port: /,
    ],
    [
      'a server without a host',
      { platform: 'email', email: 'a@b.example', password: 'x', smtp: { port: 25 } },
      /^body\.smtp\.host: is required$/,
    ],
    [
      'a limit of none',
      { platform: 'email', email: 'a@b.example', password: 'x', daily_limit: 0 },
      /^body\.daily_limit: /,
    ],
    ['loginToken', { loginToken: 't' }, /^body\.loginToken: unknown, did you mean login_token\?$/],
    ['phoneNumber', { platform: 'messenger', phoneNumber: '+33612345678' }, /did you mean phone_number/],
  ];
  it.each(CASES)('with %s is INVALID_PARAMS that says where [errors.INVALID_PARAMS]', async (_name, body, message) => {
    const answer = await login(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual({ code: 'INVALID_PARAMS', message: expect.stringMatching(message) });
    expect(answer.body.metadata).toMatchObject({ action: 'login', credits_consumed: 0 });
  });

  it('may carry fields that nobody knows', async () => {
    expect((await login({ email: 'extra@mail.example', password: 'x', device: 'phone' })).status).toBe(200);
  });

  it('has to be an object', async () => {
    expect((await login([])).body.error).toEqual({ code: 'INVALID_PARAMS', message: 'body: must be a JSON object' });
  });
});
