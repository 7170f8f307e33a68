import { spawnSync } from 'node:child_process';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import type { ApiDeps } from '../../src/app/api/context.ts';
import { createApi } from '../../src/app/api/create-api.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { type ApiBench, openApi, SECRET_KEY } from '../api/fixtures.ts';
import type { Person } from '../api/users-fixtures.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';

/** A console of this source over a real API. */
export interface ConsoleBench extends ApiBench {
  readonly url: string;
  readonly browser: Browser;
  /** A page of a fresh browser that is signed in. */
  open(path: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  /** The same of this user. */
  openAs(user: Person, path: string, options?: BrowserContextOptions): Promise<ConsolePage>;
  /** Ends the server; what it gives starts another one in its place. */
  pause(): Promise<(port: number) => Promise<void>>;
}

export interface ConsolePage {
  readonly page: Page;
  /** Errors and warnings of its scripts, refusals of its policy, requests that led elsewhere. */
  readonly problems: string[];
}

export const chromium = findChromium();
if (chromium === null) process.stderr.write('No Chromium here, so the tests of the console are skipped.\n');

/** Does nothing where nothing has changed. */
function buildConsole(): void {
  const { status, stderr } = spawnSync(process.execPath, ['build-console.mjs'], {
    cwd: PACKAGE_ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** As the V2 service gives it, whose own page test/browser/connection-pages.test.ts opens. */
const connectLink = async () => ({
  kind: 'success' as const,
  data: { url: 'https://v2.example/connect/lnk_1', expires_at: '2030-01-01T00:00:00.000Z' },
});

/** The examination of a machine on which one thing is wrong; test/api/environment.test.ts has doctor say it. */
const examine = async () => ({
  ok: false,
  findings: [
    { name: 'Postgres', ok: true, text: 'answers: 18.1; 97 connections' },
    {
      name: 'Temporal',
      ok: false,
      text: 'nobody listens at 127.0.0.1:7233',
      fix: 'Start it, or set TEMPORAL_ADDRESS.',
    },
  ],
  variables: [
    { name: 'OVERTURE_PORT', value: '4400', source: 'default' as const, about: 'of the API and its pages' },
    { name: 'DATABASE_URL', value: '(set, hidden)', source: 'environment' as const, about: "the engine's Postgres" },
  ],
});

export async function openConsole(more: Partial<ApiDeps> = {}): Promise<ConsoleBench> {
  buildConsole();
  const [bench, browser] = await Promise.all([openApi({ connectLink, examine, ...more }), launchChromium(chromium)]);
  let restarted: ReturnType<typeof createApi> | undefined;
  const url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
  const openPage = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options });
    const page = await context.newPage();
    return { page, problems: watch(page, url) };
  };
  return {
    ...bench,
    ...{ url, browser },
    async open(path, options = {}) {
      const { page, problems } = await openPage(options);
      await page.goto(`${url}/console/?token=${createSignInToken(SECRET_KEY)}`);
      await page.getByRole('main').waitFor();
      if (path !== '/') await page.goto(`${url}/console${path}`);
      return { page, problems };
    },
    async openAs({ cookie }, path, options = {}) {
      const opened = await openPage(options);
      const [name = '', value = ''] = cookie.split('=');
      await opened.page.context().addCookies([{ name, value, url }]);
      await opened.page.goto(`${url}/console${path}`);
      await opened.page.getByRole('main').waitFor();
      return opened;
    },
    async pause() {
      await bench.app.close();
      return async (port) => {
        restarted = createApi(bench.deps);
        await restarted.listen({ port, host: '127.0.0.1' });
      };
    },
    async close() {
      await browser.close();
      await restarted?.close();
      await bench.close();
    },
  };
}

/** One for all tests of a `describe`: its parts are there from the first `beforeAll` on. */
export function consoleBench(): ConsoleBench {
  const bench = {} as ConsoleBench;
  let opened: ConsoleBench | undefined;
  beforeAll(async () => {
    opened = await openConsole();
    Object.assign(bench, opened);
  });
  afterAll(() => opened?.close());
  return bench;
}

/** As somebody who writes it in the console. */
export async function publishSequence({ call }: ConsoleBench, text: string, based_on = 0): Promise<void> {
  const { status, body } = await call('POST', `/api/sequences?kept_by=console&based_on=${based_on}`, text);
  if (status !== 201) throw new Error(JSON.stringify(body));
}

function watch(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) problems.push(`asked ${request.url()}`);
  });
  return problems;
}

/**
 * Lists what axe finds on a page that is light, and light again afterwards, each with where it is. When it is dark, only its
 * colors are others.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  // Not as a script of the page, which its policy would refuse.
  await page.evaluate(axe.source);
  const light = await askAxe(page, {});
  await changeLook(page, 'dark');
  const dark = await askAxe(page, { runOnly: ['color-contrast'] });
  await changeLook(page, 'light');
  return [...light, ...dark.map((each) => `when it is dark, ${each}`)];
}

async function changeLook(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
}

const askAxe = (page: Page, options: { readonly runOnly?: readonly string[] }): Promise<string[]> =>
  page.evaluate(async (asked) => {
    const found: {
      run(
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    } = Reflect.get(globalThis, 'axe');
    const { violations } = await found.run(asked);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll('\n', ' ')}`),
    );
  }, options);
