import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ACTIONS } from '../../../src/v2/contract/actions.ts';
import { MANAGEMENT } from '../../../src/v2/contract/endpoints.ts';
import { findChromium } from '../../support/find-chromium.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('the documents of the service', () => {
  it('hands out its OpenAPI document without a key, with its own address', async () => {
    const answer = await fetch(`${sandbox.url}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = await answer.json();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: sandbox.url }] });
    const yaml = await fetch(`${sandbox.url}/openapi.yaml`);
    expect(parse(await yaml.text())).toEqual(document);
  });

  it('hands out a page that runs nothing and loads nothing, with every action and endpoint', async () => {
    const answer = await fetch(`${sandbox.url}/docs`);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const page = await answer.text();
    expect(page).not.toMatch(/<script|<img|<link|\son\w+=|style="/i);
    for (const { category, action } of ACTIONS) expect(page).toContain(`<h3 id="${category}-${action}">`);
    for (const { action } of Object.values(MANAGEMENT)) expect(page).toContain(`<h3 id="${action}">`);
  });
});

const executablePath = findChromium();
describe.skipIf(executablePath === null)(
  `the docs page in a browser${executablePath ? '' : ' (skipped: no Chromium)'}`,
  () => {
    it.each([
      ['a phone', 375],
      ['a desk', 1280],
    ])('fits %s, wears its style and leads to every anchor', async (_name, width) => {
      const browser = await launchChromium(executablePath);
      try {
        const page = await browser.newPage({ viewport: { width, height: 800 } });
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        await page.goto(`${sandbox.url}/docs`);
        const seen = await page.evaluate(() => {
          const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
          return {
            wide: document.documentElement.scrollWidth > window.innerWidth,
            dead: links.map((link) => link.hash.slice(1)).filter((id) => !document.getElementById(id)),
            styled: getComputedStyle(document.body).margin === '0px',
          };
        });
        expect(seen).toEqual({ wide: false, dead: [], styled: true });
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  },
);
