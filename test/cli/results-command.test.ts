import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { addPlayedCampaign, type Played } from '../api/played-campaign.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { runInProcess } from '../support/overture-command.ts';
import { PLAYED } from '../support/write-played-campaign.ts';
import { reachedByCommands } from './fixtures.ts';

let api: ApiBench;
let played: Played;
const folder = mkdtempSync(join(tmpdir(), 'overture-results-'));

beforeAll(async () => {
  api = await openApi();
  played = await addPlayedCampaign(api, { people: 120 });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});
const reach = reachedByCommands(() => api);

describe('overture results', () => {
  it('prints the funnel, the groups and the times, by the name of the campaign', async () => {
    const { code, out } = await runInProcess(folder, 'results', 'Spring', '--by', 'vars.company_size');
    expect(code).toBe(0);
    expect(out).toContain('120 enrolled, 110 contacted, 50 accepted, 30 replied, 0 of them positively, 111 finished');
    expect(out).toContain('27.3 % (between 19.8 % and 36.3 %), of 110 people whose days are over');
    expect(out).toMatch(/VARS\.COMPANY_SIZE +ENROLLED/);
    expect(out).toMatch(/accepted +Message +50 +1 +1 +1/);
  });

  it('lists the people of a filter and writes them to a file: the same people', async () => {
    const filter = ['--answered', (await funnel())[2] ?? ''];
    const { out } = await runInProcess(folder, 'results', 'Spring', '--people', ...filter, '--json');
    const { items } = JSON.parse(out);
    expect(items).toHaveLength(20);
    const listed = await runInProcess(folder, 'results', 'Spring', '--people', ...filter);
    expect(listed.out).toContain(played.enrollment(4));
    await runInProcess(folder, 'results', 'Spring', ...filter, '--csv', 'people.csv');
    const rows = readFileSync(join(folder, 'people.csv'), 'utf8').trim().split('\n');
    expect(rows).toHaveLength(21);
  });

  it('lists the people of an arm, counted as the experiments count them', async () => {
    const { body } = await api.call('GET', `/api/sequences/played/experiments?campaign_id=${played.id}`);
    const [{ node, arms }] = body.splits;
    const filter = ['--split', node, '--arm', 'short', '--replied', 'true'];
    const { out } = await runInProcess(folder, 'results', 'Spring', '--people', ...filter, '--json');
    expect(JSON.parse(out).items).toHaveLength(arms[1].replied);
  });

  it('says which filter is wrong, and writes no file', async () => {
    const { code, err } = await runInProcess(folder, 'results', 'Spring', '--result', 'good', '--csv', 'none.csv');
    expect([code, err]).toEqual([2, expect.stringContaining('result')]);
    expect(existsSync(join(folder, 'none.csv'))).toBe(false);
  });

  const funnel = async (): Promise<string[]> =>
    (await api.call('GET', `/api/campaigns/${played.id}/results`)).body.funnel.map(
      ({ step }: { step: string }) => step,
    );
});

const chromium = findChromium();

describe('overture report campaign', () => {
  let file: string;
  beforeAll(async () => {
    reach();
    await runInProcess(folder, 'report', 'campaign', 'Spring', '--out', 'report.html');
    file = join(folder, 'report.html');
  });

  it('is one page without script, which loads nothing and names nobody', () => {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/<script|<link|<img|src=|url\(|@import|\bon\w+=/i);
    // The sign of an SVG is the name of its language, and nothing is loaded by it.
    expect(text.replaceAll(/xmlns(:\w+)?="[^"]*"/g, '')).not.toMatch(/https?:/);
    expect(text).not.toContain('Ada');
    // Nine of them wait still.
    expect(text).not.toContain('Everybody has come to an end');
    for (const heading of ['Step by step', 'Week by week', 'Arms of Split', 'Accounts', 'From step to step'])
      expect(text).toContain(`<h2>${heading}</h2>`);
    // Every chart has its table, unfolded.
    const charts = text.split('<section>').filter((part) => part.includes('<svg'));
    expect(charts).toHaveLength(4);
    for (const part of charts) expect(part).toMatch(/<details open>.*<table>/s);
  });

  it('says how a split with optimize divides people, and what has come of each arm', async () => {
    const yaml = PLAYED.yaml.replace(
      /split:[^-]*- invite/,
      'split: { optimize: replied, arms: { long: [visit], short: [visit] } }\n  - invite',
    );
    expect((await api.call('POST', '/api/sequences', yaml)).status).toBe(201);
    await api.db.query(
      `insert into experiments (sequence, node, metric, arms, tallies, look_at)
       values ('played', '1-split', 'replied', array['long', 'short'], $1, 100)`,
      [JSON.stringify({ long: { judged: 40, successes: 2 }, short: { judged: 40, successes: 16 } })],
    );
    await runInProcess(folder, 'report', 'campaign', 'Spring', '--out', 'optimized.html');
    const text = readFileSync(join(folder, 'optimized.html'), 'utf8');
    const [shares = ''] = text.split('<section>').filter((part) => part.includes('<h2>Shares at Split</h2>'));
    expect(shares).toContain(
      'Not decided: of new people 10 % to long, 90 % to short by what the arms have brought; each gets at least 10 % until one is proven better.',
    );
    expect(text).toContain('<h2>Arms of Split</h2>');
  });

  it.runIf(chromium !== null).each([
    ['light', 900],
    ['dark', 900],
    ['light', 380],
  ] as const)('shows charts and tables within the page: %s, %i wide', async (colorScheme, width) => {
    await inBrowser({ colorScheme, viewport: { width, height: 900 } }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`file://${file}`);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      expect(beyond).toBe(0);
      expect(await page.locator('svg:visible').count()).toBe(4);
      expect(asked).toEqual([`file://${file}`]);
      await keepPicture(page, `${colorScheme}-${width}`);
    });
  });

  it.runIf(chromium !== null)('prints every table whole, in grey', async () => {
    await inBrowser({}, async (page) => {
      await page.goto(`file://${file}`);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.locator('table:visible').count()).toBeGreaterThanOrEqual(6);
      const colors = await page.evaluate(`(() => {
        const all = [...document.querySelectorAll('body, section, svg [fill], svg [stroke]')].filter((one) => one.checkVisibility());
        return [...new Set(all.flatMap((one) => { const of = getComputedStyle(one); return [of.color, of.backgroundColor, of.fill, of.stroke]; }))];
      })()`);
      const isGrey = (color: string) => {
        if (color === 'none') return true;
        const [red, green, blue] = (/^rgba?\((\d+), (\d+), (\d+)/.exec(color) ?? []).slice(1);
        // As good as grey: the library of the charts has a bluish one of its own.
        const parts = [red, green, blue].map(Number);
        return Math.max(...parts) - Math.min(...parts) < 10;
      };
      expect((colors as string[]).filter((color) => !isGrey(color))).toEqual([]);
      expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
      await keepPicture(page, 'print');
    });
  });
});

async function inBrowser(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchChromium(chromium);
  try {
    const context = await browser.newContext(options);
    await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** For who wants to look: `REPORT_PICTURES` names the folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const { REPORT_PICTURES: pictures } = process.env;
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
