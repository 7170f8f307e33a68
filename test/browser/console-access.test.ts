import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import { finishEnrollment } from '../../src/runtime/store/enrollments/finish-enrollment.ts';
import { ADMIN, SECRET_KEY } from '../api/fixtures.ts';
import { addFormerOwner, addPerson, PASSWORD } from '../api/users-fixtures.ts';
import { startOidcProvider, type TestProvider } from '../support/start-oidc-provider.ts';
import { type ConsoleBench, chromium, consoleBench, openConsole, violationsOf } from './console-bench.ts';

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' });
const keyField = (page: Page) => page.locator('input[name=key]');

/** A browser that nobody is signed in with. */
async function openFresh(bench: ConsoleBench, address: string): Promise<Page> {
  const page = await (await bench.browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })).newPage();
  await page.goto(address);
  return page;
}

describe.skipIf(chromium === null)('the way into the console', () => {
  const bench = consoleBench();
  beforeAll(async () => {
    await bench.call('POST', '/api/sequences', SEQUENCE);
  });

  it('leads from the plain address, signs in by a one-time token there, once, and takes it out of the address', async () => {
    const link = `${bench.url}/?token=${createSignInToken(SECRET_KEY)}`;
    const page = await openFresh(bench, link);
    await home(page).waitFor();
    expect(page.url()).toBe(`${bench.url}/console/`);
    await page.context().close();

    const second = await openFresh(bench, link);
    await second.getByRole('alert').filter({ hasText: 'This link has been used' }).waitFor();
    await keyField(second).waitFor();
    expect(second.url()).not.toContain('token');
    expect(await home(second).count()).toBe(0);
    await second.context().close();
  });

  it('signs in with a key, by keyboard alone, and out again; its form is one that axe has nothing against', async () => {
    const page = await openFresh(bench, bench.url);
    // The field is there when the page knows that nobody is signed in, and then has the focus.
    await page.locator('input[name=key]:focus').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await keyField(page).focus();
    await page.keyboard.type(ADMIN);
    await page.keyboard.press('Enter');
    await home(page).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await keyField(page).waitFor();
    await page.context().close();
  });

  it('leads to a campaign that counts all who have replied, and by how many an enrollment ended', async () => {
    const source = { leads: [{ profile_url: 'https://professional.example/in/al', first_name: 'Al' }] };
    const campaign = { name: 'Engineers', sequence: 'page', source };
    const campaign_id = (await bench.call('POST', '/api/campaigns', campaign)).body.id;
    const enrollments = ['bo', 'cy'].map(async (name) => {
      const lead = { profile_url: `https://professional.example/in/${name}`, first_name: name };
      const made = await bench.call('POST', '/api/enrollments', { sequence: 'page', lead });
      await bench.db.query('update enrollments set replied_at = now(), campaign_id = $2 where id = $1', [
        made.body.id,
        campaign_id,
      ]);
      return made.body.id as string;
    });
    const [enrollment_id = ''] = await Promise.all(enrollments);
    await finishEnrollment(bench.db, { enrollment_id, node: 'end', visit: 1, outcome: 'replied', at: new Date() });
    const { page } = await bench.open(`/campaigns/${campaign_id}`);
    const figure = (word: string) =>
      page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${word}$`) }) }).locator('dd');
    await figure('replied').waitFor();
    expect(await figure('replied').first().textContent()).toBe('2');
    expect(await figure('finished').first().textContent()).toBe('1');
    await page.context().close();
  });

  it('says at home which webhook was switched off, fails or is late, without the secret in its path, and only to who may see webhooks', async () => {
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
    const { page, problems } = await bench.open('/', { timezoneId: 'UTC' });
    const shown = page.getByRole('region', { name: 'Webhooks in trouble 3' }).getByRole('listitem');
    await shown.first().waitFor();
    const texts = await shown.allTextContents();
    expect(texts).toEqual([
      expect.stringMatching(/^late Events for late\.examplesince .*1 is waiting, the oldest since then\.$/),
      expect.stringMatching(
        /^fails Events for failing\.examplesince Mon 2 Mar .*09:00Nothing arrives; none are waiting\.$/,
      ),
      expect.stringMatching(
        /^switched off Events for off\.exampleNothing is sent any more: its receiver answered 410: it is gone\.$/,
      ),
    ]);
    expect(texts.join()).not.toContain('secret-path');
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();

    const { key } = (await bench.call('POST', '/api/keys', { name: 'reader', scopes: ['read'] })).body;
    const reader = await openFresh(bench, bench.url);
    await keyField(reader).fill(key);
    await reader.keyboard.press('Enter');
    await reader.getByRole('heading', { name: /^Held \d/ }).waitFor();
    expect(await reader.getByText('Webhooks in trouble').count()).toBe(0);
    await reader.context().close();
    await bench.db.query('delete from webhooks');
  });
});

describe.skipIf(chromium === null)('the console of a team', () => {
  let bench: ConsoleBench;
  let provider: TestProvider;

  beforeAll(async () => {
    // By another name than the console, so that it is another site, as a real one is.
    provider = await startOidcProvider('localhost');
    bench = await openConsole({ oidc: { ...provider.settings, only: true } });
    provider.serve(`${bench.url}/session/oidc/callback`);
    await addPerson(bench, 'owner');
  });
  afterAll(async () => {
    await bench?.close();
    provider?.close();
  });

  const atHere = (link: string): string => link.replace(/^https?:\/\/[^/]+/, bench.url);
  const invite = async (email: string, more: object = {}): Promise<string> =>
    atHere((await bench.call('POST', '/api/users', { email, role: 'viewer', ...more })).body.invitation.url);
  const accept = async (page: Page, password: string) => {
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  };
  /** Done when the server has answered. */
  const signIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.locator('input[name=password]').fill(password);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answered;
  };
  const says = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  const isOut = (page: Page) => page.getByRole('heading', { name: 'Sign in to Overture' }).waitFor();
  const hasEnded = (page: Page) => page.getByRole('heading', { name: 'Your session has ended' }).waitFor();

  it('takes an invitation by its link, also in a page that is open, and its password from then on', async () => {
    const link = await invite('grace@acme.example', { role: 'owner' });
    const page = await openFresh(bench, bench.url);
    await isOut(page);
    await page.goto(link);
    await page.getByRole('heading', { name: 'You are invited' }).waitFor();
    await page.getByLabel('Your name').fill('Grace Hopper');
    await accept(page, 'aaaaaaaaaaaaaaaa');
    await says(page, /password/);
    await accept(page, PASSWORD);
    await home(page).waitFor();
    expect(page.url()).toBe(`${bench.url}/console/`);

    // A link of before the console came, whose `#` the browser keeps.
    const late = await openFresh(bench, link.replace('/console/', '/'));
    await accept(late, PASSWORD);
    await says(late, /link/);

    const expired = await openFresh(bench, await invite('expired@acme.example', { role: 'owner' }));
    await bench.db.query(`update users set wall_invitation_expires_at = now() where email = 'expired@acme.example'`);
    await expired.getByLabel('Your name').fill('Emmy Noether');
    await accept(expired, PASSWORD);
    await says(expired, /This link was used, or is too old\. Ask an owner of the team for another\./);
    expect(await expired.getByLabel('Your name').inputValue()).toBe('Emmy Noether');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await isOut(page);
    await signIn(page, 'grace@acme.example', PASSWORD);
    await home(page).waitFor();
  });

  it('slows who guesses, and lets a forgotten password be set anew by another link', async () => {
    const ada = await addPerson(bench, 'owner');
    const page = await openFresh(bench, bench.url);
    for (let guess = 0; guess < 5; guess++) {
      await signIn(page, ada.email, `wrong password ${guess}`);
      await says(page, /wrong/);
    }
    // The wait is a second at first, which is over before a slow machine has asked again.
    await bench.db.query(
      `update sign_in_attempts set wall_blocked_until = now() + interval '10 minutes' where kind = 'account' and failed >= 5`,
    );
    await signIn(page, ada.email, PASSWORD);
    await says(page, /try again in \d+ second/);
    const { body } = await bench.call('POST', `/api/users/${ada.id}/invitation`);
    await page.goto(atHere(body.invitation.url));
    await page.getByRole('heading', { name: 'You are invited' }).waitFor();
    await accept(page, 'quite another password');
    await home(page).waitFor();
  });

  it('ends at once for whose session is ended, or who is deactivated, also for who may see one account alone', async () => {
    const bob = await addFormerOwner(bench, 'operator', ['acc_anna']);
    const pages = [(await bench.openAs(bob, '/')).page, (await bench.openAs(bob, '/')).page];
    for (const page of pages) await page.getByText('Live', { exact: true }).waitFor();
    const { body } = await bench.call('GET', `/api/sessions?limit=1000`);
    const own = body.items.find((each: { user: { id: string } | null }) => each.user?.id === bob.id);
    expect((await bench.call('DELETE', `/api/sessions/${own.id}`)).status).toBe(204);
    await Promise.all(pages.map(hasEnded));

    const carol = await addFormerOwner(bench, 'viewer');
    const { page } = await bench.openAs(carol, '/');
    await page.getByText('Live', { exact: true }).waitFor();
    await bench.call('PATCH', `/api/users/${carol.id}`, { status: 'deactivated' });
    await hasEnded(page);
  });

  it('signs in by a provider of another site, and an owner without it once it is away', async () => {
    await invite('joan@acme.example');
    provider.knows('joan', { email: 'joan@acme.example', email_verified: true });
    const page = await openFresh(bench, bench.url);
    await page.getByRole('link', { name: 'Sign in with Acme login' }).click();
    await page.locator('input[name=login]').fill('joan');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button').first().click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await home(page).waitFor();

    // Where the provider's answer leads whom nobody has invited.
    const stranger = await openFresh(bench, `${bench.url}/#sign-in-failed=unknown_user`);
    await says(stranger, /Nobody of this team has your address/);

    const owner = await addPerson(bench, 'owner');
    const viewer = await addFormerOwner(bench, 'viewer');
    provider.close();
    const alone = await openFresh(bench, bench.url);
    await signIn(alone, viewer.email, PASSWORD);
    await says(alone, /Acme login/);
    await signIn(alone, owner.email, PASSWORD);
    await home(alone).waitFor();
  });
});

const SEQUENCE = `sequence: page
limits: { visits: 80/day }
steps:
  - visit
  - end: done
`;
