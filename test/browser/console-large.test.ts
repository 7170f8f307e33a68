import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillConsole, LARGE } from '../support/fill-console.ts';
import { PLAYED } from '../support/write-played-campaign.ts';
import { type ConsoleBench, chromium, openConsole } from './console-bench.ts';

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

  it('does the main jobs by keys alone', async () => {
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
