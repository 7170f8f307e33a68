import type { Browser } from 'playwright-core';
import { setup as bringChromium, findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import type { Bound } from './ratio.ts';

export async function inBrowser(work: (browser: Browser) => Promise<Bound[]>): Promise<Bound[]> {
  bringChromium();
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here to open the console with.');
  const browser = await launchChromium(executablePath);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
