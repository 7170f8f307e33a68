import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const LINKS = '/v2/accounts/connect-link';
const create = (body: object = {}) => sandbox.call('POST', LINKS, body);
const link = async (body: object = {}) => {
  const answer = await create(body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.data;
};
const read = async (linkId: string) => (await sandbox.call('GET', `${LINKS}/${linkId}`)).body.data;
const complete = (linkId: string, body: object) =>
  sandbox.call('POST', `/sandbox/connect-links/${linkId}/complete`, body);
const account = async (accountId: string) => (await sandbox.call('GET', `/v2/accounts/${accountId}`)).body.data;
const credits = async () => (await sandbox.call('GET', '/v2/credits')).body.data.credits_used;
const open = (url: string) => fetch(url, { redirect: 'manual' });

describe('creating a connection link [POST /v2/accounts/connect-link]', () => {
  it('answers where to send the person, for nothing [credits#8] [record/link.*]', async () => {
    const before = await credits();
    const { status, body } = await create({ name: 'user-42' });
    expect(status).toBe(200);
    expect(body.metadata).toMatchObject({ action: 'connect_link', credits_consumed: 0 });
    expect(body.data).toEqual({
      link_id: expect.stringMatching(/^lnk_[0-9a-z]{26}$/),
      url: `${sandbox.url}/connect/${body.data.link_id}`,
      expires_at: expect.any(String),
      platforms: ['professional', 'messenger', 'email'],
      name: 'user-42',
      reconnect: null,
    });
    expect(await credits()).toBe(before);
  });

  it('lives for an hour unless it says how long [POST /v2/accounts/connect-link.expires_in] [limits#4]', async () => {
    const lifetime = async (body: object) => Date.parse((await link(body)).expires_at) - sandbox.service.clock.now();
    expect((await lifetime({})) / 1000).toBeCloseTo(3600, -1);
    expect((await lifetime({ expires_in: 60 })) / 1000).toBeCloseTo(60, -1);
    expect((await lifetime({ expires_in: 604_800 })) / 1000).toBeCloseTo(604_800, -1);
    for (const expires_in of [59, 604_801, 0, -1, 90.5, '3600']) {
      expect((await create({ expires_in })).body.error, String(expires_in)).toMatchObject({ code: 'INVALID_PARAMS' });
    }
  });

  it('echoes a name of up to 200 characters [POST /v2/accounts/connect-link.name] [limits#5]', async () => {
    expect((await link({ name: 'n'.repeat(200) })).name).toHaveLength(200);
    const refused = await create({ name: 'n'.repeat(201) });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
    expect(refused.body.error.message).toMatch(/^body\.name: /);
    expect((await link()).name).toBeNull();
  });

  it('offers one channel, some or all [POST /v2/accounts/connect-link.platforms] [POST /v2/accounts/connect-link.platform]', async () => {
    expect((await link({ platforms: 'email' })).platforms).toEqual(['email']);
    expect((await link({ platform: 'messenger' })).platforms).toEqual(['messenger']);
    expect((await link({ platforms: ['email', 'professional'] })).platforms).toEqual(['email', 'professional']);
    expect((await link({ platforms: '*' })).platforms).toHaveLength(3);
    expect((await create({ platforms: ['fax'] })).body.error.code).toBe('INVALID_PARAMS');
    expect((await create({ platforms: [] })).body.error.code).toBe('INVALID_PARAMS');
  });

  it('refuses an account that is unknown or of another owner, before it looks at the rest [POST /v2/accounts/connect-link.account_id] [auth#2]', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const own = await sandbox.account();
    const answers = [
      await create({ account_id: 'acc_unknown', expires_in: 1 }),
      await sandbox.call('POST', LINKS, { account_id: own }, api_key),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'INVALID_ACCOUNT' } } });
  });

  it.each([
    ['success_url', 'javascript:alert(1)'],
    ['failure_url', '/relative'],
    ['notify_url', 'ftp://hooks.example'],
  ])(
    'refuses %s %s [POST /v2/accounts/connect-link.success_url] [POST /v2/accounts/connect-link.failure_url] [POST /v2/accounts/connect-link.notify_url]',
    async (field, url) => {
      const { body } = await create({ [field]: url });
      expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining(`body.${field}: `) });
    },
  );

  it('gives ids that say nothing of one another', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await link()).link_id.slice(-16)));
    expect(new Set(ids).size).toBe(8);
  });
});

