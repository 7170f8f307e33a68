import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { follow } from '../conversations/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { chromium, consoleBench } from './console-bench.ts';

const SEQUENCE = `sequence: bursts
steps:
  - wait: 30 days
  - end: done
`;
/** More than a page of the list. */
const KNOWN = 150;
/** The element that scrolls. */
const LIST = 'div:has(> div > [data-row])';
const MOUNTED_AT_MOST = 100;
const profileOf = (at: number): string => `https://professional.example/in/burst-${at}`;

describe.skipIf(chromium === null)('an inbox to which many write at once', () => {
  const bench = consoleBench();
  let people = 0;
  beforeAll(async () => {
    expect((await bench.call('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    await newPeopleWrite(KNOWN);
  });

  async function newPeopleWrite(count: number): Promise<void> {
    const all = Array.from({ length: count }, (_, at) => people + at);
    people += count;
    const leads = all.map((at) => ({ first_name: `Burst ${at}`, profile_url: profileOf(at) }));
    expect((await bench.call('POST', '/api/enrollments/batch', { sequence: 'bursts', leads })).status).toBe(200);
    await write(all, 'First words');
  }
  async function write(who: readonly number[], words: string): Promise<void> {
    const events = who.map((at) => message(profileOf(at), { message_text: `${words} of ${at}` }));
    // As many as are matched at once.
    for (let from = 0; from < events.length; from += 50) await happens(bench, ...events.slice(from, from + 50));
    await follow(bench);
  }
  async function listed(): Promise<string[]> {
    const path = '/api/conversations?state=open&waiting_for=us&limit=1000';
    return (await bench.call('GET', path)).body.items.map(textOf);
  }
  const textOf = (one: { readonly lead: { readonly first_name: string }; readonly last_message: { text: string } }) =>
    `${one.lead.first_name}: ${one.last_message.text}`;

  it('keeps what is read and what is half written where they are, and shows all in their order', async () => {
    const { page, problems } = await bench.open('/inbox');
    const list = page.getByRole('region', { name: 'Conversations' });
    const rows = list.locator('[data-row] a');
    const scroller = list.locator(LIST);
    await rows.first().waitFor();
    // All pages of it are there, and its middle is read.
    await expect
      .poll(() => scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight)).then(() => lengthOf(page)))
      .toBe(people);
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await rows.nth(10).click();
    const opened = list.locator('[data-row] [aria-current]');
    const name = (await opened.innerText()).split('\n')[0];
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.waitFor();
    const place = async () => Math.round((await opened.boundingBox())?.y ?? Number.NaN);
    const begun = await place();

    let text = '';
    for (const [burst, words] of ['Dear friend, ', 'thank you ', 'for your answer.'].entries()) {
      // New people, some who had written long ago, and some who had written lately: above what is read and below.
      const wrote = Promise.all([newPeopleWrite(12), write([1, 3, 5, 140, 142, 144], `Burst ${burst}`)]);
      text += words;
      await answer.pressSequentially(words);
      await wrote;
      await expect.poll(() => lengthOf(page)).toBe(people);
      await expect.poll(place).toBe(begun);
      expect(await rows.count()).toBeLessThanOrEqual(MOUNTED_AT_MOST);
      expect(await answer.inputValue()).toBe(text);
      expect(await answer.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    // The one who is answered writes as well: the text stays, and what they wrote is there.
    await write([Number(/\d+/.exec(name ?? '')?.[0])], 'One thing more');
    await page.getByRole('list', { name: 'Messages' }).getByText('One thing more').waitFor();
    expect(await answer.inputValue()).toBe(text);

    await expect.poll(() => readThrough(page)).toEqual(await listed());
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** How many conversations the list has, mounted or not. */
  const lengthOf = (page: Page): Promise<number> =>
    page.locator(`${LIST} > div`).evaluate((element) => element.clientHeight / 64);

  /** Collects what somebody sees who scrolls from the top to the end. */
  async function readThrough(page: Page): Promise<string[]> {
    const seen = new Map<number, string>();
    const scroller = page.locator(LIST);
    const end = await scroller.evaluate((element) => element.scrollHeight);
    for (let top = 0; top < end; top += 320) {
      await scroller.evaluate((element, to) => element.scrollTo(0, to), top);
      const mounted = await scroller.evaluate(async (element) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return [...element.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
          at: Number(row.dataset.row),
          text: [...row.querySelectorAll('a > span')].map((part) => part.textContent ?? ''),
        }));
      });
      for (const { at, text } of mounted) seen.set(at, `${text[0]}: ${text.at(-1)}`);
    }
    return [...seen].sort(([one], [other]) => one - other).map(([, text]) => text);
  }
});
