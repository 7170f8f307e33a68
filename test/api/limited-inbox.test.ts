import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/app/api-contract/api-operations.ts';
import { findAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { follow, sent } from '../conversations/fixtures.ts';
import { ada, addAccount, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPerson, ORIGIN, type Person } from './users-fixtures.ts';

/** A person who writes with two of our accounts, in a sequence that sends from both. */
interface Correspondent {
  readonly lead_id: string;
  readonly enrollment_id: string;
  readonly profile_url: string;
  /** Conversations by account. */
  readonly conversations: Readonly<Record<string, string>>;
  readonly last: Readonly<Record<string, string>>;
}

const ACCOUNTS = ['acc_anna', 'acc_bert'] as const;
type Account = (typeof ACCOUNTS)[number];

let api: ApiBench;
/** Limited to an account each, and to none. */
let anna: Person;
let bert: Person;
let owner: Person;
beforeAll(async () => {
  api = await openApi();
  await addAccount(api.db, 'acc_bert', 'professional');
  await addSequence(api.db, 'both', { senders: { professional: ['acc_anna'] } });
  await addSequence(api.db, 'of-bert', { senders: { professional: ['acc_bert'] } });
  [anna, bert, owner] = [
    await addPerson(api, 'operator', ['acc_anna']),
    await addPerson(api, 'operator', ['acc_bert']),
    await addPerson(api, 'owner'),
  ];
});
afterAll(() => api.close());

let people = 0;
let clicks = 0;

/** A person who writes `To acc_anna: …` to the one, and later `To acc_bert: …` to the other. */
async function correspondent(): Promise<Correspondent> {
  people += 1;
  const profile_url = `https://professional.example/in/limited-${people}`;
  const lead = ada({ profile_url, email: `limited-${people}@x.example` });
  const made = await api.call('POST', '/api/enrollments', { sequence: 'both', lead });
  const { lead_id, id: enrollment_id } = made.body;
  // No step of the tests sends by mail: it stands for a second network account here.
  await api.db.query(`update enrollments set senders = senders || '{"messenger": "acc_bert"}' where id = $1`, [
    enrollment_id,
  ]);
  const last: Record<string, string> = {};
  for (const account of ACCOUNTS) last[account] = await writes(profile_url, account);
  const { items } = (await api.call('GET', `/api/conversations?lead_id=${lead_id}`)).body;
  const conversations = Object.fromEntries(
    items.map(({ id, account_id }: { id: string; account_id: string }) => [account_id, id]),
  );
  return { lead_id, enrollment_id, profile_url, conversations, last };
}

/** A sequence that they were in before, and that sends from the second account alone. */
async function enrollmentOfBert({ enrollment_id }: Correspondent): Promise<string> {
  const id = `${enrollment_id}-of-bert`;
  await api.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, created_at, finished_at)
     select $2, v.sequence, v.version, v.digest, e.lead_id, '{"professional": "acc_bert"}', 'finished', e.created_at + interval '1 second', e.created_at
       from enrollments e, sequence_versions v where e.id = $1 and v.sequence = 'of-bert'`,
    [enrollment_id, id],
  );
  return id;
}

async function writes(profile_url: string, account_id: Account, words = 'tell me more'): Promise<string> {
  const event = { ...message(profile_url, { message_text: `To ${account_id}: ${words}` }), account_id };
  await happens(api, event);
  await follow(api);
  return event.event_id;
}

const answer = (by: Person, conversation = '', body: Record<string, unknown> = {}) =>
  api.call(
    'POST',
    `/api/conversations/${conversation}/messages`,
    { text: 'Gladly', send_after: 600, ...body },
    {
      key: null,
      headers: { ...ORIGIN, cookie: by.cookie, 'idempotency-key': `limited-${++clicks}` },
    },
  );

describe('a person who writes with two accounts', () => {
  let who: Correspondent;
  beforeAll(async () => {
    who = await correspondent();
  });

  /** Each route of one conversation: what it is asked, and which status whoever may ask it is given. */
  const routes: readonly (readonly [OperationName, string, string, (on: Account) => unknown, number])[] = [
    ['getConversation', 'GET', '', () => undefined, 200],
    ['getPresence', 'GET', '/presence', () => undefined, 200],
    ['sayPresence', 'POST', '/presence', () => ({ status: 'reading' }), 200],
    ['markConversationUnread', 'POST', '/unread', () => ({}), 200],
    ['markConversationRead', 'POST', '/read', (on) => ({ last_seen: who.last[on] }), 200],
    ['assignConversation', 'POST', '/assign', () => ({ user: owner.id }), 200],
    ['labelConversation', 'POST', '/label', () => ({ label: 'interested' }), 200],
    ['snoozeConversation', 'POST', '/snooze', () => ({ until: '3 days' }), 200],
    ['addConversationNote', 'POST', '/note', (on) => ({ text: `Noted on ${on}` }), 201],
    ['closeConversation', 'POST', '/done', (on) => ({ last_seen: who.last[on] }), 200],
    ['openConversation', 'POST', '/open', () => ({}), 200],
  ];

  it.each(routes)(
    'has, for each who asks, the conversations of their accounts alone: %s',
    async (_, method, path, body, good) => {
      const statusOf = async (by: Person, on: Account) => {
        const asked = method === 'GET' ? undefined : body(on);
        const { status, body: answered } = await by.call(
          method,
          `/api/conversations/${who.conversations[on]}${path}`,
          asked,
        );
        const others = ACCOUNTS.filter((one) => one !== on);
        // What somebody limited is told of their own names nothing of the other.
        if (by !== owner) for (const other of others) expect(JSON.stringify(answered)).not.toMatch(new RegExp(other));
        return status;
      };
      expect({
        anna: [await statusOf(anna, 'acc_anna'), await statusOf(anna, 'acc_bert')],
        bert: [await statusOf(bert, 'acc_anna'), await statusOf(bert, 'acc_bert')],
        owner: [await statusOf(owner, 'acc_anna'), await statusOf(owner, 'acc_bert')],
      }).toEqual({ anna: [good, 404], bert: [404, good], owner: [good, good] });
    },
  );

  it('is read as far as the accounts of who reads go: words, answers, notes, numbers', async () => {
    const read = async (by: Person, on: Account) =>
      (await by.call('GET', `/api/conversations/${who.conversations[on]}`)).body;
    const textsOf = ({ history }: { history: { text: string }[] }) => history.map(({ text }) => text);
    expect(textsOf(await read(anna, 'acc_anna'))).toEqual(['To acc_anna: tell me more']);
    expect(textsOf(await read(bert, 'acc_bert'))).toEqual(['To acc_bert: tell me more']);
    expect(textsOf(await read(owner, 'acc_anna'))).toEqual(['To acc_anna: tell me more', 'To acc_bert: tell me more']);
    expect((await read(anna, 'acc_anna')).notes).toMatchObject([{ text: 'Noted on acc_anna' }, {}]);
    const person = (await anna.call('GET', `/api/leads/${who.lead_id}`)).body;
    expect(JSON.stringify(person.history)).not.toContain('acc_bert');
    for (const url of [
      `/api/enrollments/${who.enrollment_id}/timeline`,
      '/api/timeline',
      `/api/enrollments/${who.enrollment_id}/explain`,
    ]) {
      const answered = JSON.stringify((await anna.call('GET', url)).body);
      expect(answered, url).toContain('To acc_anna: tell me more');
      expect(answered, url).not.toContain('To acc_bert: tell me more');
      expect(JSON.stringify((await owner.call('GET', url)).body), url).toContain('To acc_bert: tell me more');
    }
  });

  it('is found and counted by what may be seen alone', async () => {
    await writes(who.profile_url, 'acc_bert', 'a platypus');
    const found = async (by: Person, query: string) => {
      const { items, count } = (await by.call('GET', `/api/conversations?count=true&lead_id=${who.lead_id}&${query}`))
        .body;
      expect(count.value).toBe(items.length);
      return items.map(({ account_id }: { account_id: string }) => account_id).toSorted();
    };
    for (const query of ['q=platypus', 'account_id=acc_bert', 'unread=true']) {
      expect([await found(anna, query), await found(owner, query)], query).toEqual([[], ['acc_bert']]);
    }
    expect([await found(anna, 'q=ada'), await found(owner, 'q=ada')]).toEqual([['acc_anna'], [...ACCOUNTS]]);
  });

  it('is handled with many at once on the accounts of who asks alone', async () => {
    const one = await correspondent();
    const asked = { action: 'assign', user: owner.id, filter: { lead_id: one.lead_id } };
    expect((await anna.call('POST', '/api/conversations/handle?dry_run=true', asked)).body).toMatchObject({
      ...{ matched: 1, sample: [one.conversations.acc_anna] },
    });
    expect((await anna.call('POST', '/api/conversations/handle', asked)).body.matched).toBe(1);
    const words = { ...asked, user: null, filter: { q: 'tell', lead_id: one.lead_id } };
    expect((await bert.call('POST', '/api/conversations/handle', words)).body.matched).toBe(1);
    const { items } = (await api.call('GET', `/api/conversations?lead_id=${one.lead_id}&sort=created_at`)).body;
    expect(items).toMatchObject([{ account_id: 'acc_anna', assignee: owner.id }, { assignee: null }]);
  });

  it('has the campaigns that wrote to them from these accounts', async () => {
    const one = await correspondent();
    const campaigns: Record<string, string> = {};
    for (const sequence of ['both', 'of-bert']) {
      const source = { leads: [{ first_name: 'Grace', profile_url: `grace-${sequence}` }] };
      campaigns[sequence] = (await api.call('POST', '/api/campaigns', { name: sequence, sequence, source })).body.id;
    }
    const other = await enrollmentOfBert(one);
    const wrote = async (enrollment: string, sequence: string, account_id: Account) => {
      await api.db.query('update enrollments set campaign_id = $2 where id = $1', [enrollment, campaigns[sequence]]);
      await sent(api, enrollment, { account_id });
    };
    await wrote(one.enrollment_id, 'both', 'acc_anna');
    await wrote(other, 'of-bert', 'acc_bert');
    await follow(api);
    const listed = async (by: Person, query = '') =>
      (await by.call('GET', `/api/conversations?lead_id=${one.lead_id}${query}`)).body.items.map(
        ({ account_id, campaign_ids }: { account_id: string; campaign_ids: string[] }) => [account_id, campaign_ids],
      );
    expect(await listed(anna)).toEqual([['acc_anna', [campaigns.both]]]);
    expect(await listed(anna, `&campaign_id=${campaigns.both}`)).toHaveLength(1);
    expect(await listed(anna, `&campaign_id=${campaigns['of-bert']}`)).toEqual([]);
    expect(await listed(owner, `&campaign_id=${campaigns['of-bert']}`)).toHaveLength(2);
    const { campaign_ids } = (await anna.call('GET', `/api/conversations/${one.conversations.acc_anna}`)).body;
    expect(campaign_ids).toEqual([campaigns.both]);
  });
});

describe('an answer of somebody who is limited', () => {
  it('is not in the way of what they cannot see, nor behind it; whoever sees all is asked to read it first', async () => {
    const { conversations, last } = await correspondent();
    // The newest message of all is the one to the other account.
    expect(await answer(owner, conversations.acc_anna, { last_seen: last.acc_anna })).toMatchObject({
      status: 409,
      body: { code: 'answered_meanwhile', unseen: [{ id: last.acc_bert }] },
    });
    const taken = await answer(anna, conversations.acc_anna, { last_seen: last.acc_anna });
    expect(taken.status).toBe(201);
    expect(await findAnswer(api.db, taken.body.id)).toMatchObject({ within: ['acc_anna'], seen: 1 });
    // Nor does an answer that is about to go by the other account stand in the way, or in the thread.
    expect((await answer(bert, conversations.acc_bert, { last_seen: last.acc_bert })).status).toBe(201);
    const { answers } = (await bert.call('GET', `/api/conversations/${conversations.acc_bert}`)).body;
    expect(answers).toMatchObject([{ account_id: 'acc_bert' }]);
    const all = (await owner.call('GET', `/api/conversations/${conversations.acc_bert}`)).body.answers;
    expect(all).toHaveLength(2);
  });

  it('waits for what they can see', async () => {
    const { conversations, last, profile_url } = await correspondent();
    const newer = await writes(profile_url, 'acc_anna', 'one more thing');
    await writes(profile_url, 'acc_bert', 'a secret');
    const refused = await answer(anna, conversations.acc_anna, { last_seen: last.acc_anna });
    expect(refused).toMatchObject({ status: 409, body: { code: 'answered_meanwhile', unseen: [{ id: newer }] } });
    expect(refused.body.unseen).toHaveLength(1);
    const done = await anna.call('POST', `/api/conversations/${conversations.acc_anna}/done`, {
      last_seen: last.acc_anna,
    });
    expect(done).toMatchObject({ status: 409, body: { last_message: { id: newer } } });
  });

  it('names no message that they cannot see', async () => {
    const { conversations, last } = await correspondent();
    const asked = { last_seen: last.acc_bert };
    expect((await answer(anna, conversations.acc_anna, asked)).body.code).toBe('unknown_message');
    const read = await anna.call('POST', `/api/conversations/${conversations.acc_anna}/read`, asked);
    expect(read).toMatchObject({ status: 422, body: { errors: [{ field: 'last_seen' }] } });
  });

  it('goes from no account that they have not, and theirs is taken back by nobody who has not that account', async () => {
    const { conversations, last } = await correspondent();
    const refused = await answer(anna, conversations.acc_bert, { last_seen: last.acc_bert });
    expect(refused).toMatchObject({ status: 404, body: { code: 'unknown_conversation' } });
    const { body } = await answer(anna, conversations.acc_anna, { last_seen: last.acc_anna });
    const paths = Object.values(conversations).map((id) => `/api/conversations/${id}/messages/${body.id}`);
    for (const path of paths) expect((await bert.call('DELETE', path)).status).toBe(404);
    const ofBert = await bert.call('GET', `/api/conversations/${conversations.acc_bert}/messages/${body.id}`);
    expect(ofBert.body.code).toBe('unknown_message');
    const own = `/api/conversations/${conversations.acc_anna}/messages/${body.id}`;
    expect((await anna.call('DELETE', own)).body.state).toBe('withdrawn');
  });

  it('is stopped by a no on whichever account, and the refusal says neither whose words it was nor to whom', async () => {
    const { conversations, last, lead_id } = await correspondent();
    const { body: entry } = await api.call('POST', '/api/suppressions', { lead_id, reason: 'told Bert to stop' });
    const refused = await answer(anna, conversations.acc_anna, { last_seen: last.acc_anna, confirm: [entry.id] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'do_not_contact', entries: [] } });
    expect(JSON.stringify(refused.body)).not.toMatch(/Bert|lead/);
    const person = (await anna.call('GET', `/api/leads/${lead_id}`)).body;
    expect(person.do_not_contact).toEqual({ id: entry.id, kind: 'lead', reason: '' });
    const all = await answer(owner, conversations.acc_bert, { last_seen: last.acc_bert, confirm: [entry.id] });
    expect(all.status).toBe(201);
  });

  it('is filled from the variables of their own sequences', async () => {
    const who = await correspondent();
    const { conversations, enrollment_id } = who;
    const other = await enrollmentOfBert(who);
    const vars = (id: string, offer: string) =>
      api.db.query('update enrollments set vars = $2 where id = $1', [id, JSON.stringify({ offer })]);
    await vars(enrollment_id, 'ours');
    await vars(other, 'theirs');
    const { body } = await api.call('POST', '/api/saved-answers', { name: `Offer ${people}`, text: '{{ offer }}' });
    const filled = async (by: Person, on: Account) =>
      (await by.call('POST', `/api/saved-answers/${body.id}/fill`, { conversation_id: conversations[on] })).body.text;
    expect([await filled(anna, 'acc_anna'), await filled(bert, 'acc_bert')]).toEqual(['ours', 'theirs']);
  });
});

describe('somebody who is limited', () => {
  it('matches messages of their accounts to people of theirs, and learns of nobody else', async () => {
    const stranger = (account_id: Account) => {
      people += 1;
      return { ...message(`https://professional.example/in/stranger-${people}`), account_id };
    };
    const [own, others] = [stranger('acc_anna'), stranger('acc_bert')];
    await happens(api, own, others);
    const { items } = (await anna.call('GET', '/api/conversations/unmatched')).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([own.event_id]);
    const foreign = (
      await api.call('POST', '/api/enrollments', {
        sequence: 'of-bert',
        lead: ada({ email: 'f@x.example', profile_url: `foreign-${people}` }),
      })
    ).body;
    const match = (by: Person, lead_id: string) =>
      by.call('POST', `/api/conversations/unmatched/${own.event_id}/match`, { lead_id });
    expect((await match(anna, foreign.lead_id)).body.code).toBe('unknown_person');
    expect((await match(bert, foreign.lead_id)).body.code).toBe('unknown_event');
    // By now somebody whom they do not know has the name.
    const named = ada({ email: 'g@x.example', profile_url: `https://professional.example/in/stranger-${people - 1}` });
    await api.db.query(`update events set state = 'pending' where event_id = $1`, [own.event_id]);
    await api.call('POST', '/api/enrollments', { sequence: 'of-bert', lead: named });
    await api.db.query(`update events set state = 'unmatched', lead_id = null where event_id = $1`, [own.event_id]);
    const taken = await anna.call('POST', `/api/conversations/unmatched/${own.event_id}/person`, {});
    expect(taken.body).toMatchObject({ code: 'name_taken', detail: expect.stringContaining('somebody else') });
    const known = await owner.call('POST', `/api/conversations/unmatched/${own.event_id}/person`, {});
    expect(known.body.detail).toContain('lead_');
  });

  it('reads of a person who has only ever written to one of their accounts', async () => {
    people += 1;
    const event = message(`https://professional.example/in/stranger-${people}`);
    await happens(api, event);
    const made = await anna.call('POST', `/api/conversations/unmatched/${event.event_id}/person`, {
      first_name: 'Joan',
    });
    await happens(api);
    await follow(api);
    const id = made.body.lead_id;
    const statuses = [];
    for (const by of [anna, bert, owner]) statuses.push((await by.call('GET', `/api/leads/${id}`)).status);
    expect(statuses).toEqual([200, 404, 200]);
    const listed = async (by: Person) => (await by.call('GET', '/api/leads?q=Joan')).body.items.length;
    expect([await listed(anna), await listed(bert)]).toEqual([1, 0]);
  });

  it('is asked about the answers and mails of their accounts alone', async () => {
    const { conversations, last, enrollment_id } = await correspondent();
    const task = async (node: string, set: string, value: unknown) => {
      const id = await openTask(api.db, {
        ...{ id: newId('tsk'), enrollment_id, node, visit: 1, kind: 'task', text: 'Call' },
        ...{ preview: {}, due_at: null, created_at: new Date(), assignee: null },
      });
      await api.db.query(`update tasks set ${set} where id = $1`, [id, value]);
      return id;
    };
    const { body } = await answer(anna, conversations.acc_anna, { last_seen: last.acc_anna });
    const common = await task('call', 'text = $2', 'Call them');
    const inDoubt = await task('answer', `kind = 'unknown_outcome', enrollment_id = null, answer_id = $2`, body.id);
    const unclear = await task('unclear', `kind = 'unclear_reply', event_id = $2`, last.acc_bert);
    const mine = [common, inDoubt, unclear];
    const seen = async (by: Person) => {
      const { items } = (await by.call('GET', '/api/tasks?limit=1000')).body;
      const read = [];
      for (const id of mine) {
        const { status } = await by.call('GET', `/api/tasks/${id}`);
        expect(status === 200).toBe(items.some((one: { id: string }) => one.id === id));
        read.push(status === 200);
      }
      return read;
    };
    expect([await seen(anna), await seen(bert), await seen(owner)]).toEqual([
      [true, true, false],
      [true, false, true],
      [true, true, true],
    ]);
    const words = async (by: Person) => (await by.call('GET', `/api/tasks/${common}`)).body.last_message.text;
    expect([await words(anna), await words(bert), await words(owner)]).toEqual([
      ...['To acc_anna: tell me more', 'To acc_bert: tell me more', 'To acc_bert: tell me more'],
    ]);
  });

  it('hears of replies and labels on their accounts alone', async () => {
    const { conversations, profile_url } = await correspondent();
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const end = new AbortController();
    const stream = await fetch(`${url}/api/events`, { headers: { cookie: anna.cookie }, signal: end.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await writes(profile_url, 'acc_bert', 'not for Anna');
    await bert.call('POST', `/api/conversations/${conversations.acc_bert}/label`, {
      label: 'not_now',
      until: '9 days',
    });
    await writes(profile_url, 'acc_anna', 'for Anna');
    let heard = '';
    while (!heard.includes('for Anna')) heard += (await reader?.read())?.value ?? '';
    end.abort();
    expect(heard).toContain('reply.received');
    expect(heard).not.toMatch(/not for Anna|not_now/);
  });
});
