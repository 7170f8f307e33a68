import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignInToken } from '../../src/app/api/auth/sign-in.ts';
import { type ApiBench, openApi, SECRET_KEY } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';

const executablePath = findChromium();
if (executablePath === null)
  process.stderr.write('No Chromium here, so the test of the client in a page is skipped.\n');

const PAGE = `
  import { createClient } from './src/app/api-client/create-client.ts';
  globalThis.tryClient = async () => {
    const client = createClient({ base_url: location.origin });
    const { id } = await client.createEnrollment({
      body: { sequence: 'hello', lead: { first_name: 'Ada', profile_url: 'https://professional.example/in/ada' } },
    });
    const ids = [];
    for await (const one of client.each('listEnrollments', { query: { limit: 1 } })) ids.push(one.id);
    const refused = await client.getTask({ params: { id: 'none' } }).catch((error) => error.code);
    let heard = null;
    for await (const event of client.events({ last_event_id: '0' })) {
      if (event.type === 'enrollment.started') { heard = event.data.enrollment_id; break; }
    }
    return { id, ids, refused, heard };
  };
`;

describe.skipIf(executablePath === null)('the client in Chromium', () => {
  let bench: ApiBench;
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    bench = await openApi();
    await addSequence(bench.db, 'hello');
    url = await bench.app.listen({ port: 0, host: '127.0.0.1' });
    await bench.call('POST', '/api/enrollments', { sequence: 'hello', lead: ada() });
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await bench.close();
  });

  it('enrolls, reads a list, a problem and the stream with nothing but the session of the page', async () => {
    const { outputFiles } = await build({
      stdin: { contents: PAGE, resolveDir: process.cwd(), loader: 'ts' },
      ...{ bundle: true, write: false, format: 'iife', platform: 'browser', logLevel: 'error' },
    });
    // The page itself runs no script of others.
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await page.goto(`${url}/console/?token=${createSignInToken(SECRET_KEY)}`);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const { id, ids, refused, heard } = await page.evaluate(() => Reflect.get(globalThis, 'tryClient')());
    expect(ids).toHaveLength(2);
    expect(ids).toContain(id);
    expect(refused).toBe('unknown_task');
    expect(ids).toContain(heard);
  });
});