describe('reading a connection link [GET /v2/accounts/connect-link/{link_id}]', () => {
  it('says where it stands [record/link.*]', async () => {
    const made = await link({ platform: 'email', notify_url: 'https://hooks.example/x' });
    const answer = await sandbox.call('GET', `${LINKS}/${made.link_id}`);
    expect(answer.body.metadata).toMatchObject({ action: 'get_connect_link', credits_consumed: 0 });
    expect(answer.body.data).toEqual({ ...made, status: 'pending', platform: null, notified: false });
    expect(await read((await link()).link_id)).not.toHaveProperty('notified');
  });

  it('knows no link of another owner, and none that was never made', async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const { link_id } = await link();
    for (const answer of [
      await sandbox.call('GET', `${LINKS}/${link_id}`, undefined, api_key),
      await sandbox.call('GET', `${LINKS}/lnk_none`),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_PARAMS', message: 'Connection link not found' } },
      });
    }
  });
});

describe('a person who finishes the page [sandbox POST /sandbox/connect-links/{link_id}/complete] [auth#4]', () => {
  it.each(['professional', 'messenger', 'email'])(
    'connects a %s account, and the link is used [state/link#2]',
    async (platform) => {
      const { link_id } = await link({ account_name: 'Desk', country: 'DE' });
      const done = await complete(link_id, { platform });
      expect(done).toMatchObject({ status: 200, body: { status: 'used', platform, account_id: expect.any(String) } });
      expect(await read(link_id)).toEqual(done.body);
      expect(await account(done.body.account_id)).toMatchObject({
        platform,
        status: 'connected',
        name: 'Desk',
        country: platform === 'email' ? null : 'DE',
      });
    },
  );

  it('is named after its email where the link names it not, and as the link says otherwise [POST /v2/accounts/connect-link.account_name] [POST /v2/accounts/connect-link.country]', async () => {
    const done = await complete((await link({ country: 'GB' })).link_id, {
      platform: 'professional',
      email: 'ada@mail.example',
    });
    expect(await account(done.body.account_id)).toMatchObject({ name: 'ada@mail.example', country: 'UK' });
    expect((await create({ country: 'ZZ' })).body.error.code).toBe('INVALID_PARAMS');
  });

  it('connects the products asked for [POST /v2/accounts/connect-link.products]', async () => {
    const products = ['classic', 'premium_navigator'];
    const done = await complete((await link({ products })).link_id, { platform: 'professional' });
    expect(await account(done.body.account_id)).toMatchObject({ products });
    expect((await create({ products: ['gold'] })).body.error.code).toBe('INVALID_PARAMS');
  });

  it('costs what the sign-in costs, and is in the history as a login [credits#7]', async () => {
    const before = await credits();
    await complete((await link()).link_id, { platform: 'professional' });
    expect(await credits()).toBe(before + 1);
    await complete((await link()).link_id, { platform: 'email' });
    await complete((await link()).link_id, { platform: 'messenger' });
    expect(await credits()).toBe(before + 1);
    const logs = await sandbox.call('GET', '/v2/logs?action=login&limit=3');
    const login = { action: 'login', account_id: null, status: 'success' };
    expect(logs.body.data.items).toMatchObject([
      { ...login, credits_consumed: 0 },
      { ...login, credits_consumed: 0 },
      { ...login, credits_consumed: 1 },
    ]);
  });

  it('uses the link once: of ten at once one wins [state/link#2]', async () => {
    const { link_id } = await link();
    const accounts = async () => (await sandbox.call('GET', '/v2/accounts?platform=email')).body.data.total;
    const before = await accounts();
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(link_id, { platform: 'email' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect((await complete(link_id, { platform: 'email' })).body.error.message).toBe('the link is used');
    expect(await accounts()).toBe(before + 1);
  });

  it('leaves the link pending when the sign-in is refused, for nothing', async () => {
    const before = await credits();
    const { link_id } = await link();
    expect(await complete(link_id, { platform: 'professional', password: 'wrong' })).toMatchObject({
      status: 422,
      body: { error: { code: 'CHANNEL_ERROR' } },
    });
    expect(await read(link_id)).toMatchObject({ status: 'pending', platform: null });
    expect(await credits()).toBe(before);
    expect((await complete(link_id, { platform: 'professional' })).status).toBe(200);
  });

  it('waits at the checkpoint after a wrong code, and goes on with the right one [state/link#1]', async () => {
    const { link_id } = await link();
    const sign = { platform: 'professional', password: 'needs-code' };
    expect((await complete(link_id, { ...sign, code: '000000' })).body.error.code).toBe('CHANNEL_ERROR');
    const waiting = await read(link_id);
    expect(waiting).toMatchObject({ status: 'checkpoint', platform: 'professional' });
    expect(waiting).not.toHaveProperty('account_id');
    expect((await complete(link_id, sign)).body).toMatchObject({ status: 'used' });
  });

  it('takes a channel that the link offers', async () => {
    const { link_id } = await link({ platform: 'email' });
    expect((await complete(link_id, { platform: 'messenger' })).body.error.code).toBe('INVALID_PARAMS');
    expect((await complete(link_id, {})).body).toMatchObject({ platform: 'email' });
    expect((await complete('lnk_none', {})).body.error.message).toBe('Connection link not found');
  });

  it('stops after twenty refused sign-ins', async () => {
    const { link_id } = await link();
    const wrong = { platform: 'professional', password: 'wrong' };
    for (let i = 0; i < 20; i++) await complete(link_id, wrong);
    expect((await complete(link_id, { platform: 'professional' })).body.error.message).toBe(
      'the link accepts no more sign-ins',
    );
  });
});

describe('reconnecting an account [POST /v2/accounts/connect-link.account_id]', () => {
  it('keeps its id, country, products and webhooks, and offers its channel only', async () => {
    const id = await sandbox.account({ email: 'grace@mail.example', country: 'US', name: 'Grace' });
    await sandbox.watch(id);
    await sandbox.control('POST', `/accounts/${id}/expire`, {});
    const made = await link({ account_id: id, platforms: '*', country: 'FR' });
    expect(made).toMatchObject({ platforms: ['professional'], reconnect: id });
    const before = await account(id);
    expect(before.status).toBe('inactive');
    expect((await complete(made.link_id, {})).body).toMatchObject({ account_id: id, status: 'used' });
    expect(await account(id)).toMatchObject({
      ...before,
      status: 'connected',
      updated_at: expect.any(String),
    });
    const { rowCount } = await sandbox.service.db.query('select 1 from webhooks where account_id = $1', [id]);
    expect(rowCount).toBe(1);
  });

  it('takes a new display name, and refuses the credentials of somebody else', async () => {
    const id = await sandbox.account({ email: 'alan@mail.example', name: 'Alan' });
    const { link_id } = await link({ account_id: id, account_name: 'Alan T.' });
    const other = await complete(link_id, { email: 'not-alan@mail.example' });
    expect(other).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
    expect((await complete(link_id, {})).status).toBe(200);
    expect((await account(id)).name).toBe('Alan T.');
  });

  it.each([
    ['messenger', { phone_number: '+33612345678' }],
    ['email', { email: 'box@mail.example' }],
  ])('works for %s', async (platform, identity) => {
    const id = await sandbox.account({ platform, products: [], ...identity });
    await sandbox.control('POST', `/accounts/${id}/expire`, {});
    const { link_id } = await link({ account_id: id });
    expect((await complete(link_id, { platform })).body.account_id).toBe(id);
    expect((await account(id)).status).toBe('connected');
  });
});

describe('opening a link that is over [state/link#3]', () => {
  it('leads to failure_url once it expired [POST /v2/accounts/connect-link.failure_url]', async () => {
    const made = await link({ expires_in: 60, failure_url: 'https://app.example/failed?a=1' });
    expect((await open(made.url)).status).toBe(200);
    await sandbox.advance('PT59S');
    expect(await read(made.link_id)).toMatchObject({ status: 'pending' });
    await sandbox.advance('PT1S');
    expect(await read(made.link_id)).toMatchObject({ status: 'expired' });
    const answer = await open(made.url);
    expect([302, 303]).toContain(answer.status);
    expect(answer.headers.get('location')).toBe('https://app.example/failed?a=1');
    expect((await complete(made.link_id, { platform: 'email' })).body.error.message).toBe('the link is expired');
  });

  it('leads to failure_url once it was used', async () => {
    const made = await link({ failure_url: 'https://app.example/failed' });
    await complete(made.link_id, { platform: 'email' });
    const answer = await open(made.url);
    expect(answer.headers.get('location')).toBe('https://app.example/failed');
  });

  it('shows a page where no failure_url was set', async () => {
    const made = await link({ expires_in: 60 });
    await sandbox.advance('PT2M');
    const answer = await open(made.url);
    expect(answer.status).toBe(410);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('This link has expired');
    expect((await open(`${sandbox.url}/connect/lnk_none`)).status).toBe(404);
  });

  it("is gone with its owner's world after a reset", async () => {
    const { api_key } = await sandbox.control('POST', '/users', {});
    const made = (await sandbox.call('POST', LINKS, {}, api_key)).body.data;
    await sandbox.call('POST', '/sandbox/reset', {}, api_key);
    expect((await open(made.url)).status).toBe(404);
  });
});
