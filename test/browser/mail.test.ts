import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import { SECRET_KEY } from '../api/fixtures.ts';
import { openWithMail, threadWith } from '../api/sent-mail.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { problemsOf } from './problems-of.ts';

const executablePath = findChromium();
if (executablePath === null) process.stderr.write('No Chromium here, so the tests of mails on the page are skipped.\n');

/** Everything that a mail tries to run, load, send or go to; `there` is a server that must never hear of it. */
const hostile = (there: string) => `
<link rel="preconnect" href="${there}"><link rel="stylesheet" href="${there}/style.css">
<link rel="prefetch" href="${there}/next"><meta http-equiv="refresh" content="0;url=${there}/gone"><base href="${there}/">
<script>document.title = 'ran'; parent.postMessage('ran', '*'); fetch('${there}/script')</script>
<img src="${there}/pixel.png" srcset="${there}/pixel2.png 2x" onerror="parent.postMessage('ran', '*')">
<img src="/api/campaigns" onerror="parent.postMessage('ran', '*')"><svg onload="parent.postMessage('ran', '*')"><image href="${there}/s.png"/></svg>
<style>@import url('${there}/import.css'); @font-face { font-family: x; src: url('${there}/font') } p { font-family: x; background: url('${there}/bg.png'); color: green }</style>
<iframe src="${there}/frame"></iframe><object data="${there}/object"></object><embed src="${there}/embed"><video src="${there}/v" poster="${there}/p.png" autoplay></video>
<form action="${there}/form" id="f"><input name="a" autofocus onfocus="parent.postMessage('ran', '*')"><button>Send</button></form>
<p style="background:url('${there}/inline.png')">Hello Ada, this is <b>bold</b>.</p>
<a href="${there}/click" ping="${there}/ping" id="link">a link</a><a href="javascript:parent.postMessage('ran','*')" id="js">another</a>`;

describe.skipIf(executablePath === null)('mails on the page', () => {
  let world: Awaited<ReturnType<typeof openWithMail>>;
  let browser: Browser;
  let url: string;
  let connections = 0;
  const elsewhere = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    world = await openWithMail(threadWith(hostile(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`)));
    url = await world.bench.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser.close();
    elsewhere.close();
    await world.bench.close();
  });

  async function open(width = 1200): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(`${url}/?token=${createSignInToken(SECRET_KEY)}`);
    await page.locator('#accounts a').first().waitFor();
    return page;
  }

  async function openMails(page: Page): Promise<void> {
    await page.goto(`${url}/#/enrollments/${world.enrollment_id}`);
    await page.getByRole('button', { name: 'Open the mails' }).click();
    await page.locator('.mail').nth(3).waitFor();
  }

  it('are found from the mailbox and opened as a mail program shows them', async () => {
    const page = await open();
    await page.goto(`${url}/#/accounts/${world.account_id}`);
    await page.getByRole('link', { name: 'Ada Byron' }).click();
    await page.getByRole('heading', { name: 'Ada Byron' }).waitFor();
    await openMails(page);
    const mails = await page.locator('.mail').allInnerTexts();
    expect(mails[0]).toContain('Anna Keller <anna@acme.example>');
    for (const text of ['Ada Byron <ada@analytical.example>', 'ben@acme.example', 'plan.pdf', '2 KB', 'On-call load'])
      expect(mails[0]).toContain(text);
    expect(mails[1]).toContain('Automatic reply');
    expect(mails[2]).toContain('Yes, <b>gladly</b>');
    expect(mails[3]).toContain('Not delivered');
    // What an answer quotes is folded.
    const quoted = page.locator('.mail').nth(2).getByText('> Hi Ada');
    expect(await quoted.isVisible()).toBe(false);
    await page.getByText('With what it quotes').click();
    expect(await quoted.isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  });

  it('show hostile HTML without running, loading or sending any of it', async () => {
    const page = await open();
    await page.evaluate(() => {
      addEventListener('message', ({ data }) => document.body.setAttribute('data-told', String(data)));
    });
    await openMails(page);
    const frame = page.frameLocator('iframe.mail-html');
    await frame.getByText('Hello Ada, this is').waitFor();
    expect(connections).toBe(0);
    // Its own style holds, so it is the HTML that is seen.
    expect(await frame.locator('p').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 128, 0)');
    for (const id of ['#link', '#js', 'button'])
      await frame
        .locator(id)
        .click({ timeout: 5000 })
        .catch(() => undefined);
    // A frame that could go elsewhere would have gone by the time that another page was loaded.
    await page.evaluate(() => fetch('/api/stats').then((answer) => answer.text()));
    expect(connections).toBe(0);
    expect(await page.locator('body').getAttribute('data-told')).toBeNull();
    expect(await page.locator('iframe.mail-html').getAttribute('sandbox')).toBe('');
    expect(page.url()).toContain(world.enrollment_id);
    await page.getByRole('button', { name: 'Show as text' }).click();
    expect(await page.locator('.mail').first().innerText()).toContain('Hi Ada');
  });

  it('fit a phone, with enough contrast and a name for every control', async () => {
    const page = await open(390);
    await openMails(page);
    expect((await problemsOf(page)).filter((problem) => !problem.startsWith('inline style'))).toEqual([]);
  });
});
