import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const network = (account_id: string, action: string, params: object = {}) =>
  sandbox.call('POST', '/v2/network', { account_id, action, params });
const act = (slug: string, account_id: string, body: object) =>
  sandbox.control('POST', `/people/${slug}/act`, { account_id, ...body });

/** An invitation of this person, as `list_invitations` gives it. */
async function invitedBy(account: string, person: { slug: string }) {
  await act(person.slug, account, { do: 'invite_me', text: 'Let us connect' });
  const { invitations } = await sandbox.act('network', account, 'list_invitations', { count: 1 });
  return invitations[0];
}

describe('invite', () => {
  it('reaches the person with its note, for 1 credit [network/invite network/invite.profile_url network/invite.message_text]', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const { body } = await network(account, 'invite', { profile_url: person.id_url, message_text: 'n'.repeat(300) });
    expect(body.data).toEqual({
      invitation_id: expect.any(Number),
      invitation_state: 'PENDING',
      profile_url: person.url,
    });
    expect(body.metadata.credits_consumed).toBe(1);
    expect(await sandbox.received(person.slug)).toMatchObject([{ kind: 'invitation', text: 'n'.repeat(300) }]);
    const plain = await sandbox.person();
    await sandbox.act('network', account, 'invite', { profile_url: plain.url, message_text: '  ' });
    expect(await sandbox.received(plain.slug)).toMatchObject([{ kind: 'invitation', text: null }]);
  });

  it('wants a person who is there, and a note of at most 300 characters', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const me = await sandbox.act('profiles', account, 'get_me');
    const wrong = [
      {},
      { profile_url: 'nobody-here' },
      { profile_url: 'https://elsewhere.example/in/ada' },
      { profile_url: person.url, message_text: 'n'.repeat(301) },
      { profile_url: person.url, message: 'a name of V1' },
      { profile_url: me.profile_url },
    ];
    for (const params of wrong) {
      const { body } = await network(account, 'invite', params);
      expect([body.error.code, body.metadata.credits_consumed]).toEqual(['INVALID_PARAMS', 0]);
    }
    expect(await sandbox.received(person.slug)).toEqual([]);
  });

  it("is refused to a connection, and while the person's own invitation is pending, at no charge", async () => {
    const account = await sandbox.account();
    const [friend, inviter] = [await sandbox.person({ degree: 1 }), await sandbox.person()];
    await act(inviter.slug, account, { do: 'invite_me' });
    for (const [person, sub_code] of [
      [friend, 'ALREADY_CONNECTED'],
      [inviter, 'INVITATION_PENDING'],
    ] as const) {
      const { status, body } = await network(account, 'invite', { profile_url: person.url });
      expect([status, body.error.sub_code, body.metadata.credits_consumed]).toEqual([422, sub_code, 0]);
    }
  });
});

describe('list_invitations', () => {
  it('shows received ones with their sender and age, newest first [network/list_invitations record/received_invitation.*]', async () => {
    const account = await sandbox.account();
    const first = await sandbox.person({ first_name: 'Ada', last_name: 'Quill', headline: 'Engineer' });
    const second = await sandbox.person();
    await act(first.slug, account, { do: 'invite_me' });
    await sandbox.advance('P15DT1H');
    await act(second.slug, account, { do: 'invite_me' });
    const { body } = await network(account, 'list_invitations');
    expect(body.data.invitations).toEqual([
      expect.objectContaining({ sent_time: 'just now', sent_time_days: 0 }),
      {
        entity_urn: expect.stringMatching(/^urn:invitation:\d+$/),
        shared_secret: expect.stringMatching(/^\w+$/),
        sender: {
          first_name: 'Ada',
          last_name: 'Quill',
          headline: 'Engineer',
          linkedin_url: first.url,
          profile_picture_url: expect.stringMatching(/^https:/),
        },
        invitation_type: 'CONNECTION',
        sent_time: '2 weeks ago',
        sent_time_days: 15,
      },
    ]);
    expect(body.data.pagination).toMatchObject({ results_per_page: 100, pages_fetched: 1, has_more: false });
  });

  it('keeps to the type that is asked for [network/list_invitations.invitation_type]', async () => {
    const account = await sandbox.account();
    await invitedBy(account, await sandbox.person());
    const count = async (params: object) =>
      (await sandbox.act('network', account, 'list_invitations', params)).total_results;
    expect(await count({ invitation_type: 'CONNECTION' })).toBe(1);
    expect(await count({ invitation_type: 'ORGANIZATION' })).toBe(0);
    expect(await count({})).toBe(1);
  });
});

