import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, PASSWORD, type Person } from '../api/users-fixtures.ts';
import { chromium, consoleBench } from './console-bench.ts';
import { type Seeded, seedConsole } from './console-seed.ts';

const DRAFT = 'Gladly: would Tuesday';
/** A computer whose clock is three days late. */
const LATE_CLOCK = `
  const behind = 3 * 24 * 60 * 60 * 1000;
  const RightDate = Date;
  globalThis.Date = class extends RightDate {
    constructor(...given) { given.length === 0 ? super(RightDate.now() - behind) : super(...given); }
    static now() { return RightDate.now() - behind; }
  };`;

describe.skipIf(chromium === null)('what happens to a session while the console is open', () => {
  const bench = consoleBench();
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seedConsole(bench);
  });

  const answer = (page: Page) => page.getByRole('textbox', { name: 'Answer' });
  const says = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  /** The conversation with a half answer, of a tab that hears of what happens. */
  async function openDraft(user: Person): Promise<Page> {
    const { page } = await bench.openAs(user, `/inbox?id=${seeded.conversation_id}`);
    await answer(page).fill(DRAFT);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  }

  it('of two tabs of which one signs out, the other says so, and has its draft when somebody has signed in again', async () => {
    const ada = await addPerson(bench, 'operator');
    const page = await openDraft(ada);
    const other = await page.context().newPage();
    await other.goto(`${bench.url}/console/`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in to Overture' }).waitFor();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await answer(page).isVisible()).toBe(false);
    await page.getByLabel('Email').fill(ada.email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answer(page).press('End');
    await page.keyboard.type(' suit you?');
    expect(await answer(page).inputValue()).toBe(`${DRAFT} suit you?`);
    await page.context().close();
  });

  it('who has copied the cookie sees nothing any more once its owner has signed out', async () => {
    const grace = await addPerson(bench, 'viewer');
    const own = (await bench.openAs(grace, '/')).page;
    const copied = (await bench.openAs(grace, `/people/${seeded.lead_id}`)).page;
    await copied.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await own.getByRole('button', { name: 'Sign out' }).click();
    await copied.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await copied.reload();
    await copied.getByRole('heading', { name: 'Sign in to Overture' }).waitFor();
    expect(await copied.getByText('Lovelace').count()).toBe(0);
    for (const page of [own, copied]) await page.context().close();
  });

  it('whose role is taken away is notified at once, sees no button of it, and keeps the draft for when it is given back', async () => {
    const joan = await addPerson(bench, 'operator');
    const page = await openDraft(joan);
    await bench.call('PATCH', `/api/users/${joan.id}`, { role: 'viewer' });
    await says(page, 'You are viewer now.');
    await page.getByText('You may not answer people any more.').waitFor();
    expect(await page.getByLabel('Your draft').inputValue()).toBe(DRAFT);
    expect(await page.getByRole('button', { name: /^(Send|Done|Stop everything …)$/ }).count()).toBe(0);
    await bench.call('PATCH', `/api/users/${joan.id}`, { role: 'operator' });
    await answer(page).waitFor();
    expect(await answer(page).inputValue()).toBe(DRAFT);
    await page.context().close();
  });

  it('whose role was taken away before the page has heard of it is refused with the reason, and loses no word', async () => {
    const mary = await addPerson(bench, 'operator');
    const page = await openDraft(mary);
    // Never answered: neither does the page hear of it, nor does it take the server to be away.
    await page.route('**/api/events*', () => undefined);
    await page.reload();
    await answer(page).waitFor();
    await bench.call('PATCH', `/api/users/${mary.id}`, { role: 'viewer' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await says(page, 'This needs the role operator; you are viewer.');
    expect(await page.getByLabel('Your draft').inputValue()).toBe(DRAFT);
    await page.context().close();
  });

  it('who may see fewer accounts from now on is shown nothing of the others any more', async () => {
    const lise = await addPerson(bench, 'viewer');
    const { page } = await bench.openAs(lise, '/accounts');
    await page
      .getByRole('link', { name: 'acc_anna' })
      .or(page.getByRole('link', { name: 'Anna' }))
      .first()
      .waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await bench.call('PATCH', `/api/users/${lise.id}`, { account_ids: ['acc_mail'] });
    await says(page, 'You are viewer now, for some accounts: acc_mail.');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.context().close();
  });

  it('is listed with all others for an owner, who ends one at once; the own password is changed without leaving', async () => {
    const [owner, other] = [await addPerson(bench, 'owner'), await addPerson(bench, 'viewer')];
    const theirs = (await bench.openAs(other, '/')).page;
    await theirs.getByText('Live', { exact: true }).waitFor();
    const { name } = (await bench.call('GET', `/api/users/${other.id}`)).body;
    const { page } = await bench.openAs(owner, '/settings?part=sessions');
    const line = page.getByRole('row').filter({ hasText: name });
    await line.getByRole('button', { name: /^End/ }).press('Enter');
    await line.getByRole('button', { name: /^Really end/ }).press('Enter');
    await theirs.getByRole('heading', { name: 'Your session has ended' }).waitFor();

    const present = page.locator('input[name=present]');
    await present.fill('not the password');
    await page.locator('input[name=password]').fill('quite another password');
    await page.getByRole('button', { name: 'Change it' }).click();
    await says(page, 'You may not do this');
    await present.fill(PASSWORD);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('Your password is another one.').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Who is signed in' }).waitFor();
    for (const each of [page, theirs]) await each.context().close();
  });

  it('on a computer whose clock is wrong it says so, and goes by the clock of the server', async () => {
    const rosa = await addPerson(bench, 'operator');
    const { page } = await bench.openAs(rosa, '/');
    await page.context().addInitScript(LATE_CLOCK);
    await page.goto(`${bench.url}/console/inbox?id=${seeded.conversation_id}`);
    await page.getByText(/^The clock of this computer is wrong: it says .+, and the server's .+\./).waitFor();
    await answer(page).fill(DRAFT);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const takeBack = page.getByRole('button', { name: /^Take back/ });
    await takeBack.waitFor();
    expect(await takeBack.textContent()).toMatch(/^Take back( \(\d\d?\))?$/);
    await takeBack.click();
    await expect.poll(() => answer(page).inputValue()).toBe(DRAFT);
    await page.context().close();
  });
});
