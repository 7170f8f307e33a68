import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isClearly, oddAnswers } from '../../support/odd-urls.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let account: string;
beforeAll(async () => {
  sandbox = await startSandbox({ allow_private_webhooks: false });
  account = await sandbox.account();
});
afterAll(() => sandbox.close());

const setCountry = (country: unknown, id = account) => sandbox.call('PUT', `/v2/accounts/${id}/country`, { country });
const setProxy = (url: unknown, id = account) => sandbox.call('PUT', `/v2/accounts/${id}/proxy`, { url });
const recordOf = async (id = account) => (await sandbox.call('GET', `/v2/accounts/${id}`)).body.data;

describe('the country of the proxy [PUT /v2/accounts/{account_id}/country]', () => {
  it('is any ISO 3166-1 code, UK meaning GB, free [PUT /v2/accounts/{account_id}/country.country credits#8]', async () => {
    for (const [given, kept] of [
      ['JP', 'JP'],
      ['ch', 'CH'],
      ['UK', 'GB'],
      ['GB', 'GB'],
    ]) {
      const { status, body } = await setCountry(given);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ account_id: account, country: kept });
      expect(body.metadata).toMatchObject({ action: 'set_country', account_id: account, credits_consumed: 0 });
      expect(await recordOf()).toMatchObject({ country: kept });
    }
  });

  it.each([['ZZ'], ['France'], [''], [null], [5], [undefined]])(
    'is not %j [errors.INVALID_PARAMS]',
    async (country) => {
      expect((await setCountry(country)).body.error).toMatchObject({
        code: 'INVALID_PARAMS',
        message: expect.stringMatching(/^body\.country: /),
      });
    },
  );

  it('stays where it is when the session is refused from the new one [errors#2 errors.CHANNEL_ERROR]', async () => {
    await setCountry('BE');
    const refused = await setCountry('AQ');
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      error: { code: 'CHANNEL_ERROR', message: 'the session was refused from AQ' },
      metadata: { action: 'set_country', account_id: account, credits_consumed: 0 },
    });
    await sandbox.control('POST', '/faults', { match: { action: 'set_country' }, kind: 'channel_error' });
    expect((await setCountry('LU')).body.error.code).toBe('CHANNEL_ERROR');
    expect(await recordOf()).toMatchObject({ country: 'BE', status: 'connected' });
  });

  it('is of connected accounts that have a proxy', async () => {
    expect((await setCountry('FR', 'acc_unknown')).body.error.code).toBe('INVALID_ACCOUNT');
    const mailbox = await sandbox.account({ platform: 'email' });
    expect((await setCountry('FR', mailbox)).body.error.code).toBe('INVALID_PARAMS');
    expect((await setProxy(null, mailbox)).body.error.code).toBe('INVALID_PARAMS');
    const lost = await sandbox.account();
    await sandbox.control('POST', `/accounts/${lost}/expire`, {});
    expect((await setCountry('nonsense', lost)).body.error.code).toBe('ACCOUNT_INACTIVE');
    const messenger = await sandbox.account({ platform: 'messenger' });
    expect((await setCountry('PT', messenger)).status).toBe(200);
  });
});

describe('a URL that only looks like one', () => {
  it('is refused wherever a body has a URL, and never an error of ours', async () => {
    const link = (body: object) => sandbox.call('POST', '/v2/accounts/connect-link', { platform: 'email', ...body });
    const fields = {
      proxy: (url: string) => setProxy(url),
      webhook: (url: string) => sandbox.call('POST', '/v2/webhooks', { account_id: account, url, events: ['message'] }),
      notify_url: (notify_url: string) => link({ notify_url }),
      success_url: (success_url: string) => link({ success_url }),
      failure_url: (failure_url: string) => link({ failure_url }),
      token_url: (token_url: string) =>
        sandbox.call('POST', '/v2/login', {
          ...{ platform: 'email', email: 'a@acme.net', refresh_token: 'x', client_id: 'y', token_url },
          ...{ imap: { host: '10.0.0.1', port: 993 }, smtp: { host: '10.0.0.1', port: 465 } },
        }),
      media_link: (media_link: string) =>
        sandbox.call('POST', '/v2/messages', {
          account_id: account,
          action: 'send',
          params: { profile_url: 'https://network.example/in/nobody', message_text: 'x', media_link },
        }),
    };
    expect(await oddAnswers(fields, isClearly('error'))).toEqual([]);
    // Some can be read: `https:///in/ada` has the host `in`.
    await setProxy(null);
  });
});

describe('a custom proxy [PUT /v2/accounts/{account_id}/proxy]', () => {
  it('takes the account from the pool, where set-country cannot reach it, and gives it back [PUT /v2/accounts/{account_id}/proxy.url]', async () => {
    await setCountry('NL');
    for (const url of [
      'http://ada:pass@proxy.example:8080',
      'https://proxy.example',
      'socks5://ada:pass@proxy.example:1080',
    ]) {
      const { body } = await setProxy(url);
      expect(body.data).toMatchObject({ account_id: account, proxy: 'custom', country: 'NL' });
      expect(body.metadata).toMatchObject({ action: 'set_proxy', account_id: account, credits_consumed: 0 });
      expect(JSON.stringify([body, await recordOf()])).not.toContain('proxy.example');
    }
    expect((await setCountry('SE')).body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringContaining('custom proxy'),
    });
    expect((await setProxy(null)).body.data).toMatchObject({ proxy: 'pool', country: 'NL' });
    expect((await setCountry('SE')).body.data).toMatchObject({ country: 'SE' });
  });

  it.each([
    'proxy.example:8080',
    'ftp://secret-user@proxy.example',
    'http://127.0.0.1:3128',
    'http://localhost',
    'socks5://2130706433:1080',
    'socks5://[::1]:1080',
    'http://10.0.0.1',
    'http://',
    '',
    5,
    undefined,
  ])('is not %j, and the message does not repeat it', async (url) => {
    const { body } = await setProxy(url);
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringMatching(/^body\.url: /) });
    expect(body.metadata).toMatchObject({ action: 'set_proxy', account_id: account });
    expect(body.error.message).not.toContain('secret-user');
    expect(await recordOf()).toMatchObject({ proxy: 'pool' });
  });
});
