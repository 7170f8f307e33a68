import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/app/api/auth/keys.ts';
import { addPerson } from '../api/users-fixtures.ts';
import { follow } from '../conversations/fixtures.ts';
import { addAccount } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { chromium, consoleBench, violationsOf } from './console-bench.ts';

const SEQUENCE = `sequence: inbox
steps:
  - wait: 30 days
  - end: done
`;

describe.skipIf(chromium === null)('an answer on the page', () => {
  const bench = consoleBench();
  let people = 0;
  beforeAll(async () => {
    expect((await bench.call('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
  });

  /** The conversation of somebody who has written to us. */
  async function conversation(): Promise<Record<'id' | 'last_seen' | 'profile_url', string>> {
    people += 1;
    const profile_url = `https://professional.example/in/inbox-${people}`;
    const { body } = await bench.call('POST', '/api/enrollments', { sequence: 'inbox', lead: { profile_url } });
    await happens(bench, message(profile_url, { message_text: 'Tell me more' }));
    await follow(bench);
    const { items } = (await bench.call('GET', `/api/conversations?lead_id=${body.lead_id}`)).body;
    return { id: items[0].id, last_seen: items[0].last_message.id, profile_url };
  }
  const written = async (id: string) => (await bench.call('GET', `/api/conversations/${id}`)).body.answers;
  const openAt = async (id: string) => {
    const { page, problems } = await bench.open(`/inbox?id=${id}`);
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.waitFor();
    return { page, problems, answer };
  };

  it('is one message where the word of the server is lost, and the page is loaded again: its text is no draft any more', async () => {
    const { id } = await conversation();
    const { page, answer } = await openAt(id);
    await answer.fill('Gladly');
    await page.route('**/api/conversations/*/messages', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await answer.press('Control+Enter');
    await expect.poll(async () => (await written(id)).length).toBe(1);
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await page.getByRole('list', { name: 'Messages' }).getByText('Gladly').waitFor();
    await expect.poll(() => answer.inputValue()).toBe('');
    await answer.press('Control+Enter');
    expect(await written(id)).toHaveLength(1);
    await page.context().close();
  });

  it('stays a draft where the same words had been written before, and nothing of this time arrived', async () => {
    const { id, last_seen } = await conversation();
    const headers = { 'idempotency-key': 'before' };
    await bench.call('POST', `/api/conversations/${id}/messages`, { text: 'Thanks', last_seen }, { headers });
    const { page, answer } = await openAt(id);
    await page.getByRole('list', { name: 'Messages' }).getByText('Thanks').waitFor();
    await answer.fill('Thanks');
    await page.route('**/api/conversations/*/messages', (route) => route.abort());
    await answer.press('Control+Enter');
    await page.getByText('The server does not answer').first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await page.getByRole('list', { name: 'Messages' }).getByText('Thanks').waitFor();
    expect(await answer.inputValue()).toBe('Thanks');
    await page.context().close();
  });

  it('does not go past what a colleague has written meanwhile; the text is kept, also when the tab is closed', async () => {
    const { id, last_seen } = await conversation();
    const { page, answer } = await openAt(id);
    await answer.fill('From the page');
    // Nothing tells this tab of it, nor what it would ask.
    await page.route(/\/api\/(events|conversations\/[^/]+$)/, (route) => route.abort());
    const { key } = await createKey(bench.db, { name: 'Grace', scopes: ['send'], user_id: null });
    const asked = { text: 'From Grace', last_seen, send_after: 600 };
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'hers' };
    expect((await bench.call('POST', `/api/conversations/${id}/messages`, asked, { headers })).status).toBe(201);
    await answer.press('Control+Enter');
    await page
      .getByRole('alert')
      .getByText(/Your text is kept/)
      .waitFor();
    expect(await answer.inputValue()).toBe('From the page');
    expect((await written(id)).map(({ text }: { readonly text: string }) => text)).toEqual(['From Grace']);
    const other = await page.context().newPage();
    await page.close();
    await other.goto(`${bench.url}/console/inbox?id=${id}`);
    await other.getByRole('list', { name: 'Messages' }).getByText('From Grace').waitFor();
    expect(await other.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('From the page');
    await other.context().close();
  });

  it('shows who else writes', async () => {
    const { id } = await conversation();
    const { key } = await createKey(bench.db, { name: 'Grace', scopes: ['send', 'read'], user_id: null });
    const headers = { authorization: `Bearer ${key}` };
    await bench.call('POST', `/api/conversations/${id}/presence`, { status: 'writing' }, { headers });
    const { page } = await openAt(id);
    await page.getByText('Grace is writing an answer.').waitFor();
    await page.context().close();
  });

  it('takes files along, alone too, and leaves out what was taken back out', async () => {
    const { id } = await conversation();
    const { page, answer, problems } = await openAt(id);
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`of ${name}`) });
    await page.getByLabel('Files').setInputFiles([file('offer.txt'), file('secret.txt')]);
    await page.getByRole('button', { name: 'Leave out secret.txt' }).click();
    await answer.press('Control+Enter');
    await page.getByText('offer.txt').waitFor({ state: 'hidden' });
    const { rows } = await bench.db.query('select text, attachments from answers order by created_at desc limit 1');
    const data = Buffer.from('of offer.txt').toString('base64');
    expect(rows[0]).toEqual({ text: '', attachments: [{ filename: 'offer.txt', data }] });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('of somebody who is limited to an account goes past what they cannot see, and shows nothing of it', async () => {
    await addAccount(bench.db, 'acc_bert', 'professional');
    const { id } = await conversation();
    const secret = { message_text: 'Only for Bert' };
    const profile_url = `https://professional.example/in/inbox-${people}`;
    await happens(bench, { ...message(profile_url, secret), account_id: 'acc_bert' });
    await follow(bench);
    const { lead_id } = (await bench.call('GET', `/api/conversations/${id}`)).body;
    await bench.db.query(`update enrollments set senders = '{"professional": "acc_bert"}' where lead_id = $1`, [
      lead_id,
    ]);
    const anna = await addPerson(bench, 'operator', ['acc_anna']);
    const { page, problems } = await bench.openAs(anna, `/inbox?id=${id}`);
    const messages = page.getByRole('list', { name: 'Messages' });
    await messages.getByText('Tell me more').waitFor();
    await page.getByText('No sequence of your accounts will write to this person.').waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Gladly, says Anna');
    await page.getByRole('textbox', { name: 'Answer' }).press('Control+Enter');
    await messages.getByText('Gladly, says Anna').waitFor();
    await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption('interested');
    await expect
      .poll(async () => (await bench.call('GET', `/api/conversations/${id}`)).body)
      .toMatchObject({ label: 'interested', answers: [{ text: 'Gladly, says Anna' }] });
    expect(await page.getByText('Only for Bert').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();

    const bert = await addPerson(bench, 'operator', ['acc_bert']);
    const hers = await bench.openAs(bert, `/inbox?id=${id}`);
    await hers.page.getByRole('alert').filter({ hasText: 'no conversation' }).waitFor();
    await hers.page.getByRole('region', { name: 'Conversations' }).getByText('Only for Bert').waitFor();
    expect(await hers.page.getByText('Tell me more').count()).toBe(0);
    await hers.page.context().close();
  });

  it('is written once by a double click, and leaves what is typed while it is on its way', async () => {
    const { id } = await conversation();
    const { page, answer } = await openAt(id);
    await answer.fill('First.');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/conversations/*/messages', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    await answer.press('Control+End');
    await answer.pressSequentially(' And then?');
    letGo();
    await expect.poll(() => answer.inputValue()).toBe('And then?');
    expect((await written(id)).map(({ text }: { readonly text: string }) => text)).toEqual(['First.']);
    await page.context().close();
  });

  it('comes back before what was begun since it was sent', async () => {
    const { id } = await conversation();
    const { page, answer } = await openAt(id);
    await answer.fill('First.');
    await answer.press('Control+Enter');
    const takeBack = page.getByRole('button', { name: /^Take back/ });
    await takeBack.waitFor();
    await answer.fill('Second, not yet whole');
    await takeBack.press('Enter');
    await expect.poll(() => answer.inputValue()).toBe('First.\n\nSecond, not yet whole');
    await page.context().close();
  });

  it('leaves who reads further up where they are when another message comes, and shows what they write', async () => {
    const { id, profile_url } = await conversation();
    const long = 'A long line of theirs. '.repeat(40);
    for (let at = 0; at < 8; at++) await happens(bench, message(profile_url, { message_text: `${long}${at}` }));
    await follow(bench);
    const { page, answer } = await openAt(id);
    const list = page.getByRole('list', { name: 'Messages' });
    const place = () =>
      list.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({ scrollTop, end: scrollHeight - clientHeight }));
    await expect.poll(async () => (await place()).scrollTop).toBeGreaterThan(200);
    await list.evaluate((element) => element.scrollTo(0, 100));
    await expect.poll(async () => (await place()).scrollTop).toBe(100);
    await happens(bench, message(profile_url, { message_text: 'Are you there?' }));
    await follow(bench);
    await list.getByText('Are you there?').waitFor();
    expect((await place()).scrollTop).toBe(100);
    await answer.fill('I am');
    await answer.press('Control+Enter');
    await list.getByText('I am').waitFor();
    await expect.poll(async () => (await place()).end - (await place()).scrollTop).toBeLessThan(40);
    await page.context().close();
  });

  it('is found by label, channel, account and assignee, whichever view is open', async () => {
    const [one, other] = [await conversation(), await conversation()];
    await bench.call('POST', `/api/conversations/${one.id}/label`, { label: 'interested' });
    const { page } = await bench.open('/inbox');
    const list = page.getByRole('region', { name: 'Conversations' });
    const rowOf = ({ id }: { readonly id: string }) => list.locator(`a[href*="id=${id}"]`);
    await rowOf(other).waitFor();
    await page.getByLabel('Only of the label').selectOption('interested');
    await rowOf(other).waitFor({ state: 'hidden' });
    await rowOf(one).waitFor();
    await page.getByRole('link', { name: 'All open' }).click();
    await expect.poll(() => page.url()).toMatch(/state=open.*label=interested|label=interested.*state=open/);
    await rowOf(one).waitFor();
    expect(await rowOf(other).count()).toBe(0);
    await page.getByLabel('Only of the channel').selectOption('email');
    await page.getByText('No conversation fits.').waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await rowOf(other).waitFor();
    await page.getByLabel('Account').selectOption('acc_mail');
    await page.getByText('No conversation fits.').waitFor();
    await page.getByLabel('Account').selectOption('acc_anna');
    await rowOf(other).waitFor();
    await page.context().close();
  });
});
