import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { ADMIN, type ApiBench, openApi, SECRET_KEY } from '../api/fixtures.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';

const executablePath = findChromium();
if (executablePath === null) process.stderr.write('No Chromium here, so the tests of the status page are skipped.\n');

describe.skipIf(executablePath === null)('the status page in Chromium', () => {
  let bench: ApiBench;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    bench = await openApi();
    url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    await bench.call('POST', '/api/sequences', SEQUENCE);
    await bench.call('POST', '/api/campaigns', {
      name: 'Engineers <b>in Paris</b>',
      sequence: 'page',
      source: { leads: [{ profile_url: 'https://professional.example/in/ada', first_name: 'Ada' }] },
    });
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await bench.close();
  });

  async function open(path: string, width = 1200) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url + path);
    return { page, problems };
  }

  it('signs in by the one-time token, shows the campaign, and takes names as text', async () => {
    const token = createSignInToken(SECRET_KEY);
    const { page, problems } = await open(`/?token=${token}`);
    await page.getByText('Engineers <b>in Paris</b>').waitFor();
    expect(page.url()).toBe(`${url}/`);
    expect(problems).toEqual([]);

    const second = await (await browser.newContext()).newPage();
    await second.goto(`${url}/?token=${token}`);
    await second.getByLabel(/key/i).waitFor();
    expect(await second.getByText('Engineers').count()).toBe(0);
  });

  it('signs in with a key, by keyboard alone, and out again', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    // The field is hidden until the page knows that nobody is signed in, and then has the focus.
    await page.locator('#key:focus').waitFor();
    await page.keyboard.type(ADMIN);
    await page.keyboard.press('Enter');
    await page.getByText('Engineers <b>in Paris</b>').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByLabel(/key/i).waitFor();
  });

  it('says on top how many have replied as in the card, and by how many an enrollment ended', async () => {
    const enrollments = ['bo', 'cy'].map(async (name) => {
      const lead = { profile_url: `https://professional.example/in/${name}`, first_name: name };
      const made = await bench.call('POST', '/api/enrollments', { sequence: 'page', lead });
      await bench.db.query(
        'update enrollments set replied_at = now(), campaign_id = (select id from campaigns) where id = $1',
        [made.body.id],
      );
      return made.body.id as string;
    });
    const [enrollment_id = ''] = await Promise.all(enrollments);
    const end = { node: 'end', visit: 1, outcome: 'replied', at: new Date() };
    await finishEnrollment(bench.db, { enrollment_id, ...end });
    const { page } = await open(`/?token=${createSignInToken(SECRET_KEY)}`);
    const replied = page.locator('#totals div', { hasText: 'Replied' }).locator('.count');
    await replied.waitFor();
    expect(await replied.textContent()).toBe('2');
    const row = page.locator('.funnel tr', { hasText: 'Replied' });
    expect(await row.locator('.count').textContent()).toBe('2');
    expect(await page.locator('.chip', { hasText: 'Ended by a reply' }).locator('b').textContent()).toBe('1');
  });

  it('fits a phone without scrolling sideways', async () => {
    const { page } = await open(`/?token=${createSignInToken(SECRET_KEY)}`, 390);
    await page.getByText('Engineers <b>in Paris</b>').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

const SEQUENCE = `sequence: page
limits: { visits: 80/day }
steps:
  - visit
  - end: done
`;
