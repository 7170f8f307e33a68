import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, consoleBench, violationsOf } from './console-bench.ts';
import { HOSTILE, type Seeded, seedConsole } from './console-seed.ts';

const NO_MORE_THAN = 200 * 1024;
const NO_MORE_ROWS = 100;
const profileOf = (slug: string): string => `https://professional.example/in/file-${slug}`;

describe.skipIf(chromium === null)('the console in Chromium', () => {
  const bench = consoleBench();
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seedConsole(bench);
  });

  /** Every page with something that is only there when its answer has come. */
  const pages = () =>
    [
      { path: '/', shows: 'budget review' },
      { path: '/inbox', shows: 'Ada Lovelace' },
      { path: `/inbox?id=${seeded.conversation_id}`, shows: 'Send' },
      { path: '/inbox/unmatched', shows: 'Who is this?' },
      { path: '/tasks', shows: 'Is this an answer?' },
      { path: `/inbox?id=${seeded.doubtful_id}`, shows: 'It is automatic' },
      { path: '/settings', shows: 'Nobody is on the list' },
      { path: '/settings?part=bad-addresses', shows: 'Nothing was reported of any address' },
      { path: '/settings?part=users', shows: 'Nobody else is here' },
      { path: '/settings?part=sessions', shows: 'this one' },
      { path: '/settings?part=keys', shows: 'from the environment' },
      { path: '/settings?part=audit-log', shows: 'paused the campaign' },
      { path: '/settings?part=webhooks', shows: 'No webhook was added' },
      { path: '/settings?part=labels', shows: 'Not interested' },
      { path: '/settings?part=erasures', shows: 'Nobody was erased' },
      { path: '/settings?part=retention', shows: 'Days; empty: for good' },
      { path: '/settings?part=environment', shows: 'Start it, or set TEMPORAL_ADDRESS.' },
      { path: '/accounts', shows: 'acc_mail' },
      { path: '/accounts?view=calendar', shows: 'Sent and booked' },
      { path: '/accounts/acc_mail', shows: 'is reserved for examples' },
      { path: `/accounts/acc_anna?account=acc_anna&limit=invite&date=${seeded.booked_on}`, shows: 'follow-up' },
      { path: '/campaigns', shows: 'Engineers in Lyon' },
      { path: `/campaigns/${seeded.campaign_id}`, shows: 'Nobody can be judged yet' },
      { path: `/campaigns/${seeded.campaign_id}?view=people`, shows: 'Ada Lovelace' },
      { path: `/campaigns/${seeded.campaign_id}?view=calendar`, shows: 'Sent and booked' },
      {
        path: `/compare-campaigns?one=${seeded.campaign_id}&other=${seeded.campaign_id}`,
        shows: 'Nobody was drawn by lot',
      },
      { path: '/new-campaign', shows: 'Still missing' },
      { path: '/people', shows: 'Grace Hopper' },
      { path: `/people/${seeded.lead_id}`, shows: 'What was written' },
    ] as const;
  const visit = async (page: Page, { path, shows }: { readonly path: string; readonly shows: string }) => {
    await page.goto(`${bench.url}/console${path}`);
    await page.getByText(shows).first().waitFor();
  };

  it('has nothing on any page that axe, the policy or a phone refuses, be it light or dark', async () => {
    const { page, problems } = await bench.open('/');
    const [desk, phone] = [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ];
    for (const each of pages()) {
      await page.setViewportSize(desk);
      await visit(page, each);
      expect(await violationsOf(page), each.path).toEqual([]);
      await page.setViewportSize(phone);
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(beyond, { message: each.path }).toBe(0);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('loads no more than 200 KB for its first view, files that are kept for a year and a page that is not', async () => {
    const { page } = await bench.open('/');
    const sizes: number[] = [];
    page.on('requestfinished', async (request) => {
      if (request.url().includes('/console/')) sizes.push((await request.sizes()).responseBodySize);
    });
    const answer = await page.reload();
    await page.getByText('budget review').waitFor();
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer?.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; .*frame-src 'self'; .*frame-ancestors 'none'$/,
    );
    expect(answer?.headers()['content-security-policy']).not.toContain('unsafe');
    expect(await answer?.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|<style|\sstyle=/);
    const file = await bench.app.inject(/\/console\/assets\/[\w.-]+\.js/.exec((await answer?.text()) ?? '')?.[0] ?? '');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await page.context().close();

    // A browser that has nothing yet.
    const fresh = await bench.open('/');
    const whole = await fresh.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry instanceof PerformanceResourceTiming && entry.name.includes('/console/') ? [entry.encodedBodySize] : [],
        ),
    );
    expect(whole.length).toBeGreaterThan(3);
    expect(whole.reduce((sum, size) => sum + size, 0)).toBeLessThan(NO_MORE_THAN);
    await fresh.page.context().close();
  });

  it('opens a day of an account to its people, and of a campaign to its own; makes a link that connects an account', async () => {
    const { page, problems } = await bench.open('/accounts?view=calendar');
    const cell = page.getByRole('button', {
      name: /acc_anna: 0 invitations sent, 2 booked: 1 first contacts, 1 follow-ups; /,
    });
    await cell.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/0 invitations sent, 2 booked: 1 first contacts/).waitFor();
    await dialog.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    expect(new URL(page.url()).searchParams.get('limit')).toBe('invite');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Connect …' }).press('Enter');
    await page.getByRole('button', { name: 'Make a link' }).press('Enter');
    await dialog.getByText('https://v2.example/connect/lnk_1', { exact: true }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Open it in a new tab' }).getAttribute('rel')).toBe('noreferrer');

    await page.goto(`${bench.url}/console/campaigns/${seeded.campaign_id}?view=calendar`);
    await page.getByRole('button', { name: /2 booked.* of this campaign$/ }).click();
    await page.getByText('The people of this campaign.').waitFor();
    await dialog.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('takes names as text, whatever they are', async () => {
    const { page, problems } = await bench.open('/people');
    for (const name of [HOSTILE.markup, HOSTILE.long, HOSTILE.emoji]) {
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    expect(await page.locator('img').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does the main jobs by keyboard alone: finds a person, opens them, pauses, takes it back', async () => {
    const { page } = await bench.open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or do' }).waitFor();
    await page.keyboard.type('Hopper');
    await page.getByRole('button', { name: /^Grace Hopper/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
    expect(await page.title()).toBe('Grace Hopper · Overture');
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByText('Paused.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page
      .getByText('Resumed.')
      .or(page.getByRole('button', { name: 'Pause' }))
      .first()
      .waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByRole('heading', { name: 'On this page' }).waitFor();
    await keys.getByText('open the row').waitFor();
    await page.context().close();
  });

  it('pauses a campaign and takes it back, and asks before it stops one, with how many people that touches', async () => {
    const { page } = await bench.open(`/campaigns/${seeded.campaign_id}`);
    await page.getByRole('button', { name: 'Pause …' }).click();
    await page.getByText(/^Nothing more goes out to \d+ people until it is resumed/).waitFor();
    await page.getByRole('button', { name: 'Pause the campaign' }).click();
    await page.getByText('Paused Engineers in Lyon.').waitFor();
    expect((await bench.call('GET', `/api/campaigns/${seeded.campaign_id}`)).body.status).toBe('paused');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Pause …' }).waitFor();
    expect((await bench.call('GET', `/api/campaigns/${seeded.campaign_id}`)).body.status).not.toBe('paused');
    await page.getByRole('button', { name: 'Stop …' }).click();
    await page.getByText(/ends the sequence of \d+ people, for good/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('starts a campaign from a file, after it has said who enters and who does not; a reload loses nothing of it', async () => {
    const { page, problems } = await bench.open('/campaigns?q=nothing-is-called-so');
    await page.getByText('No campaign fits.').waitFor();
    await page.getByRole('link', { name: 'New campaign …' }).click();
    await page.getByLabel('Name', { exact: true }).fill('From a file');
    await page.getByLabel('Sequence', { exact: true }).selectOption('console');
    await page.getByRole('radio', { name: 'A file' }).check();
    const rows = [`Wer,LinkedIn URL`, `${HOSTILE.markup},${profileOf('x')}`, `Ada,${profileOf('y')}`, 'Nobody,'];
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByLabel('What Wer becomes').selectOption('first_name');
    await page.reload();
    await page.getByText('people.csv').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('From a file');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByText(/^2 people enter console v1/).waitFor();
    await page.getByRole('row', { name: /^3 Nobody/ }).waitFor();
    await page.getByText(HOSTILE.markup).waitFor();
    // Another form is another dry run.
    await page.getByLabel('Weight').fill('2');
    expect(await page.getByRole('button', { name: 'Start with 2 people' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'See what will happen' }).click();
    await page.getByRole('button', { name: 'Start with 2 people' }).click();
    await page.getByRole('heading', { level: 1, name: 'From a file' }).waitFor();
    const { items } = (await bench.call('GET', '/api/campaigns?q=From a file')).body;
    expect(items).toMatchObject([{ weight: 2, sequence: 'console' }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('opens a number of a campaign to its people, and does something to those who are picked, by keys', async () => {
    const { page } = await bench.open(`/campaigns/${seeded.campaign_id}`);
    await page.getByText(/^Nobody can be judged yet/).waitFor();
    await page.getByRole('definition').getByRole('link').first().press('Enter');
    await page.waitForURL(/view=people/);
    // Whoever is counted there.
    await page.getByRole('row').nth(1).getByRole('link').first().focus();
    await page.keyboard.press('x');
    await page.getByText('1 person picked').waitFor();
    await page.getByRole('button', { name: 'Stop …' }).last().press('Enter');
    await page.getByText('This ends the sequence of 1 person, for good.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Pause …' }).last().press('Enter');
    await page.getByText('Nothing more goes out to 1 person until they are resumed.').waitFor();
    await page.getByLabel('Why (others read it)').fill('on leave');
    await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
    await page.getByText(/^pause: \d of 1/).waitFor();
    const { items } = (await bench.call('GET', '/api/control')).body;
    expect(items[0]).toMatchObject({ action: 'pause', matched: 1, note: 'on leave' });
    await page.context().close();
  });

  it('mounts no more than a hundred rows of a long list, and comes to its end', async () => {
    const leads = Array.from({ length: 450 }, (_, at) => ({
      ...{ first_name: `Row ${at}`, profile_url: `https://professional.example/in/row-${at}` },
    }));
    await bench.call('POST', '/api/enrollments/batch', { sequence: 'console', leads });
    const { page } = await bench.open('/people');
    const rows = page.getByRole('row');
    // Whichever of them is first: the ids of one millisecond are in no order.
    await page
      .getByRole('link', { name: /^Row \d+$/ })
      .first()
      .waitFor();
    const table = page.getByRole('table', { name: 'People' });
    await expect
      .poll(async () => {
        await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        expect(await rows.count()).toBeLessThanOrEqual(NO_MORE_ROWS);
        return page.getByRole('link', { name: 'Ada Lovelace' }).count();
      })
      .toBe(1);
    await page.context().close();
  });
});
