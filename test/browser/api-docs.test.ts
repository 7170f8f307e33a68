import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { problemsOf } from './problems-of.ts';

let bench: ApiBench;
let url: string;
beforeAll(async () => {
  bench = await openApi();
  url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => bench.close());

it('is handed out without a key, runs nothing, loads nothing, and has every operation with commands of its own address', async () => {
  const answer = await fetch(`${url}/api/docs`);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const page = await answer.text();
  expect(page).not.toMatch(/<script|<img|<link|\son\w+=|style="/i);
  for (const name of operationNames) {
    expect(page).toContain(`<h3 id="${name}">`);
    expect(page).toContain(`${url}${operationOf(name).path.split('{')[0]}`);
  }
});

it('takes an address that somebody made up for text', async () => {
  const { body } = await bench.app.inject({ url: '/api/docs', headers: { host: 'a"><script>' } });
  expect(body).not.toContain('<script');
});

const executablePath = findChromium();
describe.skipIf(executablePath === null)('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(executablePath);
  });
  afterAll(() => browser.close());

  it.each([
    ['a phone', 375, 'light'],
    ['a desk at night', 1280, 'dark'],
  ] as const)('fits %s, can be read, and leads to every anchor', async (_name, width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${url}/api/docs`);
    const dead = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
        .map((link) => link.hash.slice(1))
        .filter((id) => !document.getElementById(id)),
    );
    expect(dead).toEqual([]);
    // Its style stands in the page itself, so that nothing is loaded.
    expect((await problemsOf(page)).filter((problem) => problem !== 'inline style or script')).toEqual([]);
    expect(complaints).toEqual([]);
    if (process.env.OVERTURE_PICTURE) await page.screenshot({ path: `${process.env.OVERTURE_PICTURE}-${width}.png` });
    await page.close();
  });
});
