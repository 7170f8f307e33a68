import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailboxWith, sendMail, threadWith } from '../api/sent-mail.ts';
import { type ConsoleBench, chromium, openConsole, violationsOf } from './console-bench.ts';

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

const OF_THE_FRAME =
  /frame is sandboxed|Content Security Policy|^asked .*\/(?:[a-z0-9]+\.(?:css|png)|font|v|next|frame|object|embed)$/;

describe.skipIf(chromium === null)('mails in the console', () => {
  let bench: ConsoleBench;
  let sent: Awaited<ReturnType<typeof sendMail>>;
  let mailbox: ReturnType<typeof mailboxWith>;
  let connections = 0;
  const elsewhere = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    mailbox = mailboxWith(threadWith(hostile(`http://127.0.0.1:${port}`)));
    bench = await openConsole({ readThread: mailbox.readThread });
    sent = await sendMail(bench, 'acc_mail');
  });
  afterAll(async () => {
    await bench?.close();
    elsewhere.close();
  });

  const isAda = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ada Byron' }).waitFor();
  async function openMails(options: BrowserContextOptions = {}) {
    const opened = await bench.open(`/people/${sent.lead_id}`, options);
    await opened.page.getByRole('button', { name: 'Open the mails' }).press('Enter');
    await opened.page.getByRole('article').nth(3).waitFor();
    return opened;
  }

  it('are found from the mailbox and opened as a mail program shows them', async () => {
    const { page, problems } = await bench.open('/accounts/acc_mail');
    await page.getByRole('table', { name: 'Sent emails' }).getByText('On-call load').waitFor();
    await page.getByRole('link', { name: 'Ada Byron' }).click();
    await isAda(page);
    expect(new URL(page.url()).pathname).toBe(`/console/people/${sent.lead_id}`);
    // Reading a mailbox costs: it is asked for, and what happens elsewhere asks for nothing.
    expect(mailbox.reads).toEqual([]);
    await page.getByRole('button', { name: 'Open the mails' }).click();
    await page.getByRole('article').nth(3).waitFor();
    expect(mailbox.reads).toHaveLength(1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(mailbox.reads).toHaveLength(1);

    const mails = await page.getByRole('article').allInnerTexts();
    expect(mails[0]).toContain('Anna Keller <anna@acme.example>');
    for (const text of ['Ada Byron <ada@analytical.example>', 'ben@acme.example', 'plan.pdf', '2 KB', 'On-call load'])
      expect(mails[0]).toContain(text);
    expect(mails[1]).toContain('Automatic reply');
    expect(mails[2]).toContain('Yes, <b>gladly</b>');
    expect(mails[3]).toContain('Not delivered');
    // What an answer quotes is folded.
    const quoted = page.getByRole('article').nth(2).getByText('> Hi Ada');
    expect(await quoted.isVisible()).toBe(false);
    await page.getByText('With what it quotes').click();
    expect(await quoted.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Close the mails' }).click();
    expect(await page.getByRole('article').count()).toBe(0);
    // What the frame of a hostile mail may not do is said as well, if it has come so far.
    expect(problems.filter((problem) => !OF_THE_FRAME.test(problem))).toEqual([]);
    await page.context().close();
  });

  it('show hostile HTML without running, loading or sending any of it', async () => {
    const { page } = await bench.open(`/people/${sent.lead_id}`);
    await page.evaluate(() => {
      addEventListener('message', ({ data }) => document.body.setAttribute('data-told', String(data)));
    });
    await page.getByRole('button', { name: 'Open the mails' }).click();
    const frame = page.frameLocator('iframe');
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
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    expect(page.url()).toContain(sent.lead_id);
    expect(await page.title()).toBe('Ada Byron · Overture');
    await page.getByRole('button', { name: 'Show as text' }).click();
    expect(await page.getByRole('article').first().innerText()).toContain('Hi Ada');
    await page.getByRole('button', { name: 'Show as HTML' }).click();
    await frame.getByText('Hello Ada, this is').waitFor();
    await page.context().close();
  });

  it('have nothing that axe refuses, be it light or dark, and fit a phone', async () => {
    const { page } = await openMails();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto(`${bench.url}/console/accounts/acc_mail`);
    await page.getByRole('table', { name: 'Sent emails' }).getByText('On-call load').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().close();

    const phone = (await openMails({ viewport: { width: 390, height: 844 } })).page;
    const overflow = () => phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow()).toBe(0);
    await phone.goto(`${bench.url}/console/accounts/acc_mail`);
    await phone.getByRole('table', { name: 'Sent emails' }).getByText('On-call load').waitFor();
    expect(await overflow()).toBe(0);
    await phone.context().close();
  });

  it('are found by the links of before the console, which name a page behind the `#`', async () => {
    const { page } = await bench.open('/');
    await page.goto(`${bench.url}/#/enrollments/${sent.enrollment_id}`);
    await isAda(page);
    await page.goto(`${bench.url}/#/accounts/acc_mail`);
    await page.getByRole('table', { name: 'Sent emails' }).getByText('On-call load').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/accounts/acc_mail');
    await page.context().close();
  });
});
