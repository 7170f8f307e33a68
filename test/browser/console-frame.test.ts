import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../api/users-fixtures.ts';
import { addAccount } from '../enroll/fixtures.ts';
import { chromium, consoleBench } from './console-bench.ts';
import { type Seeded, seedConsole } from './console-seed.ts';

describe.skipIf(chromium === null)('what is around every page of the console', () => {
  const bench = consoleBench();
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seedConsole(bench);
  });

  it('keeps one event stream for the tab, whatever pages one goes to', async () => {
    const { page } = await bench.open('/');
    const streams: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/events') streams.push(request.url());
    });
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    for (const title of ['Inbox', 'Campaigns', 'People', 'Accounts']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await page.waitForLoadState('load');
    expect(streams).toHaveLength(1);
    await page.context().close();
  });

  it('leaves a connection to every tab, however many are open: one that is out of sight has no stream, and catches up', async () => {
    const { page } = await bench.open(`/campaigns/${seeded.campaign_id}`);
    const live = (tab: Page) => tab.getByText('Live', { exact: true });
    await live(page).waitFor();
    // A browser opens six connections to a server by HTTP/1.1; the one in sight needs one more than its stream.
    for (let others = 0; others < 7; others++) {
      await putOutOfSight(page.context().pages().at(-1), true);
      const other = await page.context().newPage();
      await other.goto(`${bench.url}/console/campaigns`);
      await live(other).waitFor();
    }
    await bench.call('POST', `/api/campaigns/${seeded.campaign_id}/pause`, { note: 'out of sight' });
    await putOutOfSight(page.context().pages().at(-1), true);
    expect(await page.getByText('out of sight').count()).toBe(0);
    await putOutOfSight(page, false);
    await page.getByText('out of sight').first().waitFor();
    await bench.call('POST', `/api/campaigns/${seeded.campaign_id}/resume`, {});
    await page.context().close();
  });

  it("shows the times of a page in one zone, which it names: the reader's, or that of the schedule; hovering shows both", async () => {
    const { page } = await bench.open(`/people/${seeded.lead_id}`, { timezoneId: 'Asia/Tokyo' });
    const zone = page.getByRole('button', { name: /\((yours|the schedule's)\)$/ });
    await expect.poll(() => zone.textContent()).toBe('Asia/Tokyo (yours)');
    /** Reads what one time says, and what hovering over it: a line for each zone, that of the page first. */
    const texts = () =>
      page
        .getByRole('main')
        .locator('time')
        .first()
        .evaluate((element) => ({
          text: element.textContent ?? '',
          lines: (element.getAttribute('title') ?? '').split('\n'),
        }));
    const own = await texts();
    expect(own.lines[0]).toMatch(/ Asia\/Tokyo$/);
    expect(own.text).toContain(own.lines[0]?.replace(' Asia/Tokyo', ''));
    await zone.click();
    const [, schedule = ''] = /^(\S+) \(the schedule's\)$/.exec((await zone.textContent()) ?? '') ?? [];
    const other = await texts();
    expect(other.lines[0]).toBe(own.lines.find((line) => line.endsWith(` ${schedule}`)));
    expect(other.text).toContain(other.lines[0]?.replace(` ${schedule}`, ''));
    expect(other.lines[1]).toBe(own.lines[0]);
    expect(other.text).not.toBe(own.text);
    // It stays so.
    await page.reload();
    await page.getByRole('button', { name: `${schedule} (the schedule's)` }).waitFor();
    await page.context().close();
  });

  it('shows that it reads, then what went wrong and how to try again', async () => {
    const { page } = await bench.open('/people');
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const problem = { type: 'about:blank', title: 'Broken', status: 500, code: 'internal', detail: 'It broke.' };
    await page.route('**/api/campaigns?*', async (route) => {
      await asked;
      await route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('main').getByRole('status', { name: 'Reading' }).waitFor();
    answer();
    await page.getByRole('alert').filter({ hasText: 'The server could not do this' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Engineers in Lyon' }).waitFor();
    await page.context().close();
  });

  it('says on each page where nothing is yet what to do next', async () => {
    // Nothing belongs to the account.
    await addAccount(bench.db, 'acc_new', 'professional');
    const nobody = await addPerson(bench, 'operator', ['acc_new']);
    const { page, problems } = await bench.openAs(nobody, '/');
    for (const [path, says] of [
      ['/', 'Nothing waits for a decision.'],
      ['/tasks', 'Nothing waits for a decision.'],
      ['/campaigns', 'An editor starts one.'],
      ['/people', 'People come with a campaign, or one by one when they are enrolled.'],
    ] as const) {
      await page.goto(`${bench.url}/console${path}`);
      await page.getByText(says).first().waitFor();
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('does by ⌘K what the buttons of the open page do', async () => {
    const { page } = await bench.open(`/campaigns/${seeded.campaign_id}`);
    await page.getByRole('button', { name: 'Stop …', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or do' }).waitFor();
    await page.keyboard.type('Stop');
    await page.getByRole('dialog').getByText('Stop …', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Stop Engineers in Lyon?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.context().close();
  });

  describe('a number', () => {
    /** How many the link says, and how many the list has to which it leads. */
    async function countsOf(page: Page, link: Locator, table: string): Promise<readonly [number, number]> {
      const said = Number(((await link.textContent()) ?? '').replaceAll(',', ''));
      const href = await link.getAttribute('href');
      await page.goto(`${bench.url}${href}`);
      const rows = page.getByRole('table', { name: table });
      await rows.waitFor();
      return [said, Number(await rows.getAttribute('aria-rowcount')) - 1];
    }

    it('of the list of campaigns opens the people whom it counts', async () => {
      const { page } = await bench.open('/campaigns');
      const row = page.getByRole('row').filter({ hasText: 'Engineers in Lyon' });
      await row.waitFor();
      const links = row.getByTitle('Who they are');
      const many = await links.count();
      expect(many).toBeGreaterThan(0);
      for (let at = 0; at < many; at++) {
        await page.goto(`${bench.url}/console/campaigns`);
        await row.waitFor();
        const [said, listed] = await countsOf(page, links.nth(at), 'People');
        expect(listed).toBe(said);
      }
      await page.context().close();
    });

    it('of the list of accounts opens the people who wait for it', async () => {
      await bench.db.query(
        `update enrollments set status = 'active', node = 'visit', visit = 1, started_at = created_at, waiting_kind = 'slot',
                waiting_text = '80 of 80 visits', waiting_detail = '{"constraint": "day", "limit_class": "visit"}'
          where id in (select id from enrollments where status = 'queued' and senders ->> 'professional' = 'acc_anna' order by id limit 2)`,
      );
      const { page } = await bench.open('/accounts');
      const link = page.getByRole('row').getByTitle('Who they are').first();
      await link.waitFor();
      const [said, listed] = await countsOf(page, link, 'People');
      expect(said).toBe(2);
      expect(listed).toBe(2);
      await page.context().close();
    });

    it("of home opens today's people, the answers and the tasks that it counts", async () => {
      const { days } = (await bench.call('GET', '/api/accounts/acc_anna/capacity?days=1')).body;
      await bench.db.query(
        `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
         select account_id, limit_class, enrollment_id, 'today', 1, $1, $2, local_week, 'booked' from slots where state = 'booked' order by enrollment_id limit 1`,
        [new Date(bench.clock.now()), days[0].date],
      );
      const { page } = await bench.open('/');
      const answers = page.getByRole('region', { name: /^Answers/ });
      const waiting = Number(await answers.getByTitle('Who they are').textContent());
      expect(waiting).toBe(await answers.getByRole('listitem').count());
      await page.getByRole('link', { name: /^0 sent, 1 to go/ }).click();
      await page.getByRole('dialog').getByRole('link').first().waitFor();
      expect(await page.getByRole('dialog').getByRole('link').count()).toBe(1);
      await page.context().close();
    });
  });

  // The last one: nobody goes on after it.
  it('stops everything for an operator, although everything else is slow', async () => {
    const operator = await addPerson(bench, 'operator');
    const { page } = await bench.openAs(operator, '/tasks');
    await page.getByRole('button', { name: 'Stop everything …' }).waitFor();
    await page.route('**/api/**', async (route) => {
      const { pathname, search } = new URL(route.request().url());
      // All else is never answered.
      if (pathname === '/api/stop' && search === '') await route.continue();
    });
    await page.getByRole('button', { name: 'Stop everything …' }).click();
    await page.getByText('Counting whom it concerns …').waitFor();
    await page.getByRole('button', { name: 'Stop everything', exact: true }).click();
    await page.getByText('Everything was stopped.').waitFor();
    const { items } = (await bench.call('GET', '/api/holds')).body;
    expect(items).toContainEqual(expect.objectContaining({ scope: 'all', state: 'stopped' }));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });
});

/** As a browser says it of a tab behind another: those that a test drives are all in sight. */
async function putOutOfSight(page: Page | undefined, hidden: boolean): Promise<void> {
  await page?.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}
