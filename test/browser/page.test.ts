import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { ADMIN, type ApiBench, openApi, SECRET_KEY } from '../api/fixtures.ts';
import { addFormerOwner, addPerson, PASSWORD } from '../api/users-fixtures.ts';
import { findChromium } from '../support/find-chromium.ts';
import { FULL_DISK } from '../support/full-disk-answer.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { startOidcProvider, type TestProvider } from '../support/start-oidc-provider.ts';

const executablePath = findChromium();
if (executablePath === null) process.stderr.write('No Chromium here, so the tests of the status page are skipped.\n');

let browser: Browser;
beforeAll(async () => {
  if (executablePath !== null) browser = await launchChromium(executablePath);
});
afterAll(() => browser?.close());

describe.skipIf(executablePath === null)('the status page in Chromium', () => {
  let bench: ApiBench;
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
  });
  afterAll(() => bench.close());

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

  it('says that the database takes no writes, to whoever is signed in or not', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: FULL_DISK }));
    await page.goto(url);
    await page.getByRole('alert').getByText(FULL_DISK.unavailable.text).waitFor();
    await page.goto(`${url}/?token=${createSignInToken(SECRET_KEY)}`);
    await page.getByText('Engineers <b>in Paris</b>').waitFor();
    await page.getByRole('alert').getByText(FULL_DISK.unavailable.text).waitFor();
    await page.context().close();
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

  it('says which webhook was switched off, fails or is late, without the secret in its path, and only to who may see webhooks', async () => {
    const add = async (host: string) =>
      (await bench.call('POST', '/api/webhooks', { url: `https://${host}.example/secret-path`, events: ['*'] })).body
        .id;
    const [off, failing, late] = [await add('off'), await add('failing'), await add('late'), await add('well')];
    await bench.db.query(
      `update webhooks set status = 'switched_off', status_reason = 'its receiver answered 410: it is gone' where id = $1`,
      [off],
    );
    await bench.db.query('update webhooks set failing_since = $2 where id = $1', [
      failing,
      new Date('2026-03-02T09:00Z'),
    ]);
    await bench.call('POST', `/api/webhooks/${late}/test`, {});
    await bench.db.query(`update deliveries set created_at = created_at - interval '1 hour' where webhook_id = $1`, [
      late,
    ]);
    const { page, problems } = await open(`/?token=${createSignInToken(SECRET_KEY)}`);
    await page.locator('.notice').first().waitFor();
    const notices = await page.locator('.notice').allTextContents();
    expect(notices).toEqual([
      expect.stringMatching(
        /^Events for late\.example are late: 1 is waiting, the oldest since .* UTC\. overture webhooks/,
      ),
      expect.stringMatching(
        /^Events for failing\.example do not arrive since Mon,? 2 Mar 09:00 UTC; none are waiting\. /,
      ),
      expect.stringMatching(/^Events for off\.example are not sent any more: its receiver answered 410: it is gone\. /),
    ]);
    expect(notices.join()).not.toContain('secret-path');
    expect(problems).toEqual([]);

    const { key } = (await bench.call('POST', '/api/keys', { name: 'reader', scopes: ['read'] })).body;
    const reader = await (await browser.newContext()).newPage();
    await reader.goto(url);
    await reader.locator('#key:focus').waitFor();
    const asked = reader.waitForResponse((answer) => answer.url().endsWith('/api/webhooks'));
    await reader.keyboard.type(key);
    await reader.keyboard.press('Enter');
    expect((await asked).status()).toBe(403);
    expect(await reader.locator('.notice').count()).toBe(0);
    await bench.db.query('delete from webhooks');
  });

  it('fits a phone without scrolling sideways', async () => {
    const { page } = await open(`/?token=${createSignInToken(SECRET_KEY)}`, 390);
    await page.getByText('Engineers <b>in Paris</b>').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

describe.skipIf(executablePath === null)('the page of a team in Chromium', () => {
  let bench: ApiBench;
  let url: string;
  let provider: TestProvider;

  beforeAll(async () => {
    // By another name than the page, so that it is another site, as a real one is.
    provider = await startOidcProvider('localhost');
    bench = await openApi({ oidc: { ...provider.settings, only: true } });
    url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    provider.serve(`${url}/session/oidc/callback`);
    await addPerson(bench, 'owner');
  });
  afterAll(async () => {
    await bench.close();
    provider.close();
  });

  const open = async (address: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    return page;
  };
  const invite = async (email: string, more: object = {}): Promise<string> =>
    (await bench.call('POST', '/api/users', { email, role: 'viewer', ...more })).body.invitation.url.replace(
      /^[^#]*/,
      url,
    );
  const accept = async (page: Page, password: string) => {
    await page.getByLabel('Password').last().fill(password);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  };
  const signIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').first().fill(password);
    await page.locator('#sign-in-user').getByRole('button').click();
  };
  const isIn = (page: Page) => page.locator('#signed-in').waitFor({ state: 'visible' });
  const isOut = (page: Page) => page.locator('#signed-out').waitFor({ state: 'visible' });

  it('takes an invitation by its link, also in a page that is open, and its password from then on', async () => {
    const link = await invite('grace@acme.example', { role: 'owner' });
    const page = await open(url);
    await isOut(page);
    await page.goto(link);
    await page.getByText('You are invited').waitFor();
    await page.getByLabel('Your name').fill('Grace Hopper');
    await accept(page, 'aaaaaaaaaaaaaaaa');
    await page.locator('#accept-error', { hasText: /password/ }).waitFor();
    await accept(page, PASSWORD);
    await isIn(page);
    expect(page.url()).toBe(`${url}/`);

    const late = await open(link);
    await accept(late, PASSWORD);
    await late.locator('#accept-error', { hasText: /link/ }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isOut(page);
    await signIn(page, 'grace@acme.example', PASSWORD);
    await isIn(page);
  });

  it('slows who guesses, and lets a forgotten password be set anew by another link', async () => {
    const ada = await addPerson(bench, 'owner');
    const page = await open(url);
    const says = (text: RegExp) => page.locator('#sign-in-user-error', { hasText: text }).waitFor();
    for (let guess = 0; guess < 5; guess++) {
      await signIn(page, ada.email, `wrong password ${guess}`);
      await says(/wrong/);
    }
    // The wait is a second at first, which is over before a slow machine has asked again.
    await bench.db.query(
      `update sign_in_attempts set wall_blocked_until = now() + interval '10 minutes' where kind = 'account' and failed >= 5`,
    );
    await signIn(page, ada.email, PASSWORD);
    await says(/try again in \d+ second/);
    const { body } = await bench.call('POST', `/api/users/${ada.id}/invitation`);
    await page.goto(body.invitation.url.replace(/^[^#]*/, url));
    await accept(page, 'quite another password');
    await isIn(page);
  });

  it('ends at once for whose session is ended, or who is deactivated, also for who may see one account alone', async () => {
    const bob = await addFormerOwner(bench, 'operator', ['acc_anna']);
    const [one, other] = [await open(url), await open(url)];
    for (const page of [one, other]) {
      await page.context().addCookies([{ ...cookieIn(bob.cookie), url }]);
      await page.reload();
      await isIn(page);
      await page.getByText('live', { exact: true }).waitFor();
    }
    const { body } = await bench.call('GET', `/api/sessions?limit=1000`);
    const own = body.items.find((each: { user: { id: string } | null }) => each.user?.id === bob.id);
    expect((await bench.call('DELETE', `/api/sessions/${own.id}`)).status).toBe(204);
    await Promise.all([one, other].map(isOut));

    const carol = await addFormerOwner(bench, 'viewer');
    await one.context().addCookies([{ ...cookieIn(carol.cookie), url }]);
    await one.reload();
    await isIn(one);
    await bench.call('PATCH', `/api/users/${carol.id}`, { status: 'deactivated' });
    await isOut(one);
  });

  it('signs in by a provider of another site, and an owner without it once it is away', async () => {
    await invite('joan@acme.example');
    provider.knows('joan', { email: 'joan@acme.example', email_verified: true });
    const page = await open(url);
    await page.getByRole('link', { name: 'Sign in with Acme login' }).click();
    await page.locator('input[name=login]').fill('joan');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button').first().click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await isIn(page);

    const owner = await addPerson(bench, 'owner');
    const viewer = await addFormerOwner(bench, 'viewer');
    provider.close();
    const alone = await open(url);
    await signIn(alone, viewer.email, PASSWORD);
    await alone.locator('#sign-in-user-error', { hasText: /Acme login/ }).waitFor();
    await signIn(alone, owner.email, PASSWORD);
    await isIn(alone);
  });
});

const SEQUENCE = `sequence: page
limits: { visits: 80/day }
steps:
  - visit
  - end: done
`;

function cookieIn(header: string): { readonly name: string; readonly value: string } {
  const [name = '', value = ''] = header.split('=');
  return { name, value };
}
