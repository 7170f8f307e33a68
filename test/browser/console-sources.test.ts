import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { V2Reader } from '../../src/runtime/enroll/campaign/v2-reader.ts';
import { type ConsoleBench, chromium, openConsole, violationsOf } from './console-bench.ts';

const YAML = `sequence: hello
senders: { professional: [acc_anna] }
steps:
  - invite: "Hi {{ first_name }}"
  - end: done
`;

/** The number of candidates of the job 4000000001 by the ratings that are asked for. */
const asked: string[] = [];
const CANDIDATES: Readonly<Record<string, number>> = { 'GOOD_FIT,MAYBE,UNRATED': 123, GOOD_FIT: 12 };
const v2: V2Reader = {
  async call(_, action, { params: { job_id, ratings } }) {
    asked.push(`${action} ${job_id} ${ratings}`);
    if (job_id !== '4000000001') return { kind: 'refused', code: 'NOT_FOUND', message: 'no such job' };
    return { kind: 'success', data: { total_available_results: CANDIDATES[`${ratings}`] ?? 0 } };
  },
};

describe.skipIf(chromium === null)('where the people of a new campaign come from', () => {
  let bench: ConsoleBench;
  beforeAll(async () => {
    bench = await openConsole({ v2 });
    await bench.call('POST', '/api/sequences', YAML);
  });
  afterAll(() => bench?.close());

  const open = async (name: string, source: string) => {
    const opened = await bench.open('/new-campaign');
    const { page } = opened;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Sequence', { exact: true }).selectOption('hello');
    await page.getByRole('radio', { name: source }).check();
    return opened;
  };
  const look = (page: Page) => page.getByRole('button', { name: 'See what will happen' }).press('Enter');
  const made = async (name: string) => (await bench.call('GET', `/api/campaigns?q=${name}`)).body.items[0];

  it('are candidates of a job by their ratings, with how many they are and what reading them costs', async () => {
    const { page, problems } = await open('Candidates', 'Candidates of a job');
    await page.getByLabel('Read by the account').selectOption('acc_anna');
    await page.getByLabel('Job', { exact: true }).fill('4000000001');
    await look(page);
    await page.getByText('123 people at most enter hello v1.').waitFor();
    await page.getByText(/16 credits/).waitFor();
    await page.getByText('the rules of the sequence and the do-not-contact list leave people out').waitFor();
    expect(await violationsOf(page)).toEqual([]);

    for (const rating of ['maybe', 'not rated'])
      await page.getByRole('checkbox', { name: rating, exact: true }).press('Space');
    await page.getByText('The form has changed since.').waitFor();
    expect(await page.getByRole('button', { name: /^Start/ }).isDisabled()).toBe(true);
    await look(page);
    await page.getByText('12 people at most enter hello v1.').waitFor();
    expect(asked).toEqual(['get_candidates 4000000001 GOOD_FIT,MAYBE,UNRATED', 'get_candidates 4000000001 GOOD_FIT']);
    await page.getByRole('button', { name: 'Start with 12 people' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Candidates' }).waitFor();
    expect((await made('Candidates')).source).toMatchObject({
      candidates: { account_id: 'acc_anna', job_id: '4000000001', ratings: ['GOOD_FIT'], include_rejected: false },
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says of a job that cannot be read what to do instead, and keeps the form', async () => {
    const { page } = await open('No job', 'Candidates of a job');
    await page.getByLabel('Read by the account').selectOption('acc_anna');
    await page.getByLabel('Job', { exact: true }).fill('1');
    await look(page);
    await page.getByText(/The candidates of job 1 cannot be read: no such job/).waitFor();
    expect(await page.getByLabel('Job', { exact: true }).inputValue()).toBe('1');
    expect(await page.getByRole('button', { name: /^Start/ }).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('are found by a search with its filters, whose cost is known before', async () => {
    const { page, problems } = await open('Searched', 'A search');
    await page.getByLabel('Read by the account').selectOption('acc_anna');
    await page.getByLabel('How many at most').fill('25');
    await page.getByLabel('Keyword').fill('rust');
    await page.getByLabel('Location').fill('Paris');
    await look(page);
    await page.getByText(/^30 people at most enter hello v1\. .*3 credits/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start with 30 people' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Searched' }).waitFor();
    expect((await made('Searched')).source).toMatchObject({
      search: { account_id: 'acc_anna', count: 25, keyword: 'rust', location: 'Paris' },
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are picked among those who are known, and left out again', async () => {
    // Known by another sequence.
    await bench.call('POST', '/api/sequences', YAML.replace('sequence: hello', 'sequence: other'));
    for (const name of ['Ida', 'Ines', 'Iris']) {
      const lead = { first_name: name, company: 'Picked', profile_url: `https://professional.example/in/${name}` };
      await bench.call('POST', '/api/enrollments', { sequence: 'other', lead });
    }
    const { page, problems } = await open('Picked', 'People whom you pick');
    const found = page.getByRole('list', { name: 'People found' });
    const picked = page.getByRole('list', { name: 'People picked' });
    await page.getByLabel('Find somebody').fill('Picked');
    for (const name of ['Ida', 'Ines'])
      await found.getByRole('button', { name: new RegExp(`^\\+ ${name}`) }).press('Enter');
    expect(await picked.getByRole('listitem').count()).toBe(2);
    await picked.getByRole('button', { name: 'Leave out Ida' }).press('Enter');
    await found.getByRole('button', { name: /^\+ Ida/ }).waitFor();
    await page.getByLabel('Find somebody').fill('nobody at all');
    await found.getByText('Nobody else is found.').waitFor();
    await look(page);
    await page.getByText('1 person enters hello v1.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start with 1 person' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Picked' }).waitFor();
    const rows = (await bench.call('GET', `/api/campaigns/${(await made('Picked')).id}/rows`)).body.items;
    expect(rows).toMatchObject([{ first_name: 'Ines', status: 'pending' }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('are rows of a file, of which the bad ones come back as they were, are mended and sent again', async () => {
    const file = 'First name,Profile,Notes\n,carl,"said ""hi"", twice"\nAda,ada,x\nBob,ada,y\n';
    const { page, problems } = await open('From a file', 'A file');
    const choose = (name: string, buffer: Buffer) =>
      page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await choose('people.csv', Buffer.from(file));
    await page.getByLabel('What Notes becomes').selectOption('ignore');
    await look(page);
    await page.getByText('1 person enters hello v1.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'All of them as CSV' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toBe('left-out.csv');
    const given = await readFile(await download.path(), 'utf8');
    expect(given.replace('\uFEFF', '').split('\n')).toEqual([
      'row,status,code,message,First name,Profile,Notes',
      expect.stringMatching(/^1,refused,missing,.*,,carl,"said ""hi"", twice"$/),
      expect.stringMatching(/^3,duplicate,duplicate,.*,Bob,ada,y$/),
      '',
    ]);
    // The same columns, mapped as before.
    await choose('mended.csv', Buffer.from(given.replace(',,carl,', ',Carl,carl,').replace('Bob,ada', 'Bob,bob')));
    const notes = page.getByLabel('What Notes becomes');
    await notes.locator('option[value="ignore"]:checked').waitFor({ state: 'attached' });
    await look(page);
    await page.getByText('2 people enter hello v1.').waitFor();
    await page.getByText('Nobody of 2 rows is left out.').waitFor();
    const columns = page.getByRole('table', { name: 'What each column becomes' }).getByRole('rowheader');
    expect(await columns.allTextContents()).toEqual(['First name', 'Profile', 'Notes']);
    expect(await notes.inputValue()).toBe('ignore');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
