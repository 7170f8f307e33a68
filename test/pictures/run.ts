import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';
import { type Overture, startOverture } from '../e2e/support/start-overture.ts';
import { setup as bringChromium, findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { type Theme, terminalSvg } from './terminal-svg.ts';

// `npm run pictures`: the pictures of the README, of a demo that runs while they are made. Again when what they show has changed.

const PICTURES = join(PACKAGE_ROOT, 'docs/pictures');
const THEMES: readonly Theme[] = ['light', 'dark'];
/** A day of the demo in ten seconds: its middle, where there is most to see, is reached after two minutes. */
const SPEED = 8640;
const SHOWN = /^When the campaign ends$/;

bringChromium();
const executablePath = findChromium();
if (executablePath === null) throw new Error('There is no Chromium here to take the pictures with.');

const folder = mkdtempSync(join(tmpdir(), 'overture-pictures-'));
const browser = await launchChromium(executablePath);
const system = await startOverture();
try {
  mkdirSync(PICTURES, { recursive: true });
  await takeSimulation(browser);
  await system.speedUp(SPEED);
  await reached(system, ({ by_status, replied }) => (by_status.finished ?? 0) >= 15 && replied >= 6);
  await system.speedUp(1);
  await takeConsole(browser, system);
  takeExplanation(await whomToExplain(system));
} finally {
  await browser.close();
  await system.dispose();
  rmSync(folder, { recursive: true, force: true });
}

async function takeSimulation(browser: Browser): Promise<void> {
  const report = join(folder, 'report.html');
  overture('simulate', 'sequences/founder-outreach.yaml', '--leads', '500', '--html', report);
  await take(browser, { name: 'simulation', height: 590 }, async (page) => {
    await page.goto(pathToFileURL(report).href);
    // The whole report is four screens long: its summary and one chart are enough to see what it tells.
    const others = page.locator('section').filter({ hasNot: page.getByRole('heading', { name: SHOWN }) });
    await others.evaluateAll((sections) => {
      for (const section of sections) section.remove();
    });
  });
}

async function takeConsole(browser: Browser, { api, run }: Overture): Promise<void> {
  const campaigns = await api<{ items: readonly { id: string; sequence: string }[] }>('GET', '/api/campaigns');
  const shown = campaigns.body.items.find(({ sequence }) => sequence === 'backend-engineers');
  await take(browser, { name: 'console', height: 640 }, async (page) => {
    const { body } = await api<{ token: string }>('POST', '/api/sign-in-tokens', {});
    const { url } = run().api;
    await page.goto(`${url}/console/?token=${body.token}`);
    await page.getByRole('main').waitFor();
    await page.goto(`${url}/console/campaigns/${shown?.id}`);
    // It stands beside the funnel as soon as that is known.
    await page.getByRole('heading', { name: 'Reply rate' }).waitFor();
  });
}

async function take(
  browser: Browser,
  { name, height }: { readonly name: string; readonly height: number },
  open: (page: Page) => Promise<void>,
): Promise<void> {
  for (const theme of THEMES) {
    const context = await browser.newContext({
      viewport: { width: 880, height },
      deviceScaleFactor: 1.2,
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await open(page);
    const taken = PNG.sync.read(await page.screenshot({ animations: 'disabled' }));
    // Flat areas and text, unlike photographs, are smaller without a filter: by a fifth.
    const smaller = PNG.sync.write(taken, { colorType: 2, filterType: 0, deflateStrategy: 0, deflateLevel: 9 });
    writeFileSync(join(PICTURES, `${name}-${theme}.png`), smaller);
    await context.close();
  }
}

interface Enrollment {
  readonly id: string;
  readonly node: string | null;
  readonly lead: { readonly first_name?: string; readonly last_name?: string };
}

/** Somebody who waits for the acceptance of an invitation: most has happened to them that can be told, and something is still to come. */
async function whomToExplain({ api }: Overture): Promise<string> {
  const { body } = await api<{ items: readonly Enrollment[] }>(
    'GET',
    '/api/enrollments?sequence=backend-engineers&status=active&limit=100',
  );
  const found = body.items.find(({ node }) => node?.endsWith('wait_for')) ?? body.items[0];
  if (found === undefined) throw new Error('Nobody is active in the demo any more.');
  return `${found.lead.first_name} ${found.lead.last_name}`;
}

function takeExplanation(name: string): void {
  const output = overture('explain', name);
  for (const theme of THEMES)
    writeFileSync(join(PICTURES, `explain-${theme}.svg`), terminalSvg(`npx overture explain "${name}"`, output, theme));
}

function overture(...words: readonly string[]): string {
  const ran = spawnSync(process.execPath, [BUILT_COMMAND, ...words], {
    cwd: PACKAGE_ROOT,
    env: { ...process.env, OVERTURE_HOME: system.home },
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`overture ${words.join(' ')} ended with ${ran.status}:\n${ran.stderr}`);
  return ran.stdout;
}

interface Stats {
  readonly by_status: Readonly<Record<string, number>>;
  readonly replied: number;
}

async function reached({ api }: Overture, enough: (stats: Stats) => boolean): Promise<void> {
  const seen = await waitUntil(async () => enough((await api<Stats>('GET', '/api/stats')).body), {
    timeout: 600_000,
    every: 500,
  });
  if (!seen) throw new Error('The demo did not reach its middle within ten minutes.');
}
