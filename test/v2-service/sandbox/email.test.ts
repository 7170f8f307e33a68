import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

let sandbox: Sandbox;
let mailbox: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  mailbox = await sandbox.account({ platform: 'email', email: 'me@agency.example', name: 'Me', daily_limit: 2 });
});
afterAll(() => sandbox.close());

const send = (params: object) =>
  sandbox.act('messages', mailbox, 'send', { subject: 'Hello', message_text: 'Hi', ...params });

describe('mail of the sandbox', () => {
  it('reaches the person with its headers, and is found again among the sent [messages/send.custom_headers] [messages/list_inbox.label_ids]', async () => {
    const person = await sandbox.person({ email: 'Jo@Works.example' });
    const sent = await send({
      to: 'jo@works.EXAMPLE',
      html: '<p>Hi</p>',
      cc: 'boss@works.example',
      custom_headers: { 'X-Overture-Intent': 'enr_1/mail/1', 'List-Unsubscribe': '<https://u.example/x>' },
    });
    const [item] = await sandbox.received(person.slug);
    expect(item).toMatchObject({ kind: 'email', account_id: mailbox, subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' });
    expect(item.headers).toMatchObject({
      'X-Overture-Intent': 'enr_1/mail/1',
      'List-Unsubscribe': '<https://u.example/x>',
      'Message-ID': sent.data.message_id,
      Cc: 'boss@works.example',
    });
    expect(await sandbox.received('boss@works.example')).toHaveLength(1);
    const found = await sandbox.act('messages', mailbox, 'list_inbox', { label_ids: ['sent'] });
    expect(found.conversations[0]).toMatchObject({
      message_id: sent.data.message_id,
      headers: { 'X-Overture-Intent': 'enr_1/mail/1' },
    });
  });

  it('does not count as received where the mailbox sends it back', async () => {
    const person = await sandbox.person({ email: 'full@works.example', behavior: { bounces: 'soft' } });
    await send({ to: person.email });
    expect(await sandbox.received(person.slug)).toEqual([]);
  });

  it("counts the day's sends and the share that bounced, and says when the day's limit is passed [limits#12]", async () => {
    const account = await sandbox.account({ platform: 'email', email: 'count@agency.example', daily_limit: 1 });
    const person = await sandbox.person({ email: 'count@works.example' });
    const mail = { to: person.email, message_text: 'Hi', subject: 'x' };
    const first = await sandbox.act('messages', account, 'send', mail);
    expect(first.data).toMatchObject({ over_cap: false, mailbox_health: { sends_today: 1, bounce_rate: 0 } });
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'bounce' });
    const second = await sandbox.act('messages', account, 'send', mail);
    expect(second.data).toMatchObject({ over_cap: true, mailbox_health: { sends_today: 2, bounce_rate: 0.5 } });
    await sandbox.advance('P1D');
    const third = await sandbox.act('messages', account, 'send', mail);
    expect(third.data).toMatchObject({ over_cap: false, mailbox_health: { sends_today: 1 } });
  });
});

describe('a person who calls a mail spam', () => {
  const openMailbox = async (email: string) => {
    const account = await sandbox.account({ platform: 'email', email });
    await sandbox.watch(account);
    return account;
  };
  const complaints = async (account: string) =>
    (await sandbox.events(account)).flatMap(({ event }) => (event.type === 'email_complained' ? [event] : []));

  it('does so on demand: the account learns who complained of which mail, and has the report', async () => {
    const account = await openMailbox('spam@agency.example');
    const person = await sandbox.person({ full_name: 'Ned Stone', email: 'Ned@works.example' });
    const path = `/sandbox/people/${person.slug}/act`;
    const none = await sandbox.call('POST', path, { account_id: account, do: 'complain' });
    expect(none.status).toBe(400);
    expect(JSON.stringify(none.body)).toContain('no mail of this account has reached Ned Stone');
    const { data } = await sandbox.act('messages', account, 'send', {
      to: person.email,
      message_text: 'Hi',
      subject: 'x',
    });
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'complain' });
    expect(await complaints(account)).toEqual([
      {
        type: 'email_complained',
        timestamp: expect.any(String),
        subject: 'Abuse report: x',
        message_id: expect.any(String),
        sender: { name: 'Feedback Loop', email: 'feedback@works.example', is_self_sent: false },
        feedback_type: 'abuse',
        complained_recipient: 'Ned@works.example',
        original_message_id: data.message_id,
      },
    ]);
    // The first is our own mail: the report is no message besides.
    expect((await sandbox.events(account)).map(({ event }) => event.type)).toEqual(['message', 'email_complained']);
    const [{ conversation_id }] = (await sandbox.act('messages', account, 'list_inbox')).conversations;
    const { messages } = await sandbox.act('messages', account, 'get_conversation', { conversation_id });
    expect(messages[0].text).toContain('abuse report for a mail from spam@agency.example to Ned@works.example');
  });

  it('does so by themselves, once, and never about a mail that came back', async () => {
    const account = await openMailbox('spam2@agency.example');
    const behavior = { complains_after: 'PT2H' };
    const person = await sandbox.person({ email: 'olga@works.example', behavior });
    const gone = await sandbox.person({ email: 'gone@works.example', behavior: { ...behavior, bounces: 'hard' } });
    for (const to of [person.email, person.email, gone.email]) {
      await sandbox.act('messages', account, 'send', { to, message_text: 'Hi', subject: 'x' });
    }
    await sandbox.advance('PT1H');
    expect(await complaints(account)).toEqual([]);
    await sandbox.advance('PT2H');
    await eventually(async () =>
      expect(await complaints(account)).toMatchObject([{ complained_recipient: 'olga@works.example' }]),
    );
    const refused = await sandbox.call('POST', `/sandbox/people/${gone.slug}/act`, {
      account_id: account,
      do: 'complain',
    });
    expect(refused.status).toBe(400);
  });
});