describe('accept', () => {
  it('connects with whoever invited, once, and only by the right secret [network/accept network/accept.entity_urn network/accept.shared_secret]', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const { entity_urn, shared_secret } = await invitedBy(account, person);
    const wrong = [
      {},
      { entity_urn },
      { entity_urn, shared_secret: 'wrong' },
      { entity_urn: 'urn:invitation:1', shared_secret },
      { entity_urn: 'no urn at all', shared_secret },
      { entity_urn: `urn:invitation:${'9'.repeat(30)}`, shared_secret },
    ];
    for (const params of wrong) {
      expect((await network(account, 'accept', params)).body.error.code).toBe('INVALID_PARAMS');
    }
    const stranger = await sandbox.account();
    expect((await network(stranger, 'accept', { entity_urn, shared_secret })).body.error.code).toBe('INVALID_PARAMS');

    const { body } = await network(account, 'accept', { entity_urn, shared_secret });
    expect(body).toMatchObject({ data: { accepted: true }, metadata: { credits_consumed: 1 } });
    const check = { profile_url: person.url };
    expect(await sandbox.act('network', account, 'check_invitation', check)).toMatchObject({
      invitation_state: 'ACCEPTED',
    });
    expect((await sandbox.act('network', account, 'list_invitations')).invitations).toEqual([]);
    await sandbox.act('messages', account, 'send', { profile_url: person.url, message_text: 'Hello' });
    expect((await network(account, 'accept', { entity_urn, shared_secret })).body.error.code).toBe('INVALID_PARAMS');
  });
});

describe('list_sent', () => {
  it('shows what waits for an answer, newest first [network/list_sent record/sent_invitation.*]', async () => {
    const account = await sandbox.account();
    const [first, second, third] = [
      await sandbox.person({ first_name: 'Ada', last_name: 'Quill' }),
      await sandbox.person(),
      await sandbox.person(),
    ];
    const { invitation_id } = await sandbox.act('network', account, 'invite', { profile_url: first.url });
    const sentAt = sandbox.service.clock.now();
    await sandbox.advance('P3DT1H');
    for (const { url } of [second, third]) await sandbox.act('network', account, 'invite', { profile_url: url });
    await act(third.slug, account, { do: 'accept_invitation' });
    const { invitations } = await sandbox.act('network', account, 'list_sent');
    expect(invitations).toEqual([
      expect.objectContaining({ profile_url: second.url, sent_time_days: 0 }),
      { invitation_id, profile_url: first.url, name: 'Ada Quill', sent_at: expect.any(String), sent_time_days: 3 },
    ]);
    expect(Math.abs(Date.parse(invitations[1].sent_at) - sentAt)).toBeLessThan(60_000);
  });
});

describe('withdraw', () => {
  it('takes back what is pending, once [network/withdraw network/withdraw.invitation_id]', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const { invitation_id } = await sandbox.act('network', account, 'invite', { profile_url: person.url });
    const other = await sandbox.account();
    expect((await network(other, 'withdraw', { invitation_id })).body.error.code).toBe('INVALID_PARAMS');
    const { body } = await network(account, 'withdraw', { invitation_id: String(invitation_id) });
    expect(body).toMatchObject({ data: { withdrawn: true }, metadata: { credits_consumed: 1 } });
    expect((await sandbox.act('network', account, 'list_sent')).invitations).toEqual([]);
    for (const params of [{ invitation_id }, { invitation_id: 1 }, { invitation_id: 'x' }, {}]) {
      expect((await network(account, 'withdraw', params)).body.error.code).toBe('INVALID_PARAMS');
    }
  });

  it('is for sent invitations only', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    await act(person.slug, account, { do: 'invite_me' });
    const { invitation_id } = await sandbox.act('network', account, 'check_invitation', { profile_url: person.url });
    expect((await network(account, 'withdraw', { invitation_id })).body.error.code).toBe('INVALID_PARAMS');
  });
});

describe('check_invitation', () => {
  it('distinguishes the three states and their types, for 1 credit each [network/check_invitation network/check_invitation.profile_url record/invitation_check.* credits#7]', async () => {
    const account = await sandbox.account();
    const check = async (person: { url: string }) => {
      const { body } = await network(account, 'check_invitation', { profile_url: person.url });
      expect(body.metadata.credits_consumed).toBe(1);
      return body.data;
    };
    const message = expect.stringMatching(/\w/);
    const none = await sandbox.person({ degree: 3 });
    expect(await check(none)).toEqual({
      invitation_state: 'NO_INVITATION',
      invitation_type: null,
      invitation_id: null,
      member_distance: 3,
      message,
    });
    const invited = await sandbox.person();
    const { invitation_id } = await sandbox.act('network', account, 'invite', { profile_url: invited.url });
    const pending = { invitation_state: 'PENDING', invitation_id, member_distance: 2, message };
    expect(await check(invited)).toEqual({ ...pending, invitation_type: 'SENT' });
    const inviter = await sandbox.person();
    await act(inviter.slug, account, { do: 'invite_me' });
    expect(await check(inviter)).toEqual({
      ...pending,
      invitation_type: 'RECEIVED',
      invitation_id: expect.any(Number),
    });
    await act(invited.slug, account, { do: 'accept_invitation' });
    expect(await check(invited)).toEqual({
      invitation_state: 'ACCEPTED',
      invitation_type: 'CONNECTED',
      invitation_id,
      member_distance: 1,
      message,
    });
    const friend = await sandbox.person({ degree: 1 });
    expect(await check(friend)).toMatchObject({ invitation_state: 'ACCEPTED', invitation_id: null });
  });

  it('refuses what is no profile', async () => {
    const account = await sandbox.account();
    for (const profile_url of ['https://elsewhere.example/in/ada', 'http://', 'not a url', 'nobody-here', 7]) {
      const { body } = await network(account, 'check_invitation', { profile_url });
      expect(body).toMatchObject({ error: { code: 'INVALID_PARAMS' }, metadata: { credits_consumed: 0 } });
    }
  });
});
