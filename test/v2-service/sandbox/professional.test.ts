import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const kinds = async (slug: string) => (await sandbox.received(slug)).map((item) => item.kind);

describe('references to a person', () => {
  it('resolve from the slug URL, the id-based URL, the slug and the urn to the same profile', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person({ first_name: 'Ada', last_name: "O'Hara", degree: 3 });
    expect(person.id_url).toMatch(/^https:\/\/professional\.example\/in\/ACo/);
    const bare = person.id_url.split('/').at(-1);
    const forms = [person.url, `${person.url}/?trk=x`, person.id_url, person.slug, person.urn, bare];
    for (const profile_url of forms) {
      expect(await sandbox.act('profiles', account, 'get', { profile_url })).toMatchObject({
        public_identifier: person.slug,
        profile_id_url: person.id_url,
        degree: 3,
        connected: false,
      });
    }
  });

  it('are INVALID_PARAMS when nobody is there, or when the URL is of another site', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    for (const profile_url of ['no-such-person', `https://elsewhere.example/in/${person.slug}`]) {
      expect(await sandbox.refusal('profiles', account, 'visit', { profile_url })).toBe('INVALID_PARAMS');
    }
  });

  it('do not reach the people of another owner', async () => {
    const other = await sandbox.control('POST', '/users', {});
    const person = await sandbox.person();
    const answer = await sandbox.call('POST', '/sandbox/accounts', {}, other.api_key);
    const call = { account_id: answer.body.account_id, action: 'visit', params: { profile_url: person.url } };
    expect((await sandbox.call('POST', '/v2/profiles', call, other.api_key)).status).toBe(400);
  });
});

describe('invitations', () => {
  it('reach the person with their note, and read as pending', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person();
    const sent = await sandbox.act('network', account, 'invite', { profile_url: person.url, message_text: 'Hello' });
    expect(await sandbox.received(person.slug)).toMatchObject([
      { kind: 'invitation', account_id: account, text: 'Hello' },
    ]);
    expect(await sandbox.act('network', account, 'check_invitation', { profile_url: person.id_url })).toMatchObject({
      invitation_state: 'PENDING',
      invitation_type: 'SENT',
      invitation_id: sent.invitation_id,
      member_distance: 2,
    });
  });

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

  it('live in the premium inbox only: neither id space opens the other', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person({ degree: 1 });
    const thread = (await sandbox.act('messages', account, 'send', inmail(person.url))).data.value.threadId;
    const message = { profile_url: person.url, message_text: 'Hi' };
    const classic = (await sandbox.act('messages', account, 'send', message)).data.conversation_id;
    const read = (conversation_id: string, premium_nav: boolean) => ({ conversation_id, premium_nav });
    await sandbox.act('messages', account, 'get_conversation', read(thread, true));
    await sandbox.act('messages', account, 'get_conversation', read(classic, false));
    expect(await sandbox.refusal('messages', account, 'get_conversation', read(thread, false))).toBe('INVALID_PARAMS');
    expect(await sandbox.refusal('messages', account, 'get_conversation', read(classic, true))).toBe('INVALID_PARAMS');
  });
});

