import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPlayedCampaign, type Played } from '../api/played-campaign.ts';
import { type ConsoleBench, chromium, consoleBench, violationsOf } from './console-bench.ts';

const LARGE = 20_000;
/** Locks that a test which failed has left. */
const held: (() => Promise<void>)[] = [];

describe.skipIf(chromium === null)('campaigns in the console', () => {
  const bench = consoleBench();
  let played: Played;
  let other: string;
  beforeAll(async () => {
    played = await addPlayedCampaign(bench, { people: 120 });
    const leads = [{ profile_url: 'https://professional.example/in/summer', first_name: 'Summer' }];
    const asked = { name: 'Summer', sequence: 'played', source: { leads } };
    other = (await bench.call('POST', '/api/campaigns', asked)).body.id;
    // As its worker enrolls them.
    const { id } = (await bench.call('POST', '/api/enrollments', { sequence: 'played', lead: leads[0] })).body;
    await bench.db.query('update enrollments set campaign_id = $1 where id = $2', [other, id]);
  });
  afterAll(async () => {
    for (const release of held) await release();
  });

  it('shows two side by side, chosen by keys; a number opens its own people', async () => {
    const { page, problems } = await bench.open(`/campaigns/${played.id}`);
    await page.getByRole('link', { name: 'Compare …' }).press('Enter');
    await page.getByText('Choose two campaigns.').waitFor();
    await page.getByLabel('The other campaign').selectOption({ label: 'Summer' });
    const rate = page.getByRole('row', { name: /^reply rate / });
    await rate.waitFor();
    expect(await rate.getByRole('cell').allTextContents()).toEqual(['27.3 %', 'not known yet']);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.reload();
    await page
      .getByRole('row', { name: /^accepted / })
      .getByRole('link', { name: '50' })
      .click();
    await page.waitForURL(/cmp_played.*accepted/);
    await page.getByRole('link', { name: 'These as CSV' }).waitFor();
    expect((await bench.call('GET', `/api/campaigns/${other}/results`)).body.accepted).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says at home what has its last send within a week, and leads to its forecast', async () => {
    const { page } = await bench.open('/');
    const ends = page.getByRole('region', { name: /^Ends this week/ });
    await ends.getByRole('link', { name: 'Summer' }).click();
    await page.waitForURL(/view=forecast/);
    await page.context().close();
  });

  it('opens each number of an arm to its people', async () => {
    const { page, problems } = await bench.open(`/campaigns/${played.id}?view=arms`);
    const row = page.getByRole('row', { name: /^short / }).first();
    await row.waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const counted = Number(await row.getByRole('link').nth(3).textContent());
    await row.getByRole('link').nth(3).press('Enter');
    await page.getByText('arm short, replied').waitFor();
    await page.getByRole('table', { name: 'People' }).getByRole('checkbox').first().waitFor();
    expect(await page.getByRole('table', { name: 'People' }).getByRole('checkbox').count()).toBe(counted);
    const file = await page.getByRole('link', { name: 'These as CSV' }).getAttribute('href');
    expect(
      String((await bench.call('GET', file ?? '')).body)
        .trim()
        .split('\n'),
    ).toHaveLength(counted + 1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('compares the arms first by what is chosen, and keeps that in the address', async () => {
    const { page, problems } = await bench.open(`/campaigns/${played.id}?view=arms`);
    const compared = page
      .getByRole('table', { name: /^Differences of the rates/ })
      .getByRole('row')
      .nth(1);
    await compared.getByText('positive replies', { exact: true }).waitFor();
    await page.getByLabel('What the arms are compared by first').selectOption('accepted invitations');
    await compared.getByText('accepted invitations', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('first')).toBe('accepted');
    await page.reload();
    await compared.getByText('accepted invitations', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the same numbers for each kind of people by any variable, and opens one', async () => {
    const { page } = await bench.open(`/campaigns/${played.id}`);
    await page.getByLabel('Or by a variable').fill('company_size');
    const row = page.getByRole('row', { name: /^11-50 / });
    await row.waitFor();
    await row.getByRole('link').first().press('Enter');
    await page.getByText('vars.company_size: 11-50').waitFor();
    await page.context().close();
  });

  it('simulates a new campaign in the calendars of the accounts that are ticked, and sends from these', async () => {
    const { page, problems } = await bench.open('/new-campaign');
    await page.getByLabel('Name', { exact: true }).fill('From Anna');
    await page.getByLabel('Sequence', { exact: true }).selectOption('played');
    await page.getByText('The sequence names acc_anna.').waitFor();
    await page.getByRole('checkbox', { name: 'acc_anna (professional)' }).press('Space');
    await page.getByRole('radio', { name: 'A file' }).check();
    const buffer = Buffer.from('first_name,profile_url\nNew,https://professional.example/in/new-one\n');
    await page.getByLabel('CSV file').setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'See what will happen' }).press('Enter');
    await page.getByRole('button', { name: 'Simulate when it ends' }).press('Enter');
    await page.getByText(/^The last of 1 person ends on 2026-/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start with 1 person' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'From Anna' }).waitFor();
    const { items } = (await bench.call('GET', '/api/campaigns?q=From Anna')).body;
    expect(items).toMatchObject([{ senders: { professional: ['acc_anna'] } }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says how much of a large file is sent, on any page, calls it back, and goes on after the page was closed', async () => {
    const rows = Array.from(
      { length: LARGE },
      (_, n) => `Large ${n},https://professional.example/in/large-${n},${'as long as a note is '.repeat(50)}`,
    );
    const buffer = Buffer.from(`first_name,profile_url,note\n${rows.join('\n')}`);
    const { page, problems } = await bench.open('/new-campaign');
    await page.getByLabel('Name', { exact: true }).fill('Large');
    await page.getByLabel('Sequence', { exact: true }).selectOption('played');
    await page.getByRole('radio', { name: 'A file' }).check();
    await page.getByLabel('CSV file').setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer });
    /** Starts while no row can be kept: no more of the file is taken than there is room for on the way. */
    const startHeld = async () => {
      await page.getByRole('button', { name: 'See what will happen' }).click();
      await page.getByText(/\d+ % of .* sent for Large/).waitFor();
      const start = page.getByRole('button', { name: 'Start with 20,000 people' });
      await start.and(page.locator(':enabled')).waitFor();
      const release = await holdRows(bench);
      await start.click();
      await page.getByText(/\d+ % of .* sent for Large/).waitFor();
      return release;
    };
    const release = await startHeld();
    // What is typed now would be part of no campaign.
    expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByText(/ sent for Large/).waitFor({ state: 'hidden' });
    await release();
    const made = async () => (await bench.call('GET', '/api/campaigns?q=Large')).body.items;
    expect(await made()).toEqual([]);

    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('link', { name: 'New campaign …' }).click();
    const releaseAgain = await startHeld();
    await page.close();
    await releaseAgain();
    const again = await page.context().newPage();
    await again.goto(`${bench.url}/console/new-campaign`);
    await again.getByText(/^The start of Large was asked/).waitFor();
    await again.getByRole('button', { name: 'Go on with it' }).click();
    await again.getByRole('heading', { level: 1, name: 'Large' }).waitFor();
    expect(await made()).toMatchObject([{ name: 'Large', counts: { rows: LARGE } }]);
    expect(problems).toEqual([]);
    await again.context().close();
  });

  it('says what was answered, by labels, and opens those who answered so', async () => {
    await bench.db.query("update enrollments set label = 'interested', labeled_at = replied_at where id = $1", [
      played.enrollment(4),
    ]);
    const { page, problems } = await bench.open(`/campaigns/${played.id}`);
    const answered = page.getByRole('region', { name: 'What they answered' });
    await answered.getByRole('row', { name: 'Interested 1' }).getByRole('link').press('Enter');
    await page.getByText('labeled interested').waitFor();
    await page.getByRole('table', { name: 'People' }).getByText('+Ada4 Example').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says what an answer has cost, in credits and in InMails', async () => {
    const { page } = await bench.open(`/campaigns/${played.id}`);
    await page.getByText('180 credits and 10 InMails: 6 credits and 0.33 InMails for a reply.').waitFor();
    await page.context().close();
  });
});

/** Keeps every row of every file waiting, until what this gives is called. */
async function holdRows({ db }: ConsoleBench): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  let work: Promise<unknown> = Promise.resolve();
  await new Promise<void>((isReceived, failed) => {
    work = db.transaction(async (tx) => {
      await tx.query('lock table campaign_rows in share mode');
      isReceived();
      await ended;
    });
    work.catch(failed);
  });
  const free = async () => {
    release();
    await work;
  };
  held.push(free);
  return free;
}
