import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { fillConversations } from './conversations.ts';
import { LONGEST_TASK, longTasksOf, sayTasks, watchTasks } from './long-tasks.ts';
import { get, post } from './post.ts';
import type { Bound } from './ratio.ts';
import { type BenchSystem, untilCount } from './with-system.ts';

/** People in the inbox at the beginning; one in ten of their conversations is open. */
const KNOWN = 20_000;
const ANSWERS = 60;
/** Wall milliseconds between two of them: 36,000 an hour, where a thousand are asked for, so that a minute shows what an hour would. */
const EVERY = 100;
const TEXT = 'Thank you for your answer. Tuesday suits me well; shall we say ten? ';
const ARRIVES = 'An answer that arrives';
const nameOf = (n: number): string => `Arriving ${n}.`;
/** Milliseconds until the last of them has to be on the screen. */
const PATIENCE = 60_000;
const SEQUENCE = `sequence: arriving
steps:
  - wait: 30 days
  - end: no_answer
`;

/** How fluid the inbox is while answers arrive: somebody scrolls a long list of conversations and writes an answer meanwhile. */
export async function measureInbox(page: Page, bench: BenchSystem, report: (line: string) => void): Promise<Bound[]> {
  const arrive = await knowPeople(bench);
  await fill(bench);
  await page.goto(`${bench.api.url}/console/inbox`);
  const rows = page.locator('[data-row]');
  await rows.nth(3).click();
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.waitFor();
  await page.mouse.move(200, 500);
  await watchTasks(page);

  let over = false;
  const scroll = async (): Promise<number> => {
    let most = 0;
    for (let turn = 0; !over; turn++) {
      await page.mouse.wheel(0, turn % 80 < 60 ? 500 : -1500);
      most = Math.max(most, await rows.count());
    }
    return most;
  };
  const write = async (): Promise<string> => {
    let written = '';
    while (!over) {
      await answer.pressSequentially(TEXT, { delay: 40 });
      written += TEXT;
    }
    return written;
  };
  // Scrolling comes by the newest conversation again and again.
  const last = rows.filter({ hasText: nameOf(ANSWERS - 1) }).filter({ hasText: ARRIVES });
  const arriving = arrive()
    .then(() => last.waitFor({ timeout: PATIENCE }))
    .finally(() => {
      over = true;
    });
  const [, mounted, written] = await Promise.all([arriving, scroll(), write()]);
  const kept = await answer.inputValue();
  const tasks = await longTasksOf(page);
  report(`inbox: ${ANSWERS} answers while ${written.length} keys were pressed; ${sayTasks(tasks)}`);
  return [
    {
      what: `inbox, ${ANSWERS} answers arrive: longest task`,
      unit: 'ms',
      measured: Math.max(0, ...tasks),
      aim: LONGEST_TASK,
    },
    { what: 'inbox, the same: keys that were lost', unit: 'keys', measured: written.length - kept.length, aim: 0 },
    { what: 'inbox, the same: rows mounted at most', unit: 'rows', measured: mounted, aim: 100 },
  ];
}

/** People who wait in a sequence; what this gives lets each of them write, and ends when all of it is in the inbox. */
async function knowPeople({ v2, api, engine }: BenchSystem): Promise<() => Promise<void>> {
  const { items } = (await get(api, '/api/accounts')) as {
    items: { readonly id: string; readonly platform: string }[];
  };
  const account_id = items.find(({ platform }) => platform === 'professional')?.id;
  await post(api, '/api/sequences', SEQUENCE);
  const people: string[] = [];
  for (let n = 0; n < ANSWERS; n++) {
    type Person = { readonly profile_url: string; readonly public_identifier: string };
    const { profile_url, public_identifier } = await post<Person>(v2, '/sandbox/people', {
      first_name: nameOf(n),
    });
    await post(api, '/api/enrollments', { sequence: 'arriving', lead: { profile_url, first_name: nameOf(n) } });
    people.push(public_identifier);
  }
  return async () => {
    for (const person of people) {
      await post(v2, `/sandbox/people/${person}/act`, { account_id, do: 'reply', channel: 'classic', text: ARRIVES });
      await sleep(EVERY);
    }
    await untilCount(engine, `select count(*)::int as n from conversations where last_text = '${ARRIVES}'`, ANSWERS);
  };
}

/** A list to scroll through. */
async function fill({ url }: BenchSystem): Promise<void> {
  const db = openDatabase(url('overture'), { max: 1 });
  try {
    await fillConversations(db, KNOWN);
    await db.query('alter table leads enable trigger user');
  } finally {
    await db.close();
  }
}
