import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/app/main/free-port.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { CLIENT, startTokenEndpoint, type TokenEndpoint } from '../support/mail/start-token-endpoint.ts';
import { type Sandbox, startSandbox } from '../v2-service/sandbox/sandbox-service.ts';
import { problemsOf } from './problems-of.ts';

const executablePath = findChromium();
if (executablePath === null) process.stderr.write('No Chromium here, so the tests of the mailbox page are skipped.\n');
const found = executablePath === null ? null : await startMailServers();

describe.skipIf(found === null)('the page that connects a real mailbox, in Chromium', () => {
  const server = found as NonNullable<typeof found>;
  let sandbox: Sandbox;
  let browser: Browser;
  let endpoint: TokenEndpoint;
  beforeAll(async () => {
    endpoint = await startTokenEndpoint(server);
    const { authorize_url, url: token_url } = endpoint;
    const provider = {
      id: 'provider',
      name: 'Provider',
      scope: 'mail',
      extra: {},
      imap: server.imap,
      smtp: server.smtp,
    };
    const consents = [{ ...provider, ...CLIENT, authorize_url, token_url }];
    sandbox = await startSandbox({ mail: { allow_private: true, watch: false, consents } });
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    await endpoint?.close();
    await server.stop();
  });

  const create = async (body: object = {}) =>
    (await sandbox.call('POST', '/v2/accounts/connect-link', { platform: 'email', ...body })).body.data;
  const read = async (linkId: string) => (await sandbox.call('GET', `/v2/accounts/connect-link/${linkId}`)).body.data;
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const open = async (link: { readonly url: string }): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(link.url);
    return page;
  };
  const settings = (smtpPort = server.smtp.port) => ({
    imap_host: '127.0.0.1',
    imap_port: String(server.imap.port),
    smtp_host: '127.0.0.1',
    smtp_port: String(smtpPort),
  });
  const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
    for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
  };
  const fillServers = async (page: Page, smtpPort?: number) => {
    if (!(await page.locator('#imap_host').isVisible())) await page.getByText('Mail server settings').click();
    await fill(page, settings(smtpPort));
    for (const id of ['imap', 'smtp']) await page.locator(`#${id}_security`).selectOption('starttls');
  };
  const submit = (page: Page) => page.getByRole('button', { name: /connect/i }).click();
  const alert = async (page: Page, text: RegExp) => {
    await page.getByRole('alert').getByText(text).waitFor();
    expect(await problemsOf(page)).toEqual([]);
  };
  const typed = async (page: Page) => {
    const ids = ['email', 'password', ...Object.keys(settings()), 'imap_security', 'smtp_security'];
    return Object.fromEntries(
      await Promise.all(ids.map(async (id) => [id, await page.locator(`#${id}`).inputValue()] as const)),
    );
  };
  const inbox = (account_id: string) =>
    sandbox.call('POST', '/v2/messages', { account_id, action: 'list_inbox', params: {} });
  /** A call that was under way on a connection of before may fail in its own way; the next one signs in. */
  const foundInactive = (account_id: string) =>
    expect.poll(async () => (await inbox(account_id)).body.error?.code).toBe('ACCOUNT_INACTIVE');

  it('says that the password is wrong, keeps all else that was typed, and connects with the right one', async () => {
    await server.setPassword('ada@mail.test', 'right');
    const link = await create();
    const page = await open(link);
    await fill(page, { email: 'ada@mail.test', password: 'not-this' });
    await fillServers(page);
    await submit(page);
    await alert(page, /IMAP server 127\.0\.0\.1:\d+ refused the sign-in: the user name or the password is wrong/);
    const security = { imap_security: 'starttls', smtp_security: 'starttls' };
    expect(await typed(page)).toEqual({ email: 'ada@mail.test', password: '', ...settings(), ...security });
    expect(await page.content()).not.toContain('not-this');
    expect(await read(link.link_id)).toMatchObject({ status: 'pending' });

    await fill(page, { password: 'right' });
    await submit(page);
    await heading(page, 'Connected');
    const { status, account_id } = await read(link.link_id);
    expect(status).toBe('used');
    await server.deliver({ from: 'jo@works.test', to: ['ada@mail.test'] }, 'Subject: hello\n\nhello\n');
    expect((await inbox(account_id)).body.data.conversations).toHaveLength(1);
    await page.close();
  });

  it('says why the provider wants another password', async () => {
    await server.setPassword('bob@mail.test', 'right');
    const page = await open(await create());
    await fill(page, { email: 'bob@mail.test', password: 'right' });
    await fillServers(page);
    server.faults.add({ at: 'auth', reply: '535 5.7.9 Application-specific password required' });
    await submit(page);
    await alert(page, /SMTP server .* it requires an app password, which is created in the security settings/);
    await fill(page, { password: 'right' });
    await submit(page);
    await heading(page, 'Connected');
    await page.close();
  });

  it('leads to the server that cannot be reached, or is not known', async () => {
    await server.setPassword('cy@mail.test', 'right');
    const page = await open(await create());
    await fill(page, { email: 'cy@mail.test', password: 'right' });
    await submit(page);
    await alert(page, /No mail servers were found from your address/);
    expect(await page.locator('#imap_host').isVisible()).toBe(true);
    expect(await page.locator('#email').inputValue()).toBe('cy@mail.test');

    await fill(page, { password: 'right' });
    await fillServers(page, await freePort(0));
    await submit(page);
    await alert(page, /SMTP server 127\.0\.0\.1:\d+ cannot be reached: nothing listens on that port/);
    // The line of the summary leads to its field.
    await page.getByRole('alert').getByRole('link').click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('smtp_host');
    await fill(page, { password: 'right', smtp_port: String(server.smtp.port) });
    await submit(page);
    await heading(page, 'Connected');
    await page.close();
  });

  it('connects nothing once its link has expired, whatever was typed', async () => {
    await server.setPassword('di@mail.test', 'right');
    const link = await create({ expires_in: 60 });
    const page = await open(link);
    await fill(page, { email: 'di@mail.test', password: 'right' });
    await fillServers(page);
    await sandbox.advance('PT61S');
    await submit(page);
    await heading(page, 'This link has expired');
    expect(await read(link.link_id)).toMatchObject({ status: 'expired' });
    const { accounts } = (await sandbox.call('GET', '/v2/accounts?platform=email')).body.data;
    expect(accounts.map(({ email }: { email: string }) => email)).not.toContain('di@mail.test');
    await page.close();
  });

  it('connects a mailbox again whose password was changed: same account, read at once', async () => {
    await server.setPassword('el@mail.test', 'first');
    const login = { platform: 'email', email: 'el@mail.test', password: 'first', imap: server.imap, smtp: server.smtp };
    const { account_id } = (await sandbox.call('POST', '/v2/login', login)).body.data;
    await inbox(account_id);
    await server.setPassword('el@mail.test', null);
    await foundInactive(account_id);

    await server.setPassword('el@mail.test', 'second');
    const link = await create({ account_id });
    const page = await open(link);
    await heading(page, 'Connect your mailbox again');
    expect(await page.locator('#email').inputValue()).toBe('el@mail.test');
    await fill(page, { password: 'second' });
    await fillServers(page);
    await submit(page);
    await heading(page, 'Connected again');
    expect(await read(link.link_id)).toMatchObject({ status: 'used', account_id });
    expect((await inbox(account_id)).status).toBe(200);
    await page.close();
  });

  describe('where its provider asks for consent', () => {
    const consent = async (page: Page, email: string) => {
      await page.getByRole('link', { name: 'Continue with Provider' }).click();
      await page.locator('input[name="as"]').fill(email);
      await page.getByRole('button', { name: 'Allow' }).click();
    };

    it('connects it without a password, and it stays connected when the access token ends', async () => {
      const link = await create();
      const page = await open(link);
      expect(await problemsOf(page)).toEqual([]);
      await consent(page, 'gail@mail.test');
      await heading(page, 'Connected');
      expect(await page.getByText('gail@mail.test').count()).toBe(1);
      const { account_id } = await read(link.link_id);
      expect((await inbox(account_id)).status).toBe(200);
      await endpoint.expire('gail@mail.test');
      server.kick('gail@mail.test');
      await server.deliver({ from: 'jo@works.test', to: ['gail@mail.test'] }, 'Subject: hello\n\nhello\n');
      expect((await inbox(account_id)).body.data.conversations).toHaveLength(1);
      await page.close();
    });

    it('says that it was not given, and can be asked again [state/link#1]', async () => {
      const link = await create();
      const page = await open(link);
      await page.getByRole('link', { name: 'Continue with Provider' }).click();
      await page.getByRole('link', { name: 'Deny' }).click();
      await alert(page, /Provider was not allowed to give access/);
      endpoint.answerNext('hal@mail.test', { status: 503 });
      await consent(page, 'hal@mail.test');
      await alert(page, /Provider does not answer at the moment/);
      expect(await read(link.link_id)).toMatchObject({ status: 'pending' });
      await consent(page, 'hal@mail.test');
      await heading(page, 'Connected');
      await page.close();
    });

    it('connects the same account again after the person took the consent back, and no other mailbox in its place', async () => {
      const first = await create();
      const page = await open(first);
      await consent(page, 'ida@mail.test');
      await heading(page, 'Connected');
      const { account_id } = await read(first.link_id);
      endpoint.withdraw('ida@mail.test');
      await endpoint.expire('ida@mail.test');
      server.kick('ida@mail.test');
      await foundInactive(account_id);

      const again = await create({ account_id });
      await page.goto(again.url);
      await consent(page, 'jan@mail.test');
      await alert(page, /another account than the one to be reconnected/);
      await page.getByRole('link', { name: 'Continue with Provider' }).click();
      expect(await page.locator('input[name="as"]').inputValue()).toBe('ida@mail.test');
      await page.getByRole('button', { name: 'Allow' }).click();
      await heading(page, 'Connected again');
      expect((await inbox(account_id)).status).toBe(200);
      await page.close();
    });

    it('is finished by the browser that began it alone, and while its link is open', async () => {
      const link = await create({ expires_in: 60 });
      const page = await open(link);
      await page.getByRole('link', { name: 'Continue with Provider' }).click();
      await page.locator('input[name="as"]').fill('kim@mail.test');
      const stranger = await (await browser.newContext()).newPage();
      await stranger.goto(page.url().replace('/authorize?', '/authorize?as=kim%40mail.test&'));
      await heading(stranger, /link/i);
      await stranger.context().close();
      expect(await read(link.link_id)).toMatchObject({ status: 'pending' });
      await sandbox.advance('PT61S');
      await page.getByRole('button', { name: 'Allow' }).click();
      await heading(page, 'This link has expired');
      await page.close();
    });
  });
});
