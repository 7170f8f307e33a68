import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findMailSettings,
  type SrvResolver,
} from '../../../src/v2-service/channels/mail/settings/find-mail-settings.ts';
import { tryMailbox } from '../../../src/v2-service/channels/mail/try-mailbox.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';
import { type MailServers, startMailServers } from './mail-servers.ts';

let sandbox: Sandbox;
let servers: MailServers;
beforeAll(async () => {
  sandbox = await startSandbox();
  servers = await startMailServers({ imap: 'right', smtp: 'right' });
});
afterAll(async () => {
  await servers.close();
  await sandbox.close();
});

const login = (body: object) =>
  sandbox.call('POST', '/v2/login', {
    platform: 'email',
    email: 'ada@mail.test',
    password: 'right',
    imap: servers.imap,
    smtp: servers.smtp,
    ...body,
  });
const accounts = async () => (await sandbox.call('GET', '/v2/accounts?platform=email')).body.data.total;

describe('the login of a real mailbox [POST /v2/login.imap POST /v2/login.smtp]', () => {
  it('signs in at both servers at once, and says what this version cannot do only after they accepted', async () => {
    servers.seen.length = 0;
    const { status, body } = await login({});
    expect(servers.seen.sort()).toEqual(['imap ada@mail.test right', 'smtp ada@mail.test right']);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: { code: 'CHANNEL_ERROR', sub_code: 'MAIL_NOT_AVAILABLE' },
      metadata: { credits_consumed: 0 },
    });
    expect(await accounts()).toBe(0);
  });

  it('is AUTH_FAILED when a server refuses it, and names the server [errors.CHANNEL_ERROR]', async () => {
    const { body } = await login({ password: 'not-this' });
    expect(body.error).toEqual({
      code: 'CHANNEL_ERROR',
      sub_code: 'AUTH_FAILED',
      message: `the IMAP server 127.0.0.1:${servers.imap.port} refused the sign-in`,
    });
    const half = await startMailServers({ imap: 'right', smtp: 'other' });
    const refused = await login({ imap: half.imap, smtp: half.smtp });
    await half.close();
    expect(refused.body.error).toMatchObject({
      sub_code: 'AUTH_FAILED',
      message: expect.stringContaining('SMTP server'),
    });
    expect(await accounts()).toBe(0);
  });

  it('is a CHANNEL_ERROR that names the server which cannot be reached', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    const { body } = await login({ smtp: { host: '127.0.0.1', port } });
    expect(body.error).toEqual({
      code: 'CHANNEL_ERROR',
      message: expect.stringContaining(`the SMTP server 127.0.0.1:${port} cannot be reached`),
    });
  });

  it('asks for the settings that it cannot find [errors.INVALID_PARAMS]', async () => {
    const none = await login({ imap: undefined, smtp: undefined });
    expect(none.body.error).toEqual({
      code: 'INVALID_PARAMS',
      message: 'body: no mail servers were found for ada@mail.test: give imap and smtp, each with host and port',
    });
    const half = await login({ smtp: undefined });
    expect(half.body.error.message).toContain('give smtp, each');
  });

  it('does not reach into private networks where that is not allowed', async () => {
    const body = { platform: 'email', email: 'a@mail.test', password: 'x', imap: null, smtp: null } as const;
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '::1']) {
      const tried = await tryMailbox(
        { ...body, imap: { host, port: 993 }, smtp: { host, port: 465 } },
        { allow_private: false },
      );
      expect(tried).toEqual({
        ok: false,
        refusal: { kind: 'invalid', message: 'body.imap.host: must be publicly reachable' },
      });
    }
  });
});

describe('the mail servers of an address', () => {
  const asked: string[] = [];
  const resolver = {
    async resolveSrv(name: string) {
      asked.push(name);
      if (name === '_submissions._tcp.company.test') throw Object.assign(new Error('none'), { code: 'ENODATA' });
      const [service] = name.split('.');
      return [
        { name: `second${service}.test`, port: 1, priority: 20, weight: 0 },
        { name: `first${service}.test`, port: 2, priority: 10, weight: 0 },
      ];
    },
  } satisfies Partial<SrvResolver>;

  it('are those of a large provider, without asking anyone', async () => {
    asked.length = 0;
    const found = await findMailSettings('Ada@GMAIL.com', resolver);
    expect(found).toEqual({
      imap: { host: 'imap.gmail.com', port: 993, secure: true },
      smtp: { host: 'smtp.gmail.com', port: 465, secure: true },
    });
    expect(asked).toEqual([]);
  });

  it('are those that its domain publishes, the best first', async () => {
    const hosted = { resolveSrv: (name: string) => resolver.resolveSrv(name.replace('hosted.net', 'company.test')) };
    expect(await findMailSettings('ada@hosted.net', hosted)).toEqual({
      imap: { host: 'first_imaps.test', port: 2, secure: true },
      smtp: { host: 'first_submission.test', port: 2, secure: false },
    });
  });

  it('are none where the name servers do not answer, and of a name that is nobody’s', async () => {
    const silent = { resolveSrv: () => Promise.reject(new Error('timeout')) };
    expect(await findMailSettings('ada@company.net', silent)).toEqual({ imap: null, smtp: null });
    asked.length = 0;
    expect(await findMailSettings('ada@company.test', resolver)).toEqual({ imap: null, smtp: null });
    expect(asked).toEqual([]);
  });
});
