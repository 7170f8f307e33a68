import jsqr from 'jsqr';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../delivery/receiver.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { type Sandbox, startSandbox } from '../v2-service/sandbox/sandbox-service.ts';
import { problemsOf } from './problems-of.ts';

const executablePath = findChromium();
if (executablePath === null)
  process.stderr.write('No Chromium here, so the tests of the connection pages are skipped.\n');

const SCREENS = [
  ['a desktop', { width: 1200, height: 900 }, 'light'],
  ['a phone at night', { width: 390, height: 844 }, 'dark'],
] as const;

let sandbox: Sandbox;
let browser: Browser;

const create = async (body: object) => (await sandbox.call('POST', '/v2/accounts/connect-link', body)).body.data;
const read = async (linkId: string) => (await sandbox.call('GET', `/v2/accounts/connect-link/${linkId}`)).body.data;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Presses Tab until the control of that name has the focus: every one is within reach of the keyboard. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.innerText ?? element?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim().startsWith(name) : name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${String(name)}`);
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

describe.skipIf(executablePath === null)('the hosted connection pages in Chromium [auth#4]', () => {
  beforeAll(async () => {
    sandbox = await startSandbox();
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
  });

  describe.each(SCREENS)('on %s', (_name, viewport, colorScheme) => {
    let context: BrowserContext;
    beforeAll(async () => {
      context = await browser.newContext({ viewport, colorScheme });
    });
    afterAll(() => context.close());

    it('lead from the chooser by sign-in and code to the confirmation, by keyboard alone [state/link#1] [state/link#2] [POST /v2/accounts/connect-link.products]', async () => {
      const link = await create({ products: ['classic', 'premium_navigator', 'recruiter'] });
      const page = await context.newPage();
      await page.goto(link.url);
      await heading(page, 'Connect your account');
      expect(await problemsOf(page)).toEqual([]);
      await tabTo(page, /^\s*Professional network/);
      await page.keyboard.press('Enter');

      await heading(page, 'Sign in');
      expect(await problemsOf(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await heading(page, 'Connect your account');
      await page.goBack();

      await type(page, 'Email', 'ada@mail.example');
      await type(page, 'Password', 'wrong');
      await tabTo(page, 'Country');
      await page.keyboard.type('Germ');
      await tabTo(page, 'Recruiter');
      await page.keyboard.press('Space');
      await tabTo(page, 'Contract');
      await page.keyboard.press('ArrowDown');
      await tabTo(page, 'Connect');
      await page.keyboard.press('Enter');

      await page.getByRole('alert').waitFor();
      expect(await page.title()).toBe('Error: Sign in');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
      expect(await problemsOf(page)).toEqual([]);
      expect(await page.getByLabel('Email').inputValue()).toBe('ada@mail.example');
      expect(await page.locator('#password').inputValue()).toBe('');
      expect(await page.content()).not.toContain('value="wrong"');
      expect(await page.getByLabel('Country').inputValue()).toBe('DE');
      expect(await page.getByLabel('Recruiter').isChecked()).toBe(false);
      expect(await page.getByLabel('Contract').inputValue()).toBe('personal');
      expect(await read(link.link_id)).toMatchObject({ status: 'pending' });
      // The line of the summary leads to its field.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('password');
      await page.keyboard.type('needs-code');
      await page.keyboard.press('Enter');

      await heading(page, 'Enter your code');
      expect(await problemsOf(page)).toEqual([]);
      expect(await page.getByText('a•••@mail.example').count()).toBe(1);
      expect(await read(link.link_id)).toMatchObject({ status: 'checkpoint', platform: 'professional' });
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('code');
      await page.keyboard.type('111111');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('tries left: 4').waitFor();
      expect(await problemsOf(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.type('246810');
      await page.keyboard.press('Enter');

      await heading(page, 'Connected');
      expect(await problemsOf(page)).toEqual([]);
      expect(await page.getByText('ada@mail.example').count()).toBe(1);
      const done = await read(link.link_id);
      expect(done).toMatchObject({ status: 'used', platform: 'professional' });
      const { body } = await sandbox.call('GET', `/v2/accounts/${done.account_id}`);
      expect(body.data).toMatchObject({ country: 'DE', products: ['classic', 'premium_navigator'] });

      await page.goto(link.url);
      await heading(page, 'This link was already used');
      expect(await problemsOf(page)).toEqual([]);
      await page.close();
    });

    it('link a phone by the QR code, which a second browser scans, and go on by themselves', async () => {
      const link = await create({ platform: 'messenger', country: 'FR' });
      const page = await context.newPage();
      await page.goto(link.url);
      await heading(page, 'Link your phone');
      expect(await page.getByLabel('Country').count()).toBe(0);
      expect(await page.getByText('You sign in from France').count()).toBe(1);
      await type(page, 'Phone number', 'my phone');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('country code').waitFor();
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel('Phone number').fill('');
      await page.getByLabel('Phone number').focus();
      await page.keyboard.type('+33 6 12 34 56 78');
      await page.keyboard.press('Enter');

      await heading(page, 'Scan with your phone');
      expect(await problemsOf(page)).toEqual([]);
      expect(await read(link.link_id)).toMatchObject({ status: 'checkpoint', platform: 'messenger' });
      const picture = PNG.sync.read(await page.getByRole('img', { name: /QR code/ }).screenshot());
      const scanned = jsqr.default(new Uint8ClampedArray(picture.data), picture.width, picture.height);
      expect(scanned?.data).toMatch(new RegExp(`^${sandbox.url}/connect/phone/[\\w-]{24}$`));

      const phone = await (await browser.newContext()).newPage();
      await phone.goto(scanned?.data ?? '');
      await heading(phone, 'Link a device');
      expect(await problemsOf(phone)).toEqual([]);
      await tabTo(phone, 'Link this device');
      await phone.keyboard.press('Enter');
      await heading(phone, 'Device linked');
      await phone.context().close();

      await page.bringToFront();
      await heading(page, 'Connected');
      expect(await read(link.link_id)).toMatchObject({ status: 'used', platform: 'messenger' });
      await page.close();
    });

    it('connect a mailbox, and point to the server setting that is wrong', async () => {
      const link = await create({ platform: 'email' });
      const page = await context.newPage();
      await page.goto(link.url);
      await heading(page, 'Connect your mailbox');
      await type(page, 'Email address', 'grace@mail.example');
      await type(page, 'Password', 'secret');
      await tabTo(page, 'Mail server settings');
      await page.keyboard.press('Enter');
      await type(page, 'Server', 'imap.mail.example');
      await tabTo(page, 'Port');
      await page.keyboard.type('99999');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('port').waitFor();
      expect(await problemsOf(page)).toEqual([]);
      expect(await page.locator('#imap_host').inputValue()).toBe('imap.mail.example');
      await page.locator('#imap_port').fill('993');
      await page.locator('#password').fill('secret');
      await page.keyboard.press('Enter');
      await heading(page, 'Connected');
      expect(await read(link.link_id)).toMatchObject({ status: 'used', platform: 'email' });
      await page.close();
    });
  });

  describe('at the end of a link', () => {
    it('leave for success_url as it was given, also where that redirects on [POST /v2/accounts/connect-link.success_url]', async () => {
      const last = await startReceiver();
      const first = await startReceiver([302], (response) => response.writeHead(302, { location: last.url }).end());
      const page = await browser.newPage();
      for (const [success_url, arrived] of [
        [`${last.url}?user=42#top`, `${last.url}?user=42#top`],
        [first.url, last.url],
      ] as const) {
        const link = await create({ platform: 'email', success_url });
        await page.goto(link.url);
        await page.getByLabel('Email address').fill('ada@mail.example');
        await page.locator('#password').fill('x');
        await page.keyboard.press('Enter');
        await page.waitForURL(arrived);
      }
      await page.close();
      await Promise.all([first.close(), last.close()]);
    });

    it('leave for success_url when the phone was linked', async () => {
      const target = await startReceiver();
      const link = await create({ platform: 'messenger', success_url: target.url });
      const page = await browser.newPage();
      await page.goto(link.url);
      await page.getByLabel('Phone number').fill('+33611111111');
      await page.keyboard.press('Enter');
      const code = (await page.locator('.pairing-code').innerText()).replace(/^.*:\s*/s, '');
      const phone = await browser.newPage();
      await phone.goto(`${sandbox.url}/connect/phone`);
      await phone.getByLabel('Phone number').fill('+33611111111');
      await phone.getByLabel('Pairing code').fill('AAAA-AAAA');
      await phone.keyboard.press('Enter');
      await phone.getByRole('alert').getByText('tries left').waitFor();
      await phone.getByLabel('Pairing code').fill(code);
      await phone.keyboard.press('Enter');
      await heading(phone, 'Device linked');
      await phone.close();
      await page.bringToFront();
      await page.waitForURL(target.url);
      await page.close();
      await target.close();
    });

    it('lead to failure_url, or say that the link is over [state/link#3] [POST /v2/accounts/connect-link.failure_url]', async () => {
      const target = await startReceiver();
      const gone = await create({ expires_in: 60, failure_url: target.url });
      const silent = await create({ expires_in: 60 });
      const page = await browser.newPage();
      await page.goto(`${gone.url}/email`);
      await page.getByLabel('Email address').fill('ada@mail.example');
      await page.locator('#password').fill('x');
      await sandbox.advance('PT61S');
      await page.keyboard.press('Enter');
      await page.waitForURL(target.url);
      expect(await read(gone.link_id)).toMatchObject({ status: 'expired' });
      await page.goto(silent.url);
      await heading(page, 'This link has expired');
      expect(await problemsOf(page)).toEqual([]);
      await page.close();
      await target.close();
    });

    it('fill in the email of an account to be reconnected, and offer its channel only [POST /v2/accounts/connect-link.account_id]', async () => {
      const account_id = await sandbox.account({ email: 'alan@mail.example', country: 'US' });
      const link = await create({ account_id });
      const page = await browser.newPage();
      await page.goto(link.url);
      await heading(page, 'Sign in again');
      expect(await page.getByLabel('Email').inputValue()).toBe('alan@mail.example');
      expect(await page.getByLabel('Country').count()).toBe(0);
      await page.getByLabel('Email').fill('somebody@mail.example');
      await page.locator('#password').fill('x');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('another account').waitFor();
      await page.getByLabel('Email').fill('alan@mail.example');
      await page.locator('#password').fill('x');
      await page.keyboard.press('Enter');
      await heading(page, 'Connected again');
      await page.close();
      expect(await read(link.link_id)).toMatchObject({ status: 'used', account_id });
    });
  });

  it("are shown in nobody's frame", async () => {
    const link = await create({ platform: 'email' });
    const host = await startReceiver([200], (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<iframe src="${link.url}"></iframe>`),
    );
    const page = await browser.newPage();
    await page.goto(host.url);
    const frame = await page
      .locator('iframe')
      .elementHandle()
      .then((element) => element?.contentFrame());
    expect(await frame?.getByLabel('Email address').count()).toBe(0);
    expect(frame?.url()).not.toContain('/connect/');
    await page.close();
    await host.close();
  });

  it('work without scripts, the waiting page too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const link = await create({ platform: 'messenger' });
    const page = await context.newPage();
    await page.goto(link.url);
    await page.getByLabel('Phone number').fill('+33622222222');
    await page.keyboard.press('Enter');
    await heading(page, 'Scan with your phone');
    const phone = await context.newPage();
    await phone.goto(sandbox.url + (await page.getByRole('link', { name: /phone's page/ }).getAttribute('href')));
    await phone.getByRole('button').press('Enter');
    await heading(phone, 'Device linked');
    await page.bringToFront();
    await heading(page, 'Connected');
    await context.close();
  });
});
