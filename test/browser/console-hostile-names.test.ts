import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { closeBidi } from '../../src/shared/kit/close-bidi.ts';
import { PLAYED } from '../support/write-played-campaign.ts';
import { chromium, consoleBench } from './console-bench.ts';
import { HOSTILE_NAMES, type Hostile, seedHostile } from './hostile-seed.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Every page and every part of one. */
const pagesOf = ({ campaign_id, ...of }: Hostile): readonly string[] => [
  ...['/', '/inbox', `/inbox?id=${of.conversation_id}`, `/inbox?id=${of.doubtful_id}`, '/inbox/unmatched', '/tasks'],
  ...[`/campaigns/${campaign_id}`, `/campaigns/${PLAYED.campaign_id}`].flatMap((campaign) =>
    ['overview', 'people', 'graph', 'arms', 'forecast', 'calendar', 'source'].map((view) => `${campaign}?view=${view}`),
  ),
  ...[`/campaigns/${PLAYED.campaign_id}?by=company`, '/campaigns', '/new-campaign?sequence=hostile'],
  `/compare-campaigns?one=${campaign_id}&other=${PLAYED.campaign_id}`,
  ...['/sequences', '/sequences/hostile', '/sequences/hostile?view=graph', '/new-sequence'],
  ...['/accounts', '/accounts?view=calendar', '/accounts/acc_anna', '/accounts/acc_mail'],
  ...['/people', `/people/${of.lead_id}`, `/enrollments/${of.enrollment_id}`],
  ...SETTINGS.map((part) => `/settings?part=${part}`),
  ...[`/settings?part=webhooks&id=${of.webhook_id}`],
];

const source = (file: string): string => readFileSync(join(PACKAGE_ROOT, 'src/app/console', file), 'utf8');
const SETTINGS = [...source('settings/settings-parts.ts').matchAll(/part: '([a-z-]+)'/g)].map(([, part = '']) => part);

describe.skipIf(chromium === null)('names that others have chosen, in the console', () => {
  const bench = consoleBench();
  let hostile: Hostile;
  beforeAll(async () => {
    hostile = await seedHostile(bench);
  });

  const visit = async (page: Page, path: string) => {
    await page.goto(`${bench.url}/console${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-label=Reading]') === null);
  };

  it('are on every page of it', () => {
    const visited = new Set(pagesOf(hostile).map((path) => path.replace(/\?.*/, '')));
    for (const [, route = ''] of source('router.ts').matchAll(/^ +path: '([^']+)'/gm)) {
      const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`);
      expect(
        [...visited].some((path) => pattern.test(path)),
        route,
      ).toBe(true);
    }
    expect(SETTINGS.length).toBeGreaterThan(8);
  });

  it('do nothing, widen no page, and turn no text around beside them, at a desk and on a phone; each page names its zone', async () => {
    const { page, problems } = await bench.open('/');
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => problems.push(`asked: ${dialog.message()}`)));
    const found: string[] = [];
    let shown = '';
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      for (const path of pagesOf(hostile)) {
        await visit(page, path);
        const at = `${path} (${size.width} px)`;
        const looked = await page.evaluate(lookAtPage);
        shown += looked.texts.join('\n');
        if (looked.wider > 0) found.push(`${at}: ${looked.wider} px wider than the screen: ${looked.widest}`);
        if (looked.executed || looked.foreign > 0) found.push(`${at}: ${looked.foreign} elements that are not ours`);
        for (const text of looked.texts)
          if (closeBidi(text) !== text) found.push(`${at}: turns around: ${JSON.stringify(text).slice(0, 200)}`);
        for (const text of looked.mixed) found.push(`${at}: stands in one line with ours: ${text}`);
        if (!looked.zone) found.push(`${at}: names no zone`);
      }
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    for (const name of [HOSTILE_NAMES['a script'], HOSTILE_NAMES['a template']]) expect(shown).toContain(name);
    await page.context().close();
  });

  it('are said again as they are, where something is asked for by them', async () => {
    const { page, problems } = await bench.open(`/campaigns/${PLAYED.campaign_id}?by=company`);
    await page
      .getByRole('row', { name: /gnp\.exe/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('table', { name: 'People' }).getByRole('link').first().waitFor();

    await page.goto(`${bench.url}/console/new-campaign?sequence=hostile`);
    await page.getByLabel('Name', { exact: true }).fill('Of a file');
    await page.getByRole('radio', { name: 'A file' }).check();
    const buffer = Buffer.from('Who \u202E,LinkedIn URL\nAda,https://professional.example/in/of-a-file\n');
    await page.getByLabel('CSV file').setInputFiles({ name: 'people\u202Exslx.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel(/^What Who .* becomes$/).selectOption('first_name');
    await page.getByRole('button', { name: 'See what will happen' }).click();
    await page.getByText(/^1 person enters hostile/).waitFor();
    const { texts } = await page.evaluate(lookAtPage);
    expect(texts.filter((text) => closeBidi(text) !== text)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** In the browser: what is wrong with the page that it shows. */
function lookAtPage() {
  const texts: string[] = [document.title];
  const mixed: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isolating = new Set(['isolate', 'isolate-override', 'plaintext']);
  const rootOf = (element: Element): Element => {
    const { display, unicodeBidi } = getComputedStyle(element);
    const parent = element.parentElement;
    return display !== 'inline' || isolating.has(unicodeBidi) || parent === null ? element : rootOf(parent);
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    texts.push(text);
    const parent = node.parentElement;
    if (parent === null || !/[\u0590-\u07FF\u202E]/.test(text)) continue;
    const root = rootOf(parent);
    const whole = root.textContent ?? '';
    const behind = whole.slice(whole.lastIndexOf(text) + text.length);
    // What stands behind letters of the right in one line is drawn to their left.
    if (/[\p{L}\p{N}]/u.test(behind) && !/^\p{Bidi_Control}/u.test(behind))
      mixed.push(`<${root.tagName.toLowerCase()} class="${root.className}"> ${JSON.stringify(whole.slice(0, 120))}`);
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
    for (const name of ['title', 'aria-label', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  }
  const wider = document.documentElement.scrollWidth - innerWidth;
  const widest = [...document.querySelectorAll('main *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .slice(0, 3)
    .map((element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')}">`)
    .join(', ');
  return {
    ...{ texts, mixed, wider, widest },
    executed: 'hostile' in globalThis,
    foreign: document.querySelectorAll('main img:not(.cm-widgetBuffer), main script, a[href^="javascript:"]').length,
    zone: [...document.querySelectorAll('body *')].some(
      (element) =>
        /\((yours|the schedule's)\)$/.test(element.textContent ?? '') &&
        element.getClientRects().length > 0 &&
        element.children.length < 2,
    ),
  };
}
