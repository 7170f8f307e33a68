import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function openMailbox(message_type = 'all') {
  const id = await sandbox.account({ platform: 'email', name: 'Sam', email: `sam${Math.random()}@agency.example` });
  const hook = await sandbox.call('POST', '/v2/webhooks', { account_id: id, message_type });
  expect(hook.status).toBe(200);
  const send = async (params: object): Promise<string> =>
    (await sandbox.act('messages', id, 'send', { subject: 'Plan', message_text: 'Hi', ...params })).data.message_id;
  const pull = async () => {
    const { body } = await sandbox.call('GET', `/v2/webhooks/${hook.body.data.webhook_id}/events`);
    return body.data.events;
  };
  const act = (slug: string, what: object) =>
    sandbox.control('POST', `/people/${slug}/act`, { account_id: id, ...what });
  return { id, send, pull, act };
}

describe('the event of a new mail [event/email_message.*]', () => {
  it('has the fields of the specification and no others [events#1]', async () => {
    const { id, send, pull, act } = await openMailbox('incoming');
    const person = await sandbox.person({ full_name: 'Ada Byron', email: 'ada@events.example' });
    const sent = await send({ to: person.email });
    await act(person.slug, { do: 'reply', text: 'Gladly', attachments: [{ name: 'cv.txt', data: 'aGk=' }] });
    const [envelope, ...rest] = await pull();
    expect(rest).toEqual([]);
    expect(envelope).toMatchObject({ account_id: id, account_name: 'Sam', platform: 'email' });
    const { conversations } = await sandbox.act('messages', id, 'list_inbox', {});
    expect(envelope.event).toEqual({
      type: 'message',
      timestamp: new Date(conversations[0].last_message.time).toISOString(),
      subject: 'Re: Plan',
      message_id: conversations[0].message_id,
      in_reply_to: sent,
      sender: { name: 'Ada Byron', email: 'ada@events.example', is_self_sent: false },
      message_text: 'Gladly',
      raw_data: { entityUrn: conversations[0].id },
    });
  });

  it('comes for our own mails with message_type outgoing and all', async () => {
    for (const type of ['outgoing', 'all']) {
      const { send, pull } = await openMailbox(type);
      const message_id = await send({ to: 'jo@events.example' });
      expect((await pull()).map(({ event }: { event: object }) => event)).toMatchObject([
        { type: 'message', message_id, in_reply_to: null, sender: { name: 'Sam', is_self_sent: true } },
      ]);
    }
    const incoming = await openMailbox('incoming');
    await incoming.send({ to: 'jo@events.example' });
    expect(await incoming.pull()).toEqual([]);
  });

  it('names the day on which the person is back in an automatic reply', async () => {
    const { send, pull } = await openMailbox('incoming');
    const until = new Date(sandbox.service.clock.now() + 3 * 86_400_000).toISOString();
    const person = await sandbox.person({ email: 'back@events.example', behavior: { auto_reply_until: until } });
    await send({ to: person.email });
    await sandbox.advance('PT1M');
    await eventually(async () => expect(await pull()).toHaveLength(1));
    const [{ event }] = await pull();
    const [, day] = /back on (\d{1,2} [A-Z][a-z]+ \d{4})\.$/.exec(event.message_text) ?? [];
    const back = Date.parse(`${day} UTC`);
    expect(back).toBeGreaterThanOrEqual(Date.parse(until));
    expect(back).toBeLessThan(Date.parse(until) + 86_400_000);
  });

  it('comes for an automatic reply, which its subject and its headers show', async () => {
    const { id, send, pull } = await openMailbox('incoming');
    const behavior = { auto_reply_until: '2100-01-01' };
    const person = await sandbox.person({ email: 'away@events.example', behavior });
    const sent = await send({ to: person.email });
    await sandbox.advance('PT1M');
    await eventually(async () => expect(await pull()).toHaveLength(1));
    const [{ event }] = await pull();
    expect(event).toMatchObject({ subject: 'Automatic reply: Plan', in_reply_to: sent });
    const found = await sandbox.act('messages', id, 'search', { query: 'subject:"automatic reply"' });
    expect(found.conversations[0].headers).toMatchObject({ 'X-Autoreply': 'yes' });
  });
});

describe('the event of a bounce [event/email_bounced.*] [filter/email_bounced]', () => {
  it.each([
    ['hard', /^5\.\d\.\d$/],
    ['soft', /^4\.\d\.\d$/],
  ])('says that it was %s, of whom and of which mail', async (kind, status) => {
    const { send, pull } = await openMailbox('incoming');
    const person = await sandbox.person({ email: `${kind}@events.example`, behavior: { bounces: kind } });
    const sent = await send({ to: person.email });
    await sandbox.advance('PT1M');
    await eventually(async () => expect(await pull()).toHaveLength(1));
    const [{ platform, event }] = await pull();
    expect(platform).toBe('email');
    expect(event).toEqual({
      type: 'email_bounced',
      timestamp: expect.any(String),
      subject: 'Undelivered Mail Returned to Sender',
      message_id: expect.stringMatching(/^<.+>$/),
      sender: { name: 'Mail Delivery Subsystem', email: 'mailer-daemon@events.example', is_self_sent: false },
      bounce_status: expect.stringMatching(status),
      bounce_kind: kind,
      bounced_recipient: person.email,
      diagnostic: expect.any(String),
      original_message_id: sent,
    });
    expect(await sandbox.received(person.slug)).toEqual([]);
  });

  it('names the copy that came back, and counts the mail as bounced', async () => {
    const { id, send, pull, act } = await openMailbox('incoming');
    const person = await sandbox.person({ email: 'copy@events.example' });
    const sent = await send({ to: 'jo@events.example', cc: person.email });
    await act(person.slug, { do: 'bounce' });
    expect((await pull())[0].event).toMatchObject({ bounced_recipient: person.email, original_message_id: sent });
    const next = await sandbox.act('messages', id, 'send', { to: 'jo@events.example', message_text: 'Hi' });
    expect(next.data.mailbox_health.bounce_rate).toBe(0.5);
  });
});
