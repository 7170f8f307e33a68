import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillConsole, LARGE } from '../support/fill-console.ts';
import { PLAYED } from '../support/write-played-campaign.ts';
import { type ConsoleBench, chromium, openConsole } from './console-bench.ts';

const NO_MORE_ROWS = 100;
const CAMPAIGN = `/campaigns/${PLAYED.campaign_id}`;

describe.skipIf(chromium === null)('the console with 200,000 people and 20,000 conversations', () => {
  let bench: ConsoleBench;
  beforeAll(async () => {
    bench = await openConsole();
    await bench.call('POST', '/api/sequences', PLAYED.yaml);
    const { plan } = (await bench.call('GET', '/api/sequences/played')).body;
    await fillConsole(bench.db, plan, LARGE);
    bench.clock.set({ wall_origin: Date.now(), world_origin: Date.parse('2026-04-10T09:00:00Z'), speed: 1 });
  });
  afterAll(() => bench?.close());

  const firstLink = (page: Page, table: string) => page.getByRole('table', { name: table }).getByRole('link').first();
  /** Checks that no more rows of a long list are there than are seen, also at its end and after it was scrolled for long. */
  const scrolls = async (page: Page, table: string, pages: number) => {
    const list = page.getByRole('table', { name: table });
    await firstLink(page, table).waitFor();
    let last = 0;
    await expect
      .poll(async () => {
        await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        expect(await page.getByRole('row').count()).toBeLessThanOrEqual(NO_MORE_ROWS);
        last = Math.max(last, Number(await page.getByRole('row').last().getAttribute('aria-rowindex')));
        return last;
      })
      .toBeGreaterThan(pages * 100);
  };

  it('does the main jobs by mouse: filters, opens, pauses and takes it back, opens a number, reads an answer', async () => {
    const { page, problems } = await bench.open('/people');
    await scrolls(page, 'People', 5);
    await page.getByLabel('Campaign', { exact: true }).selectOption({ label: 'Spring' });
    await page.getByLabel('Replied').selectOption('true');
    const narrowed = page.waitForResponse((answer) =>
      /replied=true.*q=Company|q=Company.*replied=true/.test(answer.url()),
    );
    await page.getByLabel('Search people').fill('Company 3');
    await narrowed;
    await page.getByRole('row').nth(1).getByText('Company 3').waitFor();
    await firstLink(page, 'People').click();
    await page
      .getByText(/^Ended: replied/)
      .first()
      .waitFor();

    await page.goto(`${bench.url}/console${CAMPAIGN}`);
    await page
      .locator('dl > div')
      .filter({ hasText: /^accepted/ })
      .getByRole('link')
      .click();
    await page.waitForURL(/view=people/);
    await scrolls(page, 'People', 3);

    await page.goto(`${bench.url}/console/inbox`);
    await page.getByText('Answer number 1', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Send' }).first().waitFor();

    await page.goto(`${bench.url}/console${CAMPAIGN}`);
    await page.getByRole('button', { name: 'Pause …' }).click();
    await page.getByText(/^Nothing more goes out to \d+ people until it is resumed/).waitFor();
    await page.getByRole('button', { name: 'Pause the campaign' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Pause …' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does them by keys alone', async () => {
    const { page, problems } = await bench.open('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or do' }).waitFor();
    await page.keyboard.type('+Ada77777');
    await page.getByRole('button', { name: /^\+Ada77777 / }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^\+Ada77777 / }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await firstLink(page, 'People').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 person picked').waitFor();
    // Scrolled out of sight, a row has no element that could keep the focus.
    const people = page.getByRole('table', { name: 'People' });
    await people.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.locator('[data-row="0"]').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.locator('[data-row="1"] a:focus').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('link', { name: 'Spring' }).waitFor();
    await page.keyboard.press('j');
    await page.locator('[data-row="0"] a:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByText('Answer number 1', { exact: true }).first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Send' }).first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