describe('the inbox', () => {
  it('pages through opaque cursors without a gap, and refuses one that was changed or is of another list', async () => {
    const account = await sandbox.account();
    const people = await Promise.all(Array.from({ length: 5 }, () => sandbox.person({ degree: 1 })));
    for (const { url } of people) {
      await sandbox.act('messages', account, 'send', { profile_url: url, message_text: 'Hello' });
    }
    const seen: string[] = [];
    const cursors: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await sandbox.act('messages', account, 'list_inbox', { count: 2, ...(cursor ? { cursor } : {}) });
      seen.push(
        ...page.conversations.map((each: { participant: { profile_url: string } }) => each.participant.profile_url),
      );
      cursor = page.next_cursor;
      if (!cursor) break;
      cursors.push(cursor);
    }
    expect(seen).toEqual(people.map(({ url }) => url).reverse());
    const [good = ''] = cursors;
    const middle = Math.floor(good.length / 2);
    const changed = `${good.slice(0, middle)}${good[middle] === 'A' ? 'B' : 'A'}${good.slice(middle + 1)}`;
    expect(await sandbox.refusal('messages', account, 'list_inbox', { cursor: changed })).toBe('INVALID_PARAMS');
    const other = await sandbox.account();
    expect(await sandbox.refusal('messages', other, 'list_inbox', { cursor: good })).toBe('INVALID_PARAMS');
  });

  it('counts what is unread until one answers, and reads a conversation newest first', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person({ degree: 1 });
    const send = { profile_url: person.url, message_text: 'one' };
    const { conversation_id } = (await sandbox.act('messages', account, 'send', send)).data;
    for (const text of ['two', 'three']) {
      await sandbox.control('POST', `/people/${person.slug}/act`, { account_id: account, do: 'reply', text });
    }
    const inbox = await sandbox.act('messages', account, 'list_inbox', { category: 'UNREAD' });
    expect(inbox.conversations).toMatchObject([{ conversation_id, unread: 2, last_message: { text: 'three' } }]);
    const read = await sandbox.act('messages', account, 'get_conversation', { conversation_id });
    expect(read.messages.map((each: { text: string }) => each.text)).toEqual(['three', 'two', 'one']);
    await sandbox.act('messages', account, 'send', send);
    expect((await sandbox.act('messages', account, 'list_inbox', { category: 'UNREAD' })).conversations).toEqual([]);
  });
});

describe('lists', () => {
  it('find people by name, company and network, with the total', async () => {
    const account = await sandbox.account();
    const person = await sandbox.person({ full_name: 'Zebedee Quill', company: 'Quillworks', degree: 3 });
    const found = await sandbox.act('profiles', account, 'search_people', { last_name: 'quill', network: ['O'] });
    expect(found).toMatchObject({ total_available_results: 1, profiles: [{ profile_url: person.url }] });
    const none = await sandbox.act('profiles', account, 'search_people', { keyword: 'Quillworks', network: 'F' });
    expect(none.profiles).toEqual([]);
    expect((await sandbox.act('profiles', account, 'search_people', { keyword: '100%' })).profiles).toEqual([]);
  });

  it('give the candidates of a job by rating, sorted both ways, with the rejected marked', async () => {
    const account = await sandbox.account();
    const job = { job_id: '4000000001', count: 100 };
    const all = await sandbox.act('recruiter', account, 'get_candidates', job);
    expect(all.candidates).toHaveLength(50);
    expect(all.candidates.filter((each: { is_rejected: boolean }) => each.is_rejected)).toHaveLength(4);
    const fit = await sandbox.act('recruiter', account, 'get_candidates', { ...job, ratings: 'GOOD_FIT,MAYBE' });
    expect(new Set(fit.candidates.map((each: { rating: string }) => each.rating))).toEqual(
      new Set(['GOOD_FIT', 'MAYBE']),
    );
    const ids = async (sortOrder: string) =>
      (
        await sandbox.act('recruiter', account, 'get_candidates', { ...job, sortType: 'APPLIED_DATE', sortOrder })
      ).candidates.map((each: { application_id: string }) => each.application_id);
    expect(await ids('ASCENDING')).toEqual((await ids('DESCENDING')).reverse());
    const pages = [0, 20, 40].map((offset) => ({ ...job, count: 20, offset }));
    const paged = [];
    for (const page of pages)
      paged.push(...(await sandbox.act('recruiter', account, 'get_candidates', page)).candidates);
    expect(paged).toEqual(all.candidates);
    expect(await sandbox.refusal('recruiter', account, 'get_candidates', { job_id: '1' })).toBe('INVALID_PARAMS');
  });

  it('have new jobs with new candidates, or with people named', async () => {
    const account = await sandbox.account();
    await sandbox.control('POST', '/jobs', { job_id: '77', candidates: 30, rejected: 2 });
    const drawn = await sandbox.act('recruiter', account, 'get_candidates', { job_id: '77', count: 100 });
    expect(drawn).toMatchObject({ total_available_results: 30 });
    const [first, second] = [await sandbox.person(), await sandbox.person()];
    const people = [first.slug, { public_identifier: second.slug, rating: 'GOOD_FIT' }];
    await sandbox.control('POST', '/jobs', { job_id: '78', people });
    const named = await sandbox.act('recruiter', account, 'get_candidates', { job_id: '78', ratings: 'GOOD_FIT' });
    expect(named.candidates).toMatchObject([{ public_identifier: second.slug }]);
  });
});
