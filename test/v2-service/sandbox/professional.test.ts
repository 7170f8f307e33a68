import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const kinds = async (slug: string) => (await sandbox.received(slug)).map((item) => item.kind);

describe('references to a person', () => {
  it('do not reach the people of another owner', async () => {
    const other = await sandbox.control('POST', '/users', {});
    const person = await sandbox.person();
    const answer = await sandbox.call('POST', '/sandbox/accounts', {}, other.api_key);
    const call = { account_id: answer.body.account_id, action: 'visit', params: { profile_url: person.url } };
    expect((await sandbox.call('POST', '/v2/profiles', call, other.api_key)).status).toBe(400);
  });
});

describe('invitations', () => {
  it('are refused while one is pending, when connected, and for three weeks after a withdrawal', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const invite = { profile_url: person.url };
    const { invitation_id } = await sandbox.act('network', account, 'invite', invite);
    expect(await sandbox.refusal('network', account, 'invite', invite)).toBe('INVITATION_PENDING');
    await sandbox.act('network', account, 'withdraw', { invitation_id });
    expect(await sandbox.refusal('network', account, 'withdraw', { invitation_id })).toBe('INVALID_PARAMS');
    expect(await sandbox.act('network', account, 'check_invitation', invite)).toMatchObject({
      invitation_state: 'NO_INVITATION',
      invitation_id: null,
    });
    expect(await sandbox.refusal('network', account, 'invite', invite)).toBe('RECENTLY_WITHDRAWN');
    await sandbox.advance('P20D');
    expect(await sandbox.refusal('network', account, 'invite', invite)).toBe('RECENTLY_WITHDRAWN');
    await sandbox.advance('P1DT1M');
    await sandbox.act('network', account, 'invite', invite);
    await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'accept_invitation' });
    expect(await sandbox.refusal('network', account, 'invite', invite)).toBe('ALREADY_CONNECTED');
    expect(await kinds(person.slug)).toEqual(['invitation', 'invitation']);
  });

  it('are limited to two hundred within a week', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    await sandbox.service.db.query(
      `insert into sandbox_invitations (account_id, person_id, direction, shared_secret, sent_at)
       select $1, person_id, 'sent', 'x', $2 from sandbox_people where user_id = $3 and degree > 1
        order by person_id limit 200`,
      [account, new Date(sandbox.service.clock.now()), sandbox.user_id],
    );
    expect(await sandbox.refusal('network', account, 'invite', { profile_url: person.url })).toBe('INVITATION_LIMIT');
    await sandbox.advance('P7DT1M');
    await sandbox.act('network', account, 'invite', { profile_url: person.url });
  });

  it('are sent once when twenty calls invite the same person at the same time', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const body = { account_id: account, action: 'invite', params: { profile_url: person.url } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.call('POST', '/v2/network', body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await kinds(person.slug)).toEqual(['invitation']);
  });
});

describe('messages', () => {
  it('need a connection', async () => {
    const account = await sandbox.account();
    const stranger = await sandbox.person();
    const friend = await sandbox.person({ degree: 1 });
    const send = (profile_url: string) => ({ profile_url, message_text: 'Hello' });
    expect(await sandbox.refusal('messages', account, 'send', send(stranger.url))).toBe('NOT_CONNECTED');
    const sent = await sandbox.act('messages', account, 'send', send(friend.url));
    expect(await kinds(stranger.slug)).toEqual([]);
    expect(await kinds(friend.slug)).toEqual(['message']);
    const conversation = { conversation_id: sent.data.conversation_id };
    const read = await sandbox.act('messages', account, 'get_conversation', conversation);
    expect(read.messages).toMatchObject([{ message_id: sent.data.entityUrn, text: 'Hello', sender: { is_me: true } }]);
  });
});

describe('InMails', () => {
  const inmail = (profile_url: string) => ({ profile_url, inmail: true, subject: 'A role', message_text: 'Hello' });
  const balance = async (account: string) => (await sandbox.act('balance', account, 'get')).inmail_credits;

  it('need a premium seat, a person who takes them and a credit, and spend nothing when refused', async () => {
    const seatless = await sandbox.account({ products: ['classic'] });
    const account = await sandbox.account({ inmail_credits: 1 });
    const person = await sandbox.person();
    const closed = await sandbox.person({ inmail_restriction: 'RESTRICTED' });
    expect(await sandbox.refusal('messages', seatless, 'send', inmail(person.url))).toBe('NO_PREMIUM_SEAT');
    expect(await sandbox.refusal('messages', account, 'send', inmail(closed.url))).toBe('INMAIL_RESTRICTED');
    expect(await balance(account)).toBe(1);
    const sent = await sandbox.act('messages', account, 'send', inmail(person.url));
    expect(sent.recipient_urn).toMatch(/^urn:lead:ACw/);
    expect(await balance(account)).toBe(0);
    expect(await sandbox.refusal('messages', account, 'send', inmail(person.url))).toBe('NO_INMAIL_CREDITS');
    expect(await sandbox.received(person.slug)).toMatchObject([{ kind: 'inmail', subject: 'A role', text: 'Hello' }]);
  });

  it('never outspend the seat, however many are sent at once', async () => {
    const account = await sandbox.account({ inmail_credits: 3 });
    const people = await Promise.all(Array.from({ length: 8 }, () => sandbox.person()));
    const answers = await Promise.all(
      people.map(({ url }) =>
        sandbox.call('POST', '/v2/messages', { account_id: account, action: 'send', params: inmail(url) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await balance(account)).toBe(0);
  });
});
