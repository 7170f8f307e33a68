import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { MailServer } from '../../../../src/app/demo/mail-server/start-mail-server.ts';
import { findMailbox } from '../../../../src/v2/service/channels/mail/connections/mailbox.ts';
import { openSmtp } from '../../../../src/v2/service/channels/mail/connections/open-smtp.ts';
import { signInRefusal } from '../../../../src/v2/service/channels/mail/sign-in/sign-in-refusal.ts';
import { tryMailbox } from '../../../../src/v2/service/channels/mail/sign-in/try-mailbox.ts';
import { startMailServers } from '../../../support/mail/start-mail-servers.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox-service.ts';

const found = await startMailServers();

describe.skipIf(found === null)('the login of a real mailbox [POST /v2/login.imap POST /v2/login.smtp]', () => {
  let sandbox: Sandbox;
  let servers: MailServer;
  beforeAll(async () => {
    if (!found) return;
    servers = found;
    sandbox = await startSandbox();
    await servers.setPassword('ada@mail.test', 'right');
  });
  afterAll(async () => {
    await sandbox.close();
    await servers.stop();
  });

  const login = (body: object = {}) =>
    sandbox.call('POST', '/v2/login', {
      platform: 'email',
      email: 'ada@mail.test',
      password: 'right',
      imap: servers.imap,
      smtp: servers.smtp,
      ...body,
    });
  const accounts = async () => (await sandbox.call('GET', '/v2/accounts?platform=email')).body.data.total;
  const mailbox = (accountId: string) => findMailbox(sandbox.service.db, sandbox.service.context.secrets, accountId);
  const secret = { pass: 'right' };
  const credentials = {
    platform: 'email',
    email: 'ada@mail.test',
    login_name: null,
    secret,
    imap: null,
    smtp: null,
  } as const;

  it('connects it, and keeps where its servers are and, sealed, what signs in', async () => {
    const { status, body } = await login({ name: 'Ada Ito' });
    expect({ status, credits: body.metadata.credits_consumed }).toEqual({ status: 200, credits: 0 });
    expect(body.data.status).toBe('connected');
    const { account_id } = body.data;
    expect(await mailbox(account_id)).toEqual({
      account_id,
      user_id: sandbox.user_id,
      email: 'ada@mail.test',
      name: 'Ada Ito',
      imap: servers.imap,
      smtp: servers.smtp,
      auth: { user: 'ada@mail.test', pass: 'right' },
      revision: 1,
    });
    const { rows } = await sandbox.service.db.query(
      'select m.sealed_secret, s.sealed from mailboxes m join account_secrets s using (account_id)',
    );
    expect(JSON.stringify(rows)).not.toContain('right');
    expect(sandbox.service.context.secrets.open(String(rows[0]?.sealed))).not.toContain('right');
  });

  it('connects the same account again with the servers and the password that are given then', async () => {
    const first = (await login()).body.data.account_id;
    const before = (await mailbox(first))?.revision ?? 0;
    await servers.setPassword('ada@mail.test', 'newer');
    onTestFinished(() => servers.setPassword('ada@mail.test', 'right'));
    const again = (await login({ password: 'newer', imap: servers.imaps, smtp: servers.smtps })).body.data;
    expect(again).toEqual({ account_id: first, status: 'connected' });
    expect(await mailbox(first)).toMatchObject({
      imap: servers.imaps,
      smtp: servers.smtps,
      auth: { pass: 'newer' },
      revision: before + 1,
    });
  });

  it('takes an access token instead of a password, and a name that is not the address [POST /v2/login.access_token POST /v2/login.login_name]', async () => {
    await servers.setToken('grace@mail.test', 'token-1');
    const body = { email: 'grace.hopper@mail.test', login_name: 'grace@mail.test', password: undefined };
    const { account_id } = (await login({ ...body, access_token: 'token-1' })).body.data;
    expect((await mailbox(account_id))?.auth).toEqual({ user: 'grace@mail.test', access_token: 'token-1' });
    const refused = await login({ ...body, access_token: 'other' });
    expect(refused.body.error).toMatchObject({
      sub_code: 'AUTH_FAILED',
      message: expect.stringContaining('access token is invalid'),
    });
    const neither = await login({ ...body });
    expect(neither.body.error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringContaining('password') });
  });

  it('goes with its account', async () => {
    const { account_id } = (await login()).body.data;
    await sandbox.call('DELETE', `/v2/accounts/${account_id}`);
    expect(await mailbox(account_id)).toBeNull();
  });

  it('leaves an address under .example to the sandbox, unless a server is named that could be there', async () => {
    const { account_id } = (
      await login({ email: 'ada@mail.example', password: 'any', imap: undefined, smtp: undefined })
    ).body.data;
    expect(await mailbox(account_id)).toBeNull();
    const named = { host: 'imap.mail.example', port: 993, secure: true };
    const again = await login({ email: 'ada@mail.example', password: 'any', imap: named, smtp: undefined });
    expect(again.body.data.account_id).toBe(account_id);
    expect(await mailbox(account_id)).toBeNull();
    await servers.setPassword('ada@mail.example', 'right');
    expect((await login({ email: 'ada@mail.example' })).body.data.account_id).toBe(account_id);
    expect(await mailbox(account_id)).not.toBeNull();
  });

  it('is AUTH_FAILED when a server refuses it, and names the server [errors.CHANNEL_ERROR]', async () => {
    const before = await accounts();
    const { status, body } = await login({ email: 'nobody@mail.test', password: 'not-this' });
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: 'CHANNEL_ERROR',
      sub_code: 'AUTH_FAILED',
      message: `the IMAP server 127.0.0.1:${servers.imap.port} refused the sign-in: the user name or the password is wrong`,
    });
    servers.faults.add({ at: 'auth', reply: '535 5.7.9 Application-specific password required' });
    const half = await login({});
    expect(half.body.error).toEqual({
      code: 'CHANNEL_ERROR',
      sub_code: 'AUTH_FAILED',
      message: `the SMTP server 127.0.0.1:${servers.smtp.port} refused the sign-in: it requires an app password, which is created in the security settings of the account`,
    });
    expect(await accounts()).toBe(before);
  });

  it('is no refusal of the credentials when the server takes none for a while', async () => {
    servers.faults.add({ at: 'auth', reply: '454 4.7.0 Temporary authentication failure' });
    const { body } = await login({});
    expect(body.error).toEqual({
      code: 'CHANNEL_ERROR',
      message: `the SMTP server 127.0.0.1:${servers.smtp.port} accepts no sign-ins at the moment (454): try again later`,
    });
  });

  it('says why a server cannot be reached', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    const why = async (body: object) => (await login(body)).body.error.message;
    expect(await why({ smtp: { host: '127.0.0.1', port } })).toBe(
      `the SMTP server 127.0.0.1:${port} cannot be reached: nothing listens on that port`,
    );
    expect(await why({ imap: { host: 'imap.nowhere.invalid', port: 993 } })).toMatch(
      /^the IMAP server imap\.nowhere\.invalid:993 cannot be reached: (there is no host of that name|its name could not be looked up)$/,
    );
    expect(await why({ imap: { ...servers.imap, secure: true } })).toContain('does not speak TLS from the first byte');
    expect(await why({ smtp: { ...servers.smtp, secure: true } })).toContain('does not speak TLS from the first byte');
  });

  describe('over TLS that has to be right, as toward any other machine', () => {
    const trying = (imap: object, smtp: object, ca?: string) =>
      tryMailbox(
        { ...credentials, imap: { ...servers.imap, ...imap }, smtp: { ...servers.smtp, ...smtp } },
        { rules: { allow_private: true, trust_loopback: false, ...(ca === undefined ? {} : { ca }) } },
      );

    it('signs in where the certificate is trusted, by STARTTLS and from the first byte', async () => {
      expect((await trying({}, {}, servers.certificate)).ok).toBe(true);
      expect((await trying(servers.imaps, servers.smtps, servers.certificate)).ok).toBe(true);
    });

    it('refuses a certificate that nobody trusted signed, of either server', async () => {
      const why = 'cannot be reached: its certificate is not signed by a trusted authority';
      for (const [imap, smtp] of [
        [servers.imap, servers.smtp],
        [servers.imaps, servers.smtps],
      ] as const) {
        expect(await trying(imap, smtp)).toMatchObject({ refusal: { message: expect.stringContaining(why) } });
        const auth = { user: 'ada@mail.test', pass: 'right' };
        const transport = openSmtp(smtp, auth, { allow_private: true, trust_loopback: false });
        const failure = await transport.verify().catch((error: unknown) => error);
        transport.close();
        expect(signInRefusal({ protocol: 'smtp', server: smtp, auth }, failure).message).toContain(why);
      }
    });
  });

  it('asks for the settings that it cannot find [errors.INVALID_PARAMS]', async () => {
    const none = await login({ imap: undefined, smtp: undefined });
    expect(none.body.error).toEqual({
      code: 'INVALID_PARAMS',
      message: 'body: no mail servers were found for ada@mail.test: give imap and smtp, each with host and port',
    });
    expect((await login({ smtp: undefined })).body.error.message).toContain('give smtp, each');
  });

  it('does not reach into private networks where that is not allowed', async () => {
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '::1', '169.254.169.254']) {
      const servers = { imap: { host, port: 993 }, smtp: { host, port: 465 } };
      expect(await tryMailbox({ ...credentials, ...servers }, { rules: { allow_private: false } })).toEqual({
        ok: false,
        refusal: {
          ...{ kind: 'invalid', message: 'body.imap.host: must be publicly reachable' },
          at: { field: 'imap_host', message: 'This server must be publicly reachable.' },
        },
      });
    }
  });
});
