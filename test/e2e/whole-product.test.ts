import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDovecot } from '../../src/app/demo/mail-server/find-dovecot.ts';
import { freePort } from '../../src/app/main/free-port.ts';
import { headerOf } from '../../src/shared/mail/reading/parsed-mail.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { mailsOf, tellWhatCame } from './support/demo-mailboxes.ts';
import { allEnrollments, contactedTwice, whatReachedThem } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { doMainJobs, WAITING, WAITING_CAMPAIGN } from './support/main-jobs.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const SILENT = 'sam.porter@quayside.example';
const chromium = findChromium();
const hasMail = (await findDovecot()).ok;

// One pass over everything that a user starts; what each part does in each case is asked at night, and by the tests of its room.
describe('the whole product, as npm start starts it', () => {
  let system: Overture;
  /** People of its demo, and those who come later. */
  let enrolled = 54;
  beforeAll(async () => {
    // The same port after a restart: links to unsubscribe are in mails by then.
    system = await startOverture({ env: { OVERTURE_PORT: String(await freePort(0)) } });
  });
  afterAll(() => system?.dispose());

  const signIn = async (browser: Browser, link: string) => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(link);
    await page.getByRole('main').waitFor();
    return { page, problems };
  };

  it('enrolls everybody of its demo', async () => {
    await expect.poll(async () => (await allEnrollments(system)).length).toBe(enrolled);
  });

  it.skipIf(chromium === null)(
    'shows its campaigns and people in a browser that the printed link signs in',
    async () => {
      const [link = ''] = /http\S+\?token=\S+/.exec(system.output()) ?? [];
      const browser = await launchChromium(chromium);
      try {
        const { page, problems } = await signIn(browser, link);
        const { url } = system.run().api;
        await page.goto(`${url}/console/campaigns`);
        await page.getByText('Demo: on-call load, by mail').first().waitFor();
        await page.goto(`${url}/console/people`);
        const names = (await allEnrollments(system)).flatMap(({ lead }) => lead?.first_name ?? []);
        const countShown = async (): Promise<number> => {
          const text = await page.getByRole('main').innerText();
          return names.filter((name) => text.includes(name)).length;
        };
        await expect.poll(countShown).toBeGreaterThan(10);
        expect(problems).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );

  it.skipIf(chromium === null)('does what a recruiter does all day, by keys alone and by mouse', async () => {
    expect(await system.api('POST', '/api/sequences', WAITING)).toMatchObject({ status: 201 });
    const { body } = await system.api<{ token: string }>('POST', '/api/sign-in-tokens', {});
    const browser = await launchChromium(chromium);
    try {
      const { page, problems } = await signIn(browser, `${system.run().api.url}/console/?token=${body.token}`);
      for (const hand of ['keys', 'mouse'] as const) enrolled += await doMainJobs(page, hand);
      expect(problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('goes on after a kill -9 of everything at work, Postgres and Temporal too', async () => {
    let cut: Promise<void> | undefined;
    const onWork = (): void => {
      cut = system.killEverything({ servers: true });
    };
    await jumpUntil(system, async () => cut !== undefined, { onWork });
    await cut;
    await system.restart();
    expect(await allEnrollments(system)).toHaveLength(enrolled);
  });

  it.skipIf(!hasMail)(
    'carries a sequence to a mail that a real server delivers, with a way to unsubscribe',
    async () => {
      await jumpUntil(system, async () => {
        await tellWhatCame(system);
        return (await mailsOf(system, SILENT)).length > 0;
      });
      const [mail] = await mailsOf(system, SILENT);
      expect(mail?.from?.email).toMatch(/@mail\.acme\.example$/);
      expect(headerOf(mail ?? { headers: [] }, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    },
  );

  it('brings people to their ends, and contacts nobody twice', async () => {
    const finished = async (): Promise<number> =>
      (await allEnrollments(system)).filter(({ status }) => status === 'finished').length;
    await jumpUntil(system, async () => (await finished()) > 5);
    const { body } = await system.api<{ items: { id: string; name: string }[] }>('GET', '/api/campaigns?limit=100');
    const invented = body.items.filter(({ name }) => name.startsWith(WAITING_CAMPAIGN)).map(({ id }) => id);
    const people = await whatReachedThem(system, { without: invented });
    expect(contactedTwice(people)).toEqual([]);
    expect(people.filter(({ received }) => received.length > 0).length).toBeGreaterThan(5);
    if (!hasMail) return;
    for (const address of people.flatMap(({ enrollment }) => enrollment.lead?.email ?? [])) {
      const subjects = (await mailsOf(system, address)).map(({ subject, text }) => `${subject} ${text}`);
      expect(new Set(subjects).size, address).toBe(subjects.length);
    }
  });
});
