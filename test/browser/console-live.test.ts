import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { addFormerOwner, addPerson, PASSWORD } from '../api/users-fixtures.ts';
import { follow } from '../conversations/fixtures.ts';
import { checkAll, eraseAll, erasingOf } from '../erasure/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { FULL_DISK } from '../support/full-disk-answer.ts';
import { chromium, consoleBench, violationsOf } from './console-bench.ts';
import { mailInDoubt, type Seeded, seedConsole } from './console-seed.ts';

describe.skipIf(chromium === null)('an open console', () => {
  const bench = consoleBench();
  let seeded: Seeded;
  beforeAll(async () => {
    seeded = await seedConsole(bench);
  });

  /** People of these names have answered; the ids of their conversations. */
  async function answeredBy(names: readonly string[]): Promise<string[]> {
    const leads = names.map((name) => {
      const [first_name, last_name] = name.split(' ');
      const slug = name.toLowerCase().replace(' ', '-');
      return { first_name, last_name, profile_url: `https://professional.example/in/${slug}` };
    });
    await bench.call('POST', '/api/enrollments/batch', { sequence: 'console', leads });
    for (const { profile_url } of leads) await happens(bench, message(profile_url, { message_text: 'Tell me' }));
    await follow(bench);
    const found = await Promise.all(names.map((name) => bench.call('GET', `/api/conversations?q=${name}`)));
    return found.map(({ body }) => body.items[0].id);
  }

  it('shows to each what they may, signed in by name and password, and nothing of the buttons to a viewer', async () => {
    await addPerson(bench, 'owner');
    const viewer = await addFormerOwner(bench, 'viewer');
    const page = await (await bench.browser.newContext()).newPage();
    await page.goto(`${bench.url}/console/campaigns/${seeded.campaign_id}`);
    await page.getByLabel('Email').fill(viewer.email);
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Engineers in Lyon' }).waitFor();
    expect(await page.getByRole('button', { name: /^(Pause …|Stop …|Stop everything …)$/ }).count()).toBe(0);
    await page.goto(`${bench.url}/console/people/${seeded.lead_id}`);
    await page.getByText('What was written').waitFor();
    expect(await page.getByRole('button', { name: /^(Erase …|Pause)$/ }).count()).toBe(0);
    await page.goto(`${bench.url}/console/inbox`);
    await page
      .getByRole('link', { name: /Yes, tell me more/ })
      .first()
      .waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.context().close();
  });

  it('answers, takes it back, and has the draft again', async () => {
    const { page } = await bench.open('/inbox');
    await page.getByText('Yes, tell me more').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('textbox', { name: 'Answer' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('Gladly: would Tuesday suit you?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: /^Take back/ }).press('Enter');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Answer' }).inputValue())
      .toBe('Gladly: would Tuesday suit you?');
    // Who writes is told of others who do, and not of themselves.
    expect(await page.getByText('is writing an answer').count()).toBe(0);
    await page.getByLabel('Label', { exact: true }).selectOption('interested');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^Done\./).waitFor();
    const { state, label } = (await bench.call('GET', `/api/conversations/${/id=(\w+)/.exec(page.url())?.[1]}`)).body;
    expect({ state, label }).toEqual({ state: 'done', label: 'interested' });
    await page.context().close();
  });

  it('finds conversations, and is done with several at once, by keys; that is taken back', async () => {
    await bench.call('POST', '/api/labels', { name: 'never_again', title: 'Never again', effect: 'stop' });
    const ids = await answeredBy(['Bulk One', 'Bulk Two', 'Bulk Three']);
    const { page } = await bench.open('/inbox');
    await page.getByLabel('Search conversations').fill('Bulk');
    const items = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /^Bulk/ });
    await expect.poll(() => items.count()).toBe(3);
    await items.first().click();
    await page.getByRole('textbox', { name: 'Answer' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await page.getByText('2 picked').waitFor();
    await page.keyboard.press('e');
    await page.getByText('Done: 2 of 2.').waitFor();
    const states = async () => {
      const found = await Promise.all(ids.map((id) => bench.call('GET', `/api/conversations/${id}`)));
      return found.map(({ body }) => body.state).sort();
    };
    expect(await states()).toEqual(['done', 'done', 'open']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(states).toEqual(['open', 'open', 'open']);

    // What ends sequences asks first.
    await page.getByRole('checkbox', { name: 'Pick Bulk One' }).click();
    await items.first().click({ modifiers: ['Shift'] });
    await page.getByLabel('Label of those picked').selectOption('never_again');
    await page.getByText(/ends the sequences.* of 3 people, for good\./).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
  });

  it('decides by keys alone what a mail in doubt is, with its signs beside it, among the tasks and in the inbox', async () => {
    const addresses = ['doubt-1@acme.example', 'doubt-2@acme.example'];
    const leads = addresses.map((address, at) => ({
      ...{ first_name: `Doubt ${at}`, email: address, profile_url: `https://professional.example/in/doubt-${at}` },
    }));
    const { results } = (await bench.call('POST', '/api/enrollments/batch', { sequence: 'console', leads })).body;
    const [first, second]: string[] = results.map(({ id }: { readonly id: string }) => id);
    for (const address of addresses) await happens(bench, mailInDoubt(address));
    await follow(bench);
    const decisionOf = async (enrollment: string | undefined) =>
      (await bench.call('GET', `/api/tasks?enrollment_id=${enrollment}`)).body.items[0].decision;
    const outcomeOf = async (enrollment: string | undefined) => {
      await happens(bench);
      const { rows } = await bench.db.query('select stop_outcome from enrollments where id = $1', [enrollment]);
      return rows[0]?.stop_outcome;
    };

    const { page, problems } = await bench.open('/');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    const tasks = page.getByRole('listitem', { name: /^Is this an answer\?/ });
    await expect.poll(() => tasks.count()).toBe(3);
    const isFirst = () => page.evaluate(() => document.activeElement?.textContent?.includes('Doubt 0'));
    // The oldest is of somebody else.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(isFirst).toBe(true);
    await tasks.nth(1).getByText('It has the mark of an automatic answer in its subject: Automatic reply').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('y');
    await expect.poll(() => tasks.count()).toBe(2);
    expect([await decisionOf(first), await decisionOf(second)]).toEqual(['answer', null]);
    expect(await outcomeOf(first)).toBe('replied');

    const { lead_id } = (await bench.call('GET', `/api/enrollments/${second}`)).body;
    const { items } = (await bench.call('GET', `/api/conversations?lead_id=${lead_id}`)).body;
    await page.goto(`${bench.url}/console/inbox?id=${items[0].id}`);
    await page.getByText('It has the mark of an automatic answer in its subject').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('u');
    await expect.poll(() => decisionOf(second)).toBe('no_more_mail');
    expect(await outcomeOf(second)).not.toBeNull();
    const listed = (await bench.call('GET', '/api/suppressions')).body.items;
    expect(listed).toMatchObject([{ kind: 'lead', value: lead_id }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('erases a person after it has said what goes and they were named, and gives a receipt that can be checked', async () => {
    await answeredBy(['Gone Soon']);
    const { items } = (await bench.call('GET', '/api/leads?q=Gone Soon')).body;
    const { page, problems } = await bench.open(`/people/${items[0].id}`);
    await page.getByRole('button', { name: 'Erase …' }).press('Enter');
    await page.getByRole('list', { name: 'What will be erased' }).getByText('leads', { exact: true }).waitFor();
    const erase = page.getByRole('button', { name: 'Erase for good' });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel(/^Type their name/).fill('Gone Soon');
    await page.getByLabel(/^Type their name/).press('Enter');
    await page.getByText('Nobody finds them any more').waitFor();
    expect((await bench.call('GET', `/api/leads/${items[0].id}`)).status).toBe(404);
    await eraseAll(erasingOf(bench));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the receipt' }).click();
    const file = await (await saved).path();
    await page.getByRole('button', { name: 'Check it now' }).click();
    await page.getByText('it is looked for …').waitFor();
    await checkAll(bench);
    await page.getByText('nothing of them was found').waitFor();

    await page.getByRole('link', { name: '← All erasures' }).click();
    await page.getByLabel('Check a receipt').setInputFiles(file);
    await page.getByText('it is looked for …').waitFor();
    const broken = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await page.getByLabel('Check a receipt').setInputFiles(broken);
    await page.getByText('x.json is no receipt').waitFor();
    // An event may have asked for them once more while their page was still open.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.context().close();
  });

  it('shows beside an answer what the sequence does next, and that it waits; takes saved answers and notes, by keys', async () => {
    const saved = { name: 'Calendar', text: 'Gladly, {{ first_name }}: {{ calendar }}' };
    await bench.call('POST', '/api/saved-answers', saved);
    const { page } = await bench.open(`/inbox?id=${seeded.conversation_id}`);
    const next = page.getByRole('list', { name: 'What sequences do next' });
    await next.getByText('console', { exact: true }).waitFor();
    expect(await next.textContent()).not.toContain('while you write');
    await page.getByLabel('Saved answer').selectOption('Calendar');
    await page.getByText('Not known of this person, so fill it in: calendar.').waitFor();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await expect.poll(() => answer.inputValue()).toBe('Gladly, Ada: {{ calendar }}');
    await answer.press('End');
    await page.keyboard.type('!');
    await next.getByText('It sends nothing while you write.').waitFor();
    await answer.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.type('Met her at the fair.');
    await page.reload();
    await page.keyboard.press('n');
    expect(await page.getByLabel('Note').inputValue()).toBe('Met her at the fair.');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Note of/).waitFor();
    const { notes } = (await bench.call('GET', `/api/conversations/${seeded.conversation_id}`)).body;
    expect(notes.map(({ text }: { readonly text: string }) => text)).toEqual(['Met her at the fair.']);
    await answer.fill('');
    await page.context().close();
  });

  it('says whose a message is that fits nobody: it is in their conversation then', async () => {
    const { page } = await bench.open('/inbox');
    await page.getByRole('link', { name: 'Unmatched 1' }).click();
    await page.getByRole('button', { name: 'Whose is it …' }).click();
    await page.keyboard.type('Hopper');
    await page.getByRole('button', { name: /^Grace Hopper/ }).click();
    await page.getByText('It is a message of Grace Hopper.').waitFor();
    await page.getByText('Every message fits a person.').waitFor();
    expect((await bench.call('GET', '/api/conversations/unmatched')).body.items).toEqual([]);
    await page.context().close();
  });

  it('keeps the do-not-contact list, and takes back what was taken off; shows a key once, and who made it', async () => {
    const { page } = await bench.open('/');
    await page.keyboard.press('g');
    await page.keyboard.press(',');
    await page.getByRole('link', { name: 'Do not contact' }).waitFor();
    await page.getByLabel('Name').fill('nobody@acme.example');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'nobody@acme.example', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take nobody@acme.example off' }).press('Enter');
    await page.getByRole('cell', { name: 'nobody@acme.example', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('cell', { name: 'nobody@acme.example', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByLabel('Name').fill('reporting');
    await page.getByLabel('It ends').selectOption('in 90 days');
    await page.getByRole('button', { name: 'Make a key' }).click();
    const key = (await page.locator('code').textContent()) ?? '';
    const answer = await fetch(`${bench.url}/api/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ key: { name: 'reporting' }, scopes: ['read'] });
    expect((await bench.call('GET', '/api/keys?limit=1')).body.items).toMatchObject([
      { name: 'reporting', expires_at: expect.any(String), seen_at: expect.any(String) },
    ]);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    expect(await page.getByText(key).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke reporting' }).click();
    await page.getByRole('button', { name: 'Really revoke reporting' }).click();
    await page.getByText('The key reporting is revoked.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page
      .getByText(/revoked .*reporting/)
      .first()
      .waitFor();

    const { items } = (await bench.call('GET', `/api/enrollments?lead_id=${seeded.lead_id}`)).body;
    await bench.call('POST', `/api/enrollments/${items[0].id}/pause`, { note: 'on leave' });
    await page.getByLabel('Search the audit log').fill('paused');
    await page.waitForURL(/q=paused/);
    const line = page.getByRole('row').filter({ hasText: items[0].id });
    await line.getByText(/note: on leave/).waitFor();
    await line.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await bench.call('POST', `/api/enrollments/${items[0].id}/resume`, {});
    await page.context().close();
  });

  it('comes to the end of a list whose answers are slow, although something changes all the time', async () => {
    const personOf = (name: string) => ({
      first_name: name,
      profile_url: `https://professional.example/in/${name.toLowerCase().replace(' ', '-')}`,
    });
    const leads = Array.from({ length: 220 }, (_, at) => personOf(`Slow ${at}`));
    await bench.call('POST', '/api/enrollments/batch', { sequence: 'console', leads });
    const { page } = await bench.open('/people');
    // Longer than the page waits before it asks again what has changed.
    await page.route('**/api/leads?*', async (route) => {
      const response = await route.fetch();
      await setTimeout(2500);
      // It may have been broken off.
      await route.fulfill({ response }).catch(() => {});
    });
    await page.reload();
    let isOver = false;
    const changes = (async () => {
      for (let at = 0; !isOver; at++) {
        await bench.call('POST', '/api/enrollments', { sequence: 'console', lead: personOf(`Late ${at}`) });
        await setTimeout(200);
      }
    })();
    const table = page.getByRole('table', { name: 'People' });
    await expect
      .poll(async () => {
        await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return page.getByRole('link', { name: 'Ada Lovelace' }).count();
      })
      .toBe(1)
      .finally(() => {
        isOver = true;
      });
    await changes;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('says in a tab of an earlier build that the server has another one, and keeps the draft over the reload', async () => {
    const { page } = await bench.open('/');
    await page.route('**/api/conversations/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-overture-build': 'another' } });
    });
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.goto(`${bench.url}/console/inbox?id=${seeded.conversation_id}`);
    await page.getByRole('textbox', { name: 'Answer' }).fill('A draft');
    await page.getByText('The server has a newer console than this tab.').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Load it' }).click();
    await page.getByText('The server has a newer console').waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('A draft');
    await page.context().close();
  });

  it('says that the database takes no writes', async () => {
    const { page } = await bench.open('/');
    await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: FULL_DISK }));
    await page.reload();
    await page.getByRole('status').getByText(FULL_DISK.unavailable.text).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.getByRole('link', { name: 'Inbox' }).waitFor();
    expect(await page.getByText(FULL_DISK.unavailable.text).count()).toBe(0);
    await page.context().close();
  });

  it('shows what happens elsewhere without being asked', async () => {
    const { page } = await bench.open(`/campaigns/${seeded.campaign_id}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await bench.call('POST', `/api/campaigns/${seeded.campaign_id}/pause`, { note: 'the job is filled' });
    await page.getByText('the job is filled').first().waitFor();
    await bench.call('POST', `/api/campaigns/${seeded.campaign_id}/resume`, {});
    await page.context().close();
  });

  // The last one: it ends the server that the others ask.
  it('says since when the server is away, keeps what is half typed, and goes on by itself when it is back', async () => {
    const { page } = await bench.open(`/inbox?id=${seeded.conversation_id}`);
    await page.getByRole('textbox', { name: 'Answer' }).fill('Gladly: would Tuesday');
    const { port } = new URL(bench.url);
    // Another server at the same address: what a restart is to a browser.
    const restart = await bench.pause();
    await page.getByText(/Not reachable since .*, trying again/).waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).press('End');
    await page.keyboard.type(' suit you?');
    await restart(Number(port));
    await page.getByText(/Not reachable/).waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('Gladly: would Tuesday suit you?');

    await page.context().close();
  });
});
