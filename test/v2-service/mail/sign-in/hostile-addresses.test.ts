import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let server: Server;
let port: number;
let dialed = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    dialed++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
  sandbox = await startSandbox({ mail: { allow_private: false, watch: false }, allow_private_webhooks: false });
});
afterAll(async () => {
  await sandbox.close();
  server.close();
});

const hosts = () => [
  ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '169.254.169.254', '[::1]', '１２７.０.０.１'],
  ...['127.0.0.1', '0x7f.1', '2130706433', 'localhost', '[::1]'].map((host) => `${host}:${port}`),
  ...[`127.0.0.1:${port}/x`, `127.0.0.1:${port}#`, `127.0.0.1:${port}?`, `x@127.0.0.1:${port}`],
];

describe('a login whose mail address is an address of the network', () => {
  it('is refused for its address, and nothing is dialed', async () => {
    for (const host of hosts()) {
      const { status, body } = await sandbox.call('POST', '/v2/login', {
        platform: 'email',
        email: `a@${host}`,
        password: 'x',
      });
      expect({ host, status, message: body.error.message }).toEqual({
        host,
        status: 400,
        message: expect.stringMatching(/^body\.email: must be an email address/),
      });
    }
    expect(dialed).toBe(0);
  });

  it('is refused on the hosted page, which asks for no key', async () => {
    const { body } = await sandbox.call('POST', '/v2/accounts/connect-link', { platform: 'email' });
    const page = `${body.data.url}/email`;
    const opened = await fetch(page);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const form_token = /name="form_token" value="([^"]+)"/.exec(await opened.text())?.[1] ?? '';
    for (const host of hosts()) {
      const sent = await fetch(page, {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ form_token, email: `a@${host}`, password: 'x' }),
      });
      expect(await sent.text()).toContain('Enter your email address, like name@example.com.');
    }
    expect(dialed).toBe(0);
  });

  it('dials no server inside either, however it is named', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      'localhost',
      '::1',
      '169.254.169.254',
      '10.0.0.1',
    ]) {
      const named = { host, port, secure: true };
      const login = { platform: 'email', email: 'a@acme.net', password: 'x', imap: named, smtp: named };
      const { status, body } = await sandbox.call('POST', '/v2/login', login);
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: expect.stringMatching(/^body\.imap\.host: must be publicly reachable/),
      });
    }
    expect(dialed).toBe(0);
  });
});

describe('the person of the sandbox who clicks to unsubscribe', () => {
  it('goes where webhooks may go, and nowhere else', async () => {
    const account = await sandbox.account({ platform: 'email', email: 'me@agency.example' });
    const links = [
      `http://127.0.0.1:${port}/u`,
      ...[`https://127.0.0.1:${port}/u`, `https://localhost:${port}/u`, `https://0x7f.1:${port}/u`],
      ...[`https://[::1]:${port}/u`, 'https://169.254.169.254/latest', `https://u:p@127.0.0.1:${port}/u`],
    ];
    for (const [index, link] of links.entries()) {
      const person = await sandbox.person({ email: `leaves${index}@works.example` });
      await sandbox.act('messages', account, 'send', {
        to: person.email,
        message_text: 'Hi',
        custom_headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      });
      const act = { account_id: account, do: 'unsubscribe' };
      const { status, body } = await sandbox.call('POST', `/sandbox/people/${person.slug}/act`, act);
      expect({ link, status, message: body.error?.message }).toEqual({
        link,
        status: 400,
        message: expect.stringMatching(/^the link to unsubscribe must /),
      });
    }
    expect(dialed).toBe(0);
  });
});
