import { spawnSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { findChromium } from '../support/find-chromium.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import type { Received } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const chromium = findChromium();
const PASSWORD = 'a long enough password';

// Whom the documentation names, and nobody has written to yet.
const REVIEWED = `sequence: reviewed
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
steps:
  - email: { subject: "A job in Paris", text: "Dear {{ first_name }}, may I tell you of it?" }
    review: true
  - wait: 30 days
  - end: silent
`;
const GRACE = { profile_url: 'https://professional.example/in/grace-hopper', first_name: 'Grace' };

interface Conversation {
  readonly id: string;
  readonly lead: { readonly first_name: string; readonly profile_url: string };
  readonly last_message: { readonly text: string };
  readonly state: string;
  readonly label: string | null;
  readonly assignee: string | null;
}

describe.skipIf(chromium === null)('a recruiter with the people of the demo, on the page alone', () => {
  let system: Overture;
  let browser: Browser;
  let page: Page;
  let linus: string;
  const answered: Record<'email' | 'message', Conversation[]> = { email: [], message: [] };

  beforeAll(async () => {
    system = await startOverture({ env: { OVERTURE_DEMO_MAIL: 'sandbox' } });
    browser = await launchChromium(chromium);
    await addPerson('Ada Lovelace', 'ada@agency.example', 'owner');
    linus = await addPerson('Linus Pauling', 'linus@agency.example', 'operator');
    expect(await system.api('POST', '/api/sequences', REVIEWED)).toMatchObject({ status: 201 });
    const accounts = await itemsOf<{ id: string; platform: string }>('/api/accounts');
    const mailbox = accounts.find(({ platform }) => platform === 'email');
    const { profile_url } = await system.v2<{ profile_url: string }>('GET', '/sandbox/people/grace-hopper');
    expect(
      await system.api('POST', '/api/enrollments', {
        ...{ sequence: 'reviewed', lead: { ...GRACE, profile_url, email: 'grace.hopper@eckert-mauchly.example' } },
        senders: { email: mailbox?.id },
      }),
    ).toMatchObject({ status: 201 });
  }, 360_000);
  afterAll(async () => {
    await browser?.close();
    await system?.dispose();
  });

  it('is answered by mail and on the network, and signs in', async () => {
    await jumpUntil(system, async () => {
      for (const channel of ['email', 'message'] as const)
        answered[channel] = await itemsOf<Conversation>(
          `/api/conversations?state=open&waiting_for=us&channel=${channel}&sort=created_at`,
        );
      return answered.email.length > 0 && answered.message.length > 1;
    });
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(`${system.run().api.url}/console/inbox`);
    await page.getByLabel('Email').fill('ada@agency.example');
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  });

  it.each(['email', 'message'] as const)('reads and answers by %s, once', async (channel) => {
    const [one] = answered[channel];
    await read(one);
    await page.keyboard.press('r');
    await page.keyboard.type(`Gladly, ${one?.lead.first_name}: would Tuesday suit you?`);
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Goes in \d+ s$/).waitFor();
    const words = 'would Tuesday suit you?';
    await expect.poll(() => receivedBy(one, words)).toBe(1);
    await page.getByRole('list', { name: 'Messages' }).getByText(words).waitFor();
    expect(await page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('');
  });

  it('takes one back, and has the draft again', async () => {
    const [, other] = answered.message;
    await read(other);
    await page.keyboard.press('r');
    await page.keyboard.type('No, thank you.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: /^Take back/ }).press('Enter');
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await expect.poll(() => answer.inputValue()).toBe('No, thank you.');
    await answer.fill('');
  });

  it('labels one `interested`, and hands one to a colleague', async () => {
    const [one] = answered.email;
    const [, other] = answered.message;
    await read(one);
    await page.getByLabel('Label', { exact: true }).selectOption('interested');
    await expect.poll(async () => (await shown(one)).label).toBe('interested');
    await read(other);
    await page.getByLabel('Assignee', { exact: true }).selectOption({ label: 'Linus Pauling' });
    await expect.poll(async () => (await shown(other)).assignee).toBe(linus);
  });

  it('approves a mail with its text before them, and it goes out', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    const line = page.getByRole('listitem').filter({ hasText: 'Dear Grace, may I tell you of it?' });
    await line.waitFor();
    await line.getByText('A job in Paris').waitFor();
    await line.getByRole('button', { name: /^Approve/ }).press('Enter');
    await line.waitFor({ state: 'hidden' });
    await jumpUntil(system, async () =>
      (await sentTo('grace-hopper')).some(({ subject }) => subject === 'A job in Paris'),
    );
  });

  it('has written to nobody twice, and what was taken back never went', async () => {
    const [, other] = answered.message;
    expect(await receivedBy(other, 'No, thank you.')).toBe(0);
    for (const one of [answered.email[0], answered.message[0]])
      expect(await receivedBy(one, 'would Tuesday suit you?')).toBe(1);
    const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_COMMAND, 'audit', '--json'], {
      ...{ env: { ...process.env, OVERTURE_HOME: system.home }, cwd: system.home, encoding: 'utf8' },
    });
    expect(`${status} ${stderr}`).toBe('0 ');
    expect(JSON.parse(stdout)).toMatchObject({ answers: 2, exceptions: [] });
  });

  /** Opens a conversation by the search of the page, as somebody who has read the name elsewhere. */
  async function read(one: Conversation | undefined): Promise<void> {
    const name = one?.lead.first_name ?? '';
    await page.goto(`${system.run().api.url}/console/inbox?state=open`);
    await page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name }).first().waitFor();
    await page.goto(`${system.run().api.url}/console/inbox?state=open&id=${one?.id}`);
    const words = (one?.last_message.text ?? '').split('\n')[0] ?? '';
    await page.getByRole('list', { name: 'Messages' }).getByText(words).first().waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).waitFor();
  }

  const itemsOf = async <Item>(path: string): Promise<Item[]> =>
    (await system.api<{ items: Item[] }>('GET', path)).body.items;
  const shown = async (one: Conversation | undefined) =>
    (await system.api<Conversation>('GET', `/api/conversations/${one?.id}`)).body;
  const sentTo = async (slug: string) =>
    (await system.v2<{ items: Received[] }>('GET', `/sandbox/people/${slug}/received`)).items;
  const receivedBy = async (one: Conversation | undefined, words: string): Promise<number> =>
    (await sentTo(one?.lead.profile_url.split('/').at(-1) ?? '')).filter(({ text }) => text?.includes(words)).length;

  /** Somebody who was invited, and has set a password. */
  async function addPerson(name: string, email: string, role: string): Promise<string> {
    type Invited = { user: { id: string }; invitation: { url: string } };
    const { body } = await system.api<Invited>('POST', '/api/users', { name, email, role });
    const { url } = system.run().api;
    const accepted = await fetch(`${url}/session/invitation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ token: body.invitation.url.split('#invitation=')[1], password: PASSWORD }),
    });
    expect(accepted.ok, await accepted.text()).toBe(true);
    return body.user.id;
  }
});
