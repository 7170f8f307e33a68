import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function watched(body: object = {}): Promise<string> {
  const account = await sandbox.account(body);
  await sandbox.watch(account);
  return account;
}

const agendaIsDone = () =>
  eventually(async () => {
    const { rows } = await sandbox.service.db.query('select * from sandbox_agenda where due_at <= $1', [
      new Date(sandbox.service.clock.now()),
    ]);
    expect(rows).toEqual([]);
  });

const incoming = async (account: string) =>
  (await sandbox.events(account)).filter(({ event }) => !JSON.stringify(event).includes('"is_self_sent":true'));

describe('people who act by themselves', () => {
  it('accept an invitation when their delay is over, and not before', async () => {
    const account = await watched();
    const person = await sandbox.person({ behavior: { accepts_after: 'PT2H' } });
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
    const invitedAt = sandbox.service.clock.now();
    await sandbox.advance('PT1H59M');
    await agendaIsDone();
    expect(await sandbox.events(account)).toEqual([]);

    await sandbox.advance('P3D');
    const events = await eventually(async () => {
      const found = await sandbox.events(account);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(events[0]?.event).toMatchObject({
      type: 'accepted_invitation',
      connections: [{ profile_url: person.id_url, public_identifier: person.slug, name: 'Robin Doe' }],
    });
    // It happened when it was due, not when the clock was moved.
    const at = Date.parse(events[0]?.event.timestamp ?? '');
    expect(Math.abs(at - invitedAt - 2 * 3_600_000)).toBeLessThan(60_000);
    expect(await sandbox.act('network', account, 'check_invitation', { profile_url: person.url })).toMatchObject({
      invitation_state: 'ACCEPTED',
      invitation_type: 'CONNECTED',
      member_distance: 1,
    });
    await sandbox.act('messages', account, 'send', { profile_url: person.url, message_text: 'Welcome' });
  });

  it('never accept an invitation that was withdrawn', async () => {
    const account = await watched();
    const person = await sandbox.person({ behavior: { accepts_after: 'PT2H', replies_after: { invitation: 'PT1H' } } });
    const { invitation_id } = await sandbox.act('network', account, 'invite', { profile_url: person.url });
    await sandbox.act('network', account, 'withdraw', { invitation_id });
    await sandbox.advance('P5D');
    await agendaIsDone();
    expect(await sandbox.events(account)).toEqual([]);
    expect(await sandbox.act('network', account, 'check_invitation', { profile_url: person.url })).toMatchObject({
      invitation_state: 'NO_INVITATION',
    });
    const act = { account_id: account, do: 'accept_invitation' };
    expect((await sandbox.call('POST', `/sandbox/people/${person.slug}/act`, act)).status).toBe(400);
  });

  it('either accept or are withdrawn from, when both happen at the same time', async () => {
    const account = await watched();
    const people = await Promise.all(
      Array.from({ length: 24 }, () => sandbox.person({ behavior: { accepts_after: 'PT1H' } })),
    );
    const invited = [];
    for (const { url } of people) {
      invited.push(await sandbox.act('network', account, 'invite', { profile_url: url }));
    }
    const advance = sandbox.advance('PT2H');
    const withdrawals = await Promise.all(
      invited.map(({ invitation_id }) =>
        sandbox.call('POST', '/v2/network', { account_id: account, action: 'withdraw', params: { invitation_id } }),
      ),
    );
    await advance;
    await agendaIsDone();
    expect(withdrawals.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const accepted = await sandbox.events(account);
    expect(accepted).toHaveLength(withdrawals.filter(({ status }) => status === 400).length);
    const { rows } = await sandbox.service.db.query(
      'select state, count(*)::int from sandbox_invitations where account_id = $1 group by state',
      [account],
    );
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(24);
    expect(rows.find((row) => row.state === 'accepted')?.count ?? 0).toBe(accepted.length);
  });

  it('answer two messages once while the first answer is still due', async () => {
    const account = await watched();
    const behavior = { replies_after: { message: 'P1D' }, reply_text: 'Gladly' };
    const person = await sandbox.person({ degree: 1, behavior });
    for (const message_text of ['one', 'two']) {
      await sandbox.act('messages', account, 'send', { profile_url: person.url, message_text });
    }
    await sandbox.advance('P2D');
    await agendaIsDone();
    const events = await sandbox.events(account);
    expect(events.map(({ event }) => 'message_text' in event && event.message_text)).toEqual(['one', 'two', 'Gladly']);
    expect(events[2]?.event).toMatchObject({
      type: 'message',
      inbox: 'classic',
      message_type: 'TEXT',
      sender: { profile_url: person.id_url },
      conversation: { is_group_chat: false, unread_count: 1 },
    });
  });

  it('accept an InMail by answering it, or decline it with an empty text', async () => {
    const account = await watched();
    const keen = await sandbox.person({ behavior: { replies_after: { inmail: 'PT1H' }, reply_text: 'Tell me more' } });
    const busy = await sandbox.person({ behavior: { declines_inmail_after: 'PT2H' } });
    for (const { url } of [keen, busy]) {
      await sandbox.act('messages', account, 'send', { profile_url: url, inmail: true, message_text: 'A role' });
    }
    await sandbox.advance('P1D');
    await agendaIsDone();
    const answers = (await sandbox.events(account)).slice(2).map(({ event }) => event);
    expect(answers).toMatchObject([
      {
        inbox: 'premium_navigator',
        message_type: 'INMAIL_ACCEPT',
        message_text: 'Tell me more',
        sender: { profile_url: keen.id_url },
      },
      {
        inbox: 'premium_navigator',
        message_type: 'INMAIL_DECLINE',
        message_text: '',
        sender: { profile_url: busy.id_url },
      },
    ]);
  });

  it('answer mail in its thread, and their mail servers send back what they cannot deliver', async () => {
    const account = await watched({ platform: 'email', email: 'me@agency.example', name: 'Me' });
    const behavior = { replies_after: { email: 'PT3H' }, auto_reply_until: '2100-01-01', reply_text: 'Yes' };
    const keen = await sandbox.person({ email: 'keen@shop.example', behavior });
    await sandbox.person({ email: 'gone@shop.example', behavior: { bounces: 'hard' } });
    const send = (to: string) =>
      sandbox.act('messages', account, 'send', { to, subject: 'A role', message_text: 'Hi' });
    const sent = await send(keen.email);
    const lost = await send('gone@shop.example');
    await sandbox.advance('P1D');
    await agendaIsDone();
    const events = (await incoming(account)).map(({ event }) => event);
    expect(events).toMatchObject([
      { type: 'message', subject: 'Automatic reply: A role', in_reply_to: sent.data.message_id },
      {
        type: 'email_bounced',
        bounce_kind: 'hard',
        bounce_status: '5.1.1',
        bounced_recipient: 'gone@shop.example',
        original_message_id: lost.data.message_id,
      },
      {
        type: 'message',
        subject: 'Re: A role',
        message_text: 'Yes',
        in_reply_to: sent.data.message_id,
        sender: { email: 'keen@shop.example', is_self_sent: false },
      },
    ]);
  });

  it('act at once when the clock runs fast', async () => {
    const account = await watched();
    await sandbox.control('POST', '/clock', { speed: 40_000 });
    const person = await sandbox.person({ behavior: { accepts_after: 'PT3H' } });
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
    await eventually(async () => expect(await sandbox.events(account)).toHaveLength(1));
    await sandbox.control('POST', '/clock', { speed: 1 });
  });
});

describe('a lost session', () => {
  it('is announced to the webhooks, sees nothing, and learns what it missed when it is back [sandbox POST /sandbox/accounts/{account_id}/expire] [sandbox POST /sandbox/accounts/{account_id}/reconnect] [events#2]', async () => {
    const account = await watched();
    const person = await sandbox.person({ behavior: { accepts_after: 'PT2H' } });
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
    await sandbox.control('POST', `/accounts/${account}/expire`, { status: 'inactive' });
    await sandbox.control('POST', `/accounts/${account}/expire`, { status: 'inactive' });
    expect(await sandbox.refusal('profiles', account, 'get_me')).toBe('ACCOUNT_INACTIVE');
    await sandbox.advance('P1D');
    await agendaIsDone();
    const types = async () => (await sandbox.events(account)).map(({ event }) => event.type);
    expect(await types()).toEqual(['disconnection']);
    await sandbox.control('POST', `/accounts/${account}/reconnect`);
    expect(await types()).toEqual(['disconnection', 'accepted_invitation']);
  });
});

describe('a person asked to act', () => {
  it('does so toward an account that never wrote [sandbox POST /sandbox/people/{public_identifier}/act] [sandbox POST /sandbox/people] [sandbox POST /sandbox/accounts]', async () => {
    const account = await watched();
    const person = await sandbox.person();
    const act = (body: object) =>
      sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, ...body });
    await act({ do: 'reply', text: 'Are you hiring?' });
    await act({ do: 'reply', channel: 'inmail', text: 'Are you?' });
    await act({ do: 'invite_me', text: 'Let us connect' });
    expect((await sandbox.events(account)).map(({ event }) => event)).toMatchObject([
      { type: 'message', message_type: 'TEXT', message_text: 'Are you hiring?' },
      { type: 'message', message_type: 'MESSAGE', inbox: 'premium_navigator' },
      { type: 'invitation_received', invitations: [{ sender: { linkedin_url: person.url } }] },
    ]);
    expect(await sandbox.act('network', account, 'check_invitation', { profile_url: person.url })).toMatchObject({
      invitation_state: 'PENDING',
      invitation_type: 'RECEIVED',
    });
    const premature = { account_id: account, do: 'accept_invitation' };
    expect((await sandbox.call('POST', `/sandbox/people/${person.slug}/act`, premature)).status).toBe(400);
    for (const platform of ['messenger', 'email']) {
      const body = { account_id: await sandbox.account({ platform }), do: 'invite_me' };
      expect((await sandbox.call('POST', `/sandbox/people/${person.slug}/act`, body)).status).toBe(400);
    }
  });
});
