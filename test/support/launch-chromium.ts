import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { PATIENCE } from './eventually.ts';

/** A machine without the outside network: Chromium must not look for its maker's hosts. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** A browser whose pages are as patient as `eventually`: the library's own 30 s are short on a machine that others use too. */
export async function launchChromium(executablePath: string | null): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: FLAGS });
  const open = browser.newContext.bind(browser);
  // A page of its own comes from a context too.
  browser.newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
