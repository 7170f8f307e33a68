import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findMailSettings } from '../../../../src/v2/service/channels/mail/settings/find-mail-settings.ts';
import { providerOfServer } from '../../../../src/v2/service/channels/mail/settings/providers.ts';
import { resolveSecret } from '../../../../src/v2/service/channels/mail/sign-in/resolve-secret.ts';
import { childScript } from '../../../support/child-script.ts';
import { startMailServers } from '../../../support/mail/start-mail-servers.ts';
import { CLIENT, startTokenEndpoint, type TokenEndpoint } from '../../../support/mail/start-token-endpoint.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox-service.ts';

const found = await startMailServers();

describe.skipIf(found === null)('a mailbox with a refresh token [POST /v2/login.refresh_token]', () => {
  const servers = found as NonNullable<typeof found>;
  let sandbox: Sandbox;
  let endpoint: TokenEndpoint;
  beforeAll(async () => {
    // Nobody else asks for tokens of the mailboxes here.
    sandbox = await startSandbox({ mail: { allow_private: true, watch: false } });
    endpoint = await startTokenEndpoint(servers);
  });
  afterEach(() => {
    Object.assign(endpoint, { lifetime: 3600, delay: 0 });
    endpoint.clearNext();
  });
  afterAll(async () => {
    await sandbox.close();
    await endpoint.close();
    await servers.stop();
  });

  const login = async (email: string, body: object = {}) => {
    const servers_of = { imap: servers.imap, smtp: servers.smtp, token_url: endpoint.url, ...CLIENT };
    const given = { platform: 'email', email, refresh_token: endpoint.consent(email), ...servers_of, ...body };
    return (await sandbox.call('POST', '/v2/login', given)).body;
  };
  let made = 0;
  const connect = async () => {
    const email = `renewed${++made}@mail.test`;
    const { account_id } = (await login(email)).data;
    await sandbox.watch(account_id);
    const requests = () => endpoint.requests.filter((request) => request.email === email);
    return { email, account_id: String(account_id), requests, asks: () => requests().length - 1 };
  };
  type Box = Awaited<ReturnType<typeof connect>>;
  const messages = (box: Box, action: string, params: object) =>
    sandbox.call('POST', '/v2/messages', { account_id: box.account_id, action, params });
  const read = async (box: Box) => (await messages(box, 'list_inbox', {})).body;
  const send = async (box: Box) =>
    (await messages(box, 'send', { to: 'lead@company.test', subject: 'Hello', message_text: 'there' })).body;
  /** Cuts the connections of a mailbox and expires its token: a connection that signed in with the older token would stay open. */
  const cut = async (box: Box) => {
    await endpoint.expire(box.email);
    servers.kick(box.email);
  };
  const stored = async ({ account_id }: Box) => {
    const { rows } = await sandbox.service.db.query('select * from mailboxes where account_id = $1', [account_id]);
    return { row: rows[0], secret: JSON.parse(sandbox.service.context.secrets.open(rows[0]?.sealed_secret)) };
  };
  const statusOf = async ({ account_id }: Box) =>
    (await sandbox.call('GET', `/v2/accounts/${account_id}`)).body.data.status;
  const disconnections = async ({ account_id }: Box) =>
    (await sandbox.events(account_id)).flatMap(({ event }) => (event.type === 'disconnection' ? [event.reason] : []));
  const later = (box: Box, column: string) =>
    sandbox.service.db.query(`update mailboxes set ${column} = now() where account_id = $1`, [box.account_id]);

  it('connects, and is read and sent from; what renews its tokens is kept sealed [POST /v2/login.client_id POST /v2/login.client_secret POST /v2/login.token_url]', async () => {
    const box = await connect();
    await servers.deliver({ from: 'lead@company.test', to: [box.email] }, 'Subject: hello\n\nhello\n');
    expect((await read(box)).data.conversations).toHaveLength(1);
    expect(await send(box)).toMatchObject({ success: true });
    expect(servers.submitted.at(-1)).toMatchObject({ user: box.email });
    expect(box.asks()).toBe(0);
    const { row, secret } = await stored(box);
    expect(secret.grant).toEqual({ ...CLIENT, token_url: endpoint.url, refresh_token: expect.any(String) });
    const { rows } = await sandbox.service.db.query('select * from account_secrets');
    expect(JSON.stringify([row, rows])).not.toMatch(/refresh-|access-|client-secret/);
  });

  it.each([
    ['read', read],
    ['sent from', send],
  ] as const)('goes on with a new access token when the server takes the old one no more: %s', async (_how, use) => {
    const box = await connect();
    await cut(box);
    expect(await use(box)).toMatchObject({ success: true });
    expect(box.asks()).toBe(1);
    await cut(box);
    expect(await use(box)).toMatchObject({ success: true });
    // Each time with the refresh token that came last.
    const used = box.requests().map(({ form }) => form.get('refresh_token'));
    expect(new Set(used).size).toBe(used.length);
    expect(await statusOf(box)).toBe('connected');
  });

  it('has its token renewed before that ends', async () => {
    endpoint.lifetime = 0.001;
    const box = await connect();
    endpoint.lifetime = 3600;
    const old = (await stored(box)).secret.access_token;
    await read(box);
    expect(box.asks()).toBe(1);
    expect((await stored(box)).secret.access_token).not.toBe(old);
    servers.kick(box.email);
    await read(box);
    expect(box.asks()).toBe(1);
  });

  it('is made inactive when even a new token is refused, after one try', async () => {
    const box = await connect();
    await cut(box);
    endpoint.answerNext(box.email, { status: 200, body: { access_token: 'of-another-scope', expires_in: 3600 } });
    expect((await read(box)).error.sub_code).toBe('AUTH_FAILED');
    expect(box.asks()).toBe(1);
    expect(await statusOf(box)).toBe('inactive');
  });

  describe('when several processes need a new token at once', () => {
    const children: ChildProcess[] = [];
    afterEach(() => children.splice(0).map((child) => child.kill('SIGKILL')));
    const begin = async () => {
      const script = await childScript(new URL('./token-process.ts', import.meta.url));
      const child = fork(script, [sandbox.database_url]);
      children.push(child);
      await once(child, 'message');
      return child;
    };
    const ask = async (child: ChildProcess, box: Box, refused: string) => {
      const answered = once(child, 'message');
      child.send({ account_id: box.account_id, refused });
      return (await answered)[0] as { token?: string; error?: string };
    };

    it('is renewed by one of them: a refresh token that is good for one use is used once', async () => {
      const box = await connect();
      const processes = await Promise.all([begin(), begin()]);
      endpoint.delay = 400;
      const { access_token } = (await stored(box)).secret;
      const answers = await Promise.all(processes.map((child) => ask(child, box, access_token)));
      const renewed = (await stored(box)).secret.access_token;
      expect(answers).toEqual(processes.map(() => ({ token: renewed })));
      expect(renewed).not.toBe(access_token);
      expect(box.asks()).toBe(1);
    });

    it('is renewed by another when that one is killed', async () => {
      const box = await connect();
      const [one, other] = [await begin(), await begin()];
      const { access_token } = (await stored(box)).secret;
      endpoint.answerNext(box.email, 'silent');
      one.send({ account_id: box.account_id, refused: access_token });
      await vi.waitFor(() => expect(box.asks()).toBe(1), { timeout: 120_000 });
      one.kill('SIGKILL');
      const answer = ask(other, box, access_token);
      await later(box, 'wall_renewing_until');
      expect(await answer).toEqual({ token: expect.stringContaining('access-') });
      expect(box.asks()).toBe(2);
    });
  });

  describe('whose token endpoint is away', () => {
    const away = { status: 503, body: { error: 'temporarily_unavailable' } };

    it('stays connected, and the endpoint is left alone for a while, the longer the more often', async () => {
      const box = await connect();
      await cut(box);
      endpoint.answerNext(box.email, away, away);
      const first = await read(box);
      expect(first.error).toEqual({
        code: 'CHANNEL_ERROR',
        message: `the server of ${box.email} cannot be reached: try again later`,
      });
      expect((await send(box)).error.code).toBe('RATE_LIMITED');
      expect(box.asks()).toBe(1);
      const pause = async () => {
        const { rows } = await sandbox.service.db.query<{ s: number }>(
          'select extract(epoch from wall_renew_after - now())::float8 as s from mailboxes where account_id = $1',
          [box.account_id],
        );
        return rows[0]?.s ?? 0;
      };
      expect(await pause()).toBeLessThanOrEqual(2);
      await later(box, 'wall_renew_after');
      await read(box);
      expect(box.asks()).toBe(2);
      expect(await pause()).toBeGreaterThan(2);
      await later(box, 'wall_renew_after');
      expect(await read(box)).toMatchObject({ success: true });
      expect(await statusOf(box)).toBe('connected');
      expect((await stored(box)).row).toMatchObject({ renew_failures: 0, wall_renew_after: null });
    });

    it('comes back when it said, where it said so', async () => {
      const box = await connect();
      await cut(box);
      endpoint.answerNext(box.email, { status: 429, headers: { 'retry-after': '600' } });
      await read(box);
      const { row } = await stored(box);
      expect(row?.wall_renew_after.getTime() - Date.now()).toBeGreaterThan(500_000);
    });

    it('goes on with the token that it has, while that is good', async () => {
      endpoint.lifetime = 20;
      const box = await connect();
      const { secret } = await stored(box);
      const sealed = sandbox.service.context.secrets.seal(JSON.stringify({ ...secret, wall_renew_at: 0 }));
      await sandbox.service.db.query('update mailboxes set sealed_secret = $2 where account_id = $1', [
        box.account_id,
        sealed,
      ]);
      endpoint.answerNext(box.email, away);
      expect(await read(box)).toMatchObject({ success: true });
      expect(box.asks()).toBe(1);
    });
  });

  it.each([
    ['consent is withdrawn', 'consent_ended', { status: 400, body: { error: 'invalid_grant' } }],
    ['client is refused', 'client_refused', { status: 401, body: { error: 'invalid_client' } }],
  ] as const)('is inactive when its %s, says why, and comes back with a new sign-in', async (_what, reason, fault) => {
    const box = await connect();
    await cut(box);
    endpoint.answerNext(box.email, fault, fault);
    await Promise.all([read(box), read(box)]);
    expect(await statusOf(box)).toBe('inactive');
    expect(await disconnections(box)).toEqual([reason]);
    expect((await read(box)).error.code).toBe('ACCOUNT_INACTIVE');
    endpoint.clearNext();
    expect((await login(box.email)).data).toEqual({ account_id: box.account_id, status: 'connected' });
    expect(await read(box)).toMatchObject({ success: true });
    expect(await disconnections(box)).toEqual([reason]);
  });

  describe('is not connected', () => {
    it('without a right refresh token and client, and says what is wrong [errors.CHANNEL_ERROR]', async () => {
      const email = 'refused@mail.test';
      const { host } = new URL(endpoint.url);
      expect((await login(email, { refresh_token: 'made-up' })).error).toEqual({
        code: 'CHANNEL_ERROR',
        sub_code: 'AUTH_FAILED',
        message: `the token endpoint ${host} refused the refresh token: it is invalid or has expired, or belongs to another client_id; the person has to give consent again (invalid_grant)`,
      });
      expect((await login(email, { client_secret: 'other' })).error.message).toContain('(invalid_client)');
      endpoint.answerNext(email, { status: 502 });
      expect((await login(email)).error).toEqual({
        code: 'CHANNEL_ERROR',
        message: `${host} gives no access token at the moment (HTTP 502): try again later`,
      });
    });

    it('without a client_id, or a token_url where the provider is not known [errors.INVALID_PARAMS]', async () => {
      expect((await login('a@mail.test', { client_id: undefined })).error.message).toBe(
        'body.client_id: is required with refresh_token',
      );
      expect((await login('a@mail.test', { token_url: undefined })).error.message).toBe(
        'body.token_url: is required: the token endpoint of this provider is not known here',
      );
    });

    it('where its token endpoint is no address that secrets may go to', async () => {
      const given = { refresh_token: 'r', client_id: 'c', client_secret: null };
      const tried = (token_url: string, allow_private: boolean) =>
        resolveSecret({ ...given, token_url }, 'imap.mail.test', { allow_private });
      for (const [url, allow_private] of [
        ['http://tokens.company.com/', true],
        ['http://127.0.0.1/token', false],
        ['https://10.0.0.1/token', false],
        ['tokens', true],
      ] as const) {
        expect(await tried(url, allow_private)).toMatchObject({
          refusal: { kind: 'invalid', message: expect.stringMatching(/^body\.token_url: must be/) },
        });
      }
    });

    it.each([
      ['gmail.com', 'https://oauth2.googleapis.com/token'],
      ['outlook.com', 'https://login.microsoftonline.com/common/oauth2/v2.0/token'],
      ['onmicrosoft.com', 'https://login.microsoftonline.com/common/oauth2/v2.0/token'],
    ])('with a token_url of its own where the provider is known: %s', async (domain, token_url) => {
      const { imap } = await findMailSettings(`a@${domain}`);
      expect(providerOfServer(imap?.host ?? '')?.token_url).toBe(token_url);
    });
  });
});
