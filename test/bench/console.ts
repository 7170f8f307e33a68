import type { Browser, Page } from 'playwright-core';
import { createDevClient } from '../../src/app/demo/dev/dev-client.ts';
import { startDemo } from '../../src/app/demo/start-demo.ts';
import { setup as bringChromium, findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { measureInbox } from './console-inbox.ts';
import { post } from './post.ts';
import { type Bound, median } from './ratio.ts';
import { type BenchSystem, untilCount, withSystem } from './with-system.ts';

const ROUNDS = 7;
/** Seconds. */
const AIM = 1;
/** Where the demo has something to show on each page: some have answered. */
const BEGUN = 'select count(*)::int as n from enrollments where replied_at is not null';
const ENOUGH = 3;

/** Addresses with what their answers bring: by then somebody has something to read. */
const PAGES = {
  home: { path: '/', shows: 'main section ul > li' },
  campaigns: { path: '/campaigns', shows: 'main [role=cell] a' },
  people: { path: '/people', shows: 'main [role=cell] a' },
} as const;

/**
 * How long the console takes on the demo until something can be read: from the first request of a browser that has nothing of it yet, but is signed
 * in, to the first line that an answer of the server has brought. Then how fluid its inbox is while answers arrive.
 */
export async function benchConsole(report: (line: string) => void): Promise<Bound[]> {
  bringChromium();
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here to open the console with.');
  return await withSystem(report, { OVERTURE_DEMO: '1' }, async (bench) => {
    const { system } = bench;
    const life = await startDemo(system, createDevClient(system), { jump: false, print: () => undefined });
    await untilCount(bench.engine, BEGUN, ENOUGH);
    const browser = await launchChromium(executablePath);
    try {
      const shown = await measure(browser, bench, report);
      const page = await openSignedIn(browser, bench);
      return [...shown, ...(await measureInbox(page, bench, report))];
    } finally {
      await browser.close();
      await life?.stop();
    }
  });
}

/** A page of a browser that has nothing of the console yet. */
async function openSignedIn(browser: Browser, { api }: BenchSystem): Promise<Page> {
  const { token } = await post<{ readonly token: string }>(api, '/api/sign-in-tokens', {});
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.get(`${api.url}/?token=${token}`);
  return await context.newPage();
}

async function measure(browser: Browser, bench: BenchSystem, report: (line: string) => void): Promise<Bound[]> {
  const figures: Bound[] = [];
  for (const [name, { path, shows }] of Object.entries(PAGES)) {
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openSignedIn(browser, bench);
      await page.goto(`${bench.api.url}/console${path}`, { waitUntil: 'commit' });
      await page.locator(shows).first().waitFor();
      seconds.push((await page.evaluate(() => performance.now())) / 1000);
      await page.context().close();
    }
    report(`${name}: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`);
    figures.push({
      what: `${name}, nothing kept, median of ${ROUNDS}`,
      unit: 's',
      measured: median(seconds),
      aim: AIM,
    });
  }
  return figures;
}
