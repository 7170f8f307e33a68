import type { Browser, Page } from 'playwright-core';
import { post } from './post.ts';
import { type Bound, median } from './ratio.ts';
import type { BenchSystem } from './with-system.ts';

const ROUNDS = 7;

/** An address, and what its answers bring: by then somebody has something to read. */
export interface Opened {
  readonly path: string;
  readonly shows: string;
}

interface Measured {
  readonly pages: Readonly<Record<string, Opened>>;
  /** Seconds. */
  readonly aim: number;
  report(line: string): void;
}

/** A page of a browser that has nothing of the console yet. */
export async function openSignedIn(browser: Browser, { api }: BenchSystem): Promise<Page> {
  const { token } = await post<{ readonly token: string }>(api, '/api/sign-in-tokens', {});
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.request.get(`${api.url}/?token=${token}`);
  return await context.newPage();
}

/**
 * How long pages take until something can be read: from the first request of a browser that has nothing of the console yet, but is signed in, to the first
 * line that an answer of the server has brought.
 */
export async function measureShown(
  browser: Browser,
  bench: BenchSystem,
  { pages, aim, report }: Measured,
): Promise<Bound[]> {
  const figures: Bound[] = [];
  for (const [name, { path, shows }] of Object.entries(pages)) {
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const page = await openSignedIn(browser, bench);
      await page.goto(`${bench.api.url}/console${path}`, { waitUntil: 'commit' });
      await page.locator(shows).first().waitFor();
      seconds.push((await page.evaluate(() => performance.now())) / 1000);
      // What is still asked for would slow the next round down.
      await page.getByRole('status', { name: 'Reading' }).first().waitFor({ state: 'detached' });
      await page.context().close();
    }
    report(`${name}: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`);
    figures.push({ what: `${name}, nothing kept, median of ${ROUNDS}`, unit: 's', measured: median(seconds), aim });
  }
  return figures;
}
