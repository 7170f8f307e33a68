import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow } from '../conversations/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { type ConsoleBench, chromium, openConsole } from './console-bench.ts';
import { seedConsole } from './console-seed.ts';

const WEEKS = 8;
const ANSWERS_A_WEEK = 30;
/** The number of weeks after which everything has been opened once, and compiled code and caches are as large as they become. */
const LOOKS_AT_REST = 2;
const DAY = 86_400_000;
/** How often a week each page is opened. */
const ROUNDS = 3;

describe.skipIf(chromium === null)('a tab that stays open', () => {
  let bench: ConsoleBench;
  beforeAll(async () => {
    bench = await openConsole();
    await seedConsole(bench);
  });
  afterAll(() => bench?.close());

  const go = async (page: Page, key: string, shows: string) => {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: shows, exact: true }).waitFor();
  };
  /** As somebody goes through it, without loading the page anew. */
  const goThroughAll = async (page: Page) => {
    await go(page, 'i', 'Inbox');
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('textbox', { name: 'Answer' }).waitFor();
    await go(page, 't', 'Tasks');
    await go(page, 'c', 'Campaigns');
    await page.getByRole('link', { name: 'Engineers in Lyon' }).click();
    await page
      .getByRole('navigation', { name: 'What is shown of the campaign' })
      .getByRole('link', { name: 'Graph' })
      .click();
    await page
      .getByRole('navigation', { name: 'What is shown of the campaign' })
      .getByRole('link', { name: 'People' })
      .click();
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await go(page, 'p', 'People');
    await go(page, 's', 'Sequences');
    await go(page, 'a', 'Accounts');
    await go(page, ',', 'Do not contact');
    await go(page, 'h', 'Home');
  };
  /** The tab is left for another one and comes back; then the server goes and comes back. */
  const loseTheStream = async (page: Page) => {
    for (const hidden of [true, false]) {
      await page.evaluate((is) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: is });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    }
    bench.app.server.closeAllConnections();
    await page.getByText('Live', { exact: true }).waitFor();
  };

  it('does not grow in eight virtual weeks, while answers come and somebody goes through all of its pages', async () => {
    const { page, problems } = await bench.open('/');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const sizes: Size[] = [];
    for (let week = 1; week <= WEEKS; week++) {
      bench.clock.set({ wall_origin: Date.now(), world_origin: bench.clock.now() + 7 * DAY, speed: 1 });
      for (let answer = 1; answer <= ANSWERS_A_WEEK; answer++)
        await happens(bench, message(PROFILE, { message_text: `Week ${week}, answer ${answer}` }));
      await follow(bench);
      await loseTheStream(page);
      for (let round = 0; round < ROUNDS; round++) await goThroughAll(page);
      // What came is there without being asked for.
      await page.getByText(`Week ${week}, answer ${ANSWERS_A_WEEK}`).first().waitFor();
      sizes.push(await sizeOf(session));
    }
    const [settled, last] = [sizes[LOOKS_AT_REST - 1], sizes.at(-1)];
    if (settled === undefined || last === undefined) throw new Error('nothing was measured');
    expect(last.nodes, JSON.stringify(sizes)).toBeLessThanOrEqual(settled.nodes * 1.1 + 100);
    expect(last.listeners, JSON.stringify(sizes)).toBeLessThanOrEqual(settled.listeners * 1.1 + 20);
    expect(last.megabytes, JSON.stringify(sizes)).toBeLessThanOrEqual(settled.megabytes * 1.1 + 1);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(problems.filter((problem) => !/ERR_|Failed to fetch/.test(problem))).toEqual([]);
    await page.context().close();
  });
});

const PROFILE = 'https://professional.example/in/console-0';

interface Size {
  readonly nodes: number;
  readonly listeners: number;
  readonly megabytes: number;
}

/** After all is collected that nobody holds. */
async function sizeOf(session: CDPSession): Promise<Size> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), megabytes: of('JSHeapUsedSize') / 1e6 };
}
