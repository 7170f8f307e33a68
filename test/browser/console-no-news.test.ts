import { beforeAll, describe, expect, it } from 'vitest';
import { addFormerOwner, addPerson, PASSWORD } from '../api/users-fixtures.ts';
import { chromium, consoleBench, violationsOf } from './console-bench.ts';
import { ADA, COMPLAINED, DEAD, HOOK, type NoNews, seedNoNews } from './no-news-seed.ts';

describe.skipIf(chromium === null)('a console where something is the matter', () => {
  const bench = consoleBench();
  let seeded: NoNews;
  beforeAll(async () => {
    seeded = await seedNoNews(bench);
  });

  /** Each page with what is the matter, and what ends it. */
  const pages = (): readonly { readonly path: string; readonly says: readonly (string | RegExp)[] }[] => [
    { path: '/', says: ['not heard', /its webhook was deleted/, /nobody listens to what comes back to acc_unheard/] },
    {
      path: '/accounts/acc_anna',
      says: [/may be missing since Mon 2 Nov [\d:]+ \(its webhook was deleted\)/, /and then it goes on by itself/],
    },
    { path: '/accounts/acc_unheard', says: [/nobody listens to what comes back/, /as soon as both run/] },
    { path: '/accounts/acc_mail', says: ['slow down', /the service asks it to slow down/, /\(in \d+ minutes\)/] },
    {
      path: `/people/${seeded.lead_id}`,
      says: [
        /^waits to hear what had happened by Mon 2 Nov [\d:]+: acc_anna has not been heard since Mon 2 Nov/,
        /connect it again where it is signed out/,
        /came back for good, last on Mon 2 Nov.*: 550 5\.1\.1 no such user/,
        /A reply from there ends it, or somebody who says that the address is good/,
      ],
    },
    { path: `/people/${seeded.inviter_id}`, says: [/^Ended: done/, /^Accepted the invitation of Grace to acc_anna/] },
    {
      path: `/campaigns/${seeded.campaign_id}`,
      says: [/Stopped for good: the wrong list\. \d+ rows still to come: nobody of them enters\. Since /],
    },
    { path: '/settings?part=bad-addresses', says: [DEAD, '550 5.1.1 no such user', COMPLAINED] },
    {
      path: '/settings?part=webhooks',
      says: [
        /is switched off: its receiver answered 410: it is gone, failing since Mon 2 Nov/,
        /until somebody lets it go on/,
      ],
    },
  ];

  it('says on each page what is the matter, since when, and what ends it; axe, the policy and a phone refuse nothing', async () => {
    const { page, problems } = await bench.open('/');
    for (const { path, says } of pages()) {
      await page.goto(`${bench.url}/console${path}`);
      for (const text of says) await page.getByRole('main').getByText(text).first().waitFor();
      expect(await violationsOf(page), path).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const { path, says } of pages()) {
      await page.goto(`${bench.url}/console${path}`);
      await page
        .getByRole('main')
        .getByText(says[0] ?? '')
        .first()
        .waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('ends what the service asks an account to wait, by keys', async () => {
    const { page } = await bench.open('/accounts/acc_mail');
    await page.getByRole('button', { name: 'Go on now with acc_mail' }).press('Enter');
    await page.getByText('Nothing holds it.').waitFor();
    expect((await bench.call('GET', '/api/accounts/acc_mail')).body.held).toEqual([]);
    await page.context().close();
  });

  it('lets a webhook go on that was switched off', async () => {
    const { page } = await bench.open('/settings?part=webhooks');
    await page.getByRole('button', { name: `Let ${HOOK} go on` }).press('Enter');
    await page.getByText(/is owed goes out again/).waitFor();
    expect((await bench.call('GET', '/api/webhooks')).body.items).toMatchObject([{ status: 'active' }]);
    await page.context().close();
  });

  it('sets what an enrollment does with bad addresses, and clears one after it has asked twice, by keys', async () => {
    const { page } = await bench.open('/settings?part=bad-addresses');
    await page.getByLabel('People who come with such an address').selectOption('enter, with a warning');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('People with a bad address enter, with a warning.').waitFor();
    expect((await bench.call('GET', '/api/settings/enrollment')).body).toEqual({ bad_addresses: 'warn' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect
      .poll(async () => (await bench.call('GET', '/api/settings/enrollment')).body.bad_addresses)
      .toBe('refuse');

    await page.getByRole('button', { name: `Clear ${COMPLAINED}` }).press('Enter');
    expect((await bench.call('GET', '/api/address-reports')).body.items).toHaveLength(2);
    await page.getByRole('button', { name: `Really clear ${COMPLAINED}` }).press('Enter');
    await page.getByText(`${COMPLAINED} counts as good. Who complained stays on the do-not-contact list.`).waitFor();
    await page.getByRole('link', { name: COMPLAINED }).waitFor({ state: 'detached' });
    expect((await bench.call('GET', '/api/address-reports')).body.items).toMatchObject([{ address: DEAD }]);
    const { items } = (await bench.call('GET', '/api/audit-log?q=cleared')).body;
    expect(items[0].sentence).toContain('cleared what was reported of an address');
    await page.context().close();
  });

  it('says that no address is bad, or that it could not be asked and how to try again', async () => {
    const { page } = await bench.open('/');
    let answer: object = {
      status: 500,
      json: { type: 'about:blank', title: 'x', status: 500, code: 'internal', detail: 'Broken.' },
    };
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'req_1' };
    await page.route('**/api/address-reports*', (route) => route.fulfill({ headers, ...answer }));
    await page.goto(`${bench.url}/console/settings?part=bad-addresses`);
    const failed = page.getByRole('alert').filter({ hasText: 'The server could not do this' });
    await failed.waitFor();
    answer = { json: { items: [], next_cursor: null } };
    await failed.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('Nothing was reported of any address.').waitFor();
    await page.context().close();
  });

  it('says in the environment what holds virtual time back, or why nobody can say, and what ends that', async () => {
    const { page } = await bench.open('/settings?part=environment');
    const section = page.getByRole('region', { name: 'Virtual time' });
    await section.getByRole('button', { name: 'See what is at work' }).press('Enter');
    await section.getByRole('alert').filter({ hasText: 'The clock cannot be moved here.' }).waitFor();
    const detail = 'The V2 service is away, and it has the clock: connect ECONNREFUSED. Start it again.';
    // The client asks more than once, as long as the service is away.
    let answer: object = {
      status: 503,
      json: { type: 'about:blank', title: 'Unavailable', status: 503, code: 'service_away', detail },
    };
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'req_1' };
    await page.route('**/api/quiet', (route) => route.fulfill({ headers, ...answer }));
    await section.getByRole('button', { name: 'Try again' }).press('Enter');
    await section.getByRole('alert').filter({ hasText: detail }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    answer = {
      json: {
        ...{ now: '2026-11-02T08:00:00Z', is_quiet: false, under_way: [{ what: 'received events', count: 2 }] },
        next: { what: 'people whose time has come', at: '2026-11-02T09:00:00Z' },
      },
    };
    await section.getByRole('button', { name: 'Try again' }).press('Enter');
    await section.getByText(/^At work: 2 received events\. Due next: people whose time has come, Mon 2 Nov/).waitFor();
    await page.context().close();
  });

  it('shows bad addresses to a viewer, and nothing that changes them', async () => {
    // Somebody stays an owner.
    await addPerson(bench, 'owner');
    const viewer = await addFormerOwner(bench, 'viewer');
    const page = await (await bench.browser.newContext()).newPage();
    await page.goto(`${bench.url}/console/settings?part=bad-addresses`);
    await page.getByLabel('Email').fill(viewer.email);
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: DEAD }).waitFor();
    await page.getByText('People who come with such an address enter no sequence that writes mails.').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await page.goto(`${bench.url}/console/accounts/acc_unheard`);
    await page.getByText(/nobody listens/).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Go on|Pause|Resume|Stop)/ })
        .count(),
    ).toBe(0);
    await page.context().close();
  });

  it('says what a list corrects, whose it is, before and after; and takes it where the form says so', async () => {
    const { page, problems } = await bench.open('/new-campaign');
    await page.getByLabel('Name', { exact: true }).fill('The list, corrected');
    await page.getByLabel('Sequence', { exact: true }).selectOption('no-news');
    // With two accounts it must be said which one sends.
    await page.getByRole('checkbox', { name: /^acc_anna / }).check();
    await page.getByRole('radio', { name: 'A file' }).check();
    const rows = [
      'first_name,profile_url,timezone,company',
      `Ada,${ADA},America/New_York,Engines`,
      `Cleo,${ADA}-cleo,,`,
    ];
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByText(/^1 person enters no-news v1/).waitFor();
    await page.getByRole('row', { name: /^1 Ada Lovelace / }).waitFor();
    await page.getByRole('row', { name: /company nothing Engines$/ }).waitFor();
    await page.getByRole('row', { name: /timezone Europe\/Paris America\/New_York$/ }).waitFor();
    await page.getByText(/it is left as it is known/).waitFor();
    await page.getByRole('row', { name: 'is or was in the sequence 1' }).waitFor();
    await page.getByRole('button', { name: 'Start with 1 person', exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('checkbox', { name: /^Take what it says otherwise/ }).press('Space');
    await page.getByText('Look again before you start.').waitFor();
    await page.getByRole('button', { name: 'See what will happen' }).press('Enter');
    await page.getByText(/it is taken, for their steps that are still to come/).waitFor();
    await page.getByRole('button', { name: 'Start with 1 person, correct 1' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'The list, corrected' }).waitFor();
    const { rows: kept } = await bench.db.query(`select updates from campaigns where name = 'The list, corrected'`, []);
    expect(kept).toEqual([{ updates: true }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
