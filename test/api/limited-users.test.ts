import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationName, operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { requestReconciliation } from '../../src/runtime/store/events/request-reconciliation.ts';
import { openTask } from '../../src/runtime/store/tasks/open-task.ts';
import { newId } from '../../src/shared/kit/ids.ts';
import { isRecord } from '../../src/shared/kit/is-record.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada, addAccount, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPerson, ORIGIN, type Person } from './users-fixtures.ts';

/** One of each thing that belongs to an account. */
interface Belongings {
  readonly account: string;
  readonly enrollment: string;
  readonly person: string;
  readonly campaign: string;
  readonly task: string;
  readonly event: string;
  readonly unmatched: string;
  readonly conversation: string;
  readonly answer: string;
  readonly reconciliation: string;
  readonly job: string;
}

let api: ApiBench;
let editor: Person;
let mine: Belongings;
let theirs: Belongings;
let saved: string;

beforeAll(async () => {
  api = await openApi();
  await addAccount(api.db, 'acc_bert', 'professional');
  mine = await belongingsOf('acc_anna');
  theirs = await belongingsOf('acc_bert');
  saved = (await api.call('POST', '/api/saved-answers', { name: 'Hello', text: 'Gladly' })).body.id;
  editor = await addPerson(api, 'editor', ['acc_anna']);
});
afterAll(() => api.close());

async function belongingsOf(account: string): Promise<Belongings> {
  const pool = { senders: { professional: [account] } };
  const sequence = `of-${account.replace('_', '-')}`;
  await addSequence(api.db, sequence, pool);
  const made = await api.call('POST', '/api/enrollments', { sequence, lead: ada({ profile_url: account }) });
  const enrollment = made.body.id;
  const lead = { first_name: 'Grace', profile_url: `grace-${account}` };
  const campaign = await api.call('POST', '/api/campaigns', { name: account, sequence, source: { leads: [lead] } });
  const task = await openTask(api.db, {
    ...{ id: newId('tsk'), enrollment_id: enrollment, node: 'call', visit: 1, kind: 'task', text: 'Call' },
    ...{ preview: {}, due_at: null, created_at: new Date(), assignee: null },
  });
  const event = { ...message(`https://professional.example/in/${account}`), account_id: account };
  const stranger = { ...message(`https://professional.example/in/stranger-${account}`), account_id: account };
  await happens(api, event, stranger);
  await follow(api);
  const [conversation] = (await api.call('GET', `/api/conversations?account_id=${account}`)).body.items;
  const asked_answer = { text: 'Gladly', last_seen: event.event_id, send_after: 86_400 };
  const path = `/api/conversations/${conversation.id}/messages`;
  const answer = await api.call('POST', path, asked_answer, { headers: { 'idempotency-key': account } });
  const at = new Date();
  const asked = { account_id: account, reason: 'a test', depth: 'free', since: null, at, not_within: 0 } as const;
  const reconciliation = (await requestReconciliation(api.db, asked)) ?? '';
  const job = (await api.call('POST', `/api/accounts/${account}/resume`, {})).body.job_id ?? '';
  const control = { action: 'resume', filter: { account_id: account } };
  const begun = await api.call('POST', '/api/enrollments/control', control);
  return {
    ...{ account, enrollment, person: made.body.lead_id, campaign: campaign.body.id, task },
    ...{ event: event.event_id, unmatched: stranger.event_id, conversation: conversation.id, answer: answer.body.id },
    ...{ reconciliation, job: job || begun.body.job_id },
  };
}

/** The kinds that `{id}` names, by the beginning of the path. */
const KINDS: readonly (readonly [string, keyof Belongings])[] = [
  ['/api/accounts/{id}', 'account'],
  ['/api/enrollments/{id}', 'enrollment'],
  ['/api/leads/{id}', 'person'],
  ['/api/campaigns/{id}', 'campaign'],
  ['/api/tasks/{id}', 'task'],
  ['/api/received-events/{id}', 'event'],
  ['/api/conversations/unmatched/{id}', 'unmatched'],
  ['/api/conversations/{id}', 'conversation'],
  // By the conversation in its body.
  ['/api/saved-answers/{id}/fill', 'conversation'],
  ['/api/reconciliations/{id}', 'reconciliation'],
  ['/api/control/{id}', 'job'],
];

const own = operationNames.filter((name) => operationOf(name).accounts === 'own');
const ofOne = own.filter((name) => operationOf(name).path.includes('{id}'));
const lists = own.filter((name) => {
  const { method, path } = operationOf(name);
  return method === 'GET' && !path.includes('{') && !['streamEvents', 'getStats', 'listHolds'].includes(name);
});

function kindOf(name: OperationName): keyof Belongings {
  const { path } = operationOf(name);
  const kind = KINDS.find(([begin]) => path.startsWith(begin))?.[1];
  if (kind === undefined) throw new Error(`say in test/api/limited-users.test.ts what {id} of ${path} names`);
  return kind;
}

const UNKNOWN: { readonly [kind in keyof Belongings]?: string } = {
  job: 'unknown_control_job',
  unmatched: 'unknown_event',
};

async function ask(name: OperationName, of: Belongings) {
  const { method, path, query, example } = operationOf(name);
  const shape = query?.shape ?? {};
  const asked = ['dry_run' in shape ? 'dry_run=true' : '', 'message_id' in shape ? 'message_id=x' : ''].join('&');
  const named = { id: path.startsWith('/api/saved-answers') ? saved : of[kindOf(name)], message_id: of.answer };
  const url = path.replace('{id}', named.id).replace('{message_id}', named.message_id);
  return api.call(
    method,
    `${url}?${asked}`.replace(/[?&]+$/, '').replace('?&', '?'),
    method === 'GET' || !isRecord(example?.body) ? undefined : bodyOf(example.body, of),
    { key: null, headers: { ...ORIGIN, cookie: editor.cookie, 'idempotency-key': `${name}-${of.account}` } },
  );
}

/** The body of the example, with these in place of what it names. */
const bodyOf = (body: Readonly<Record<string, unknown>>, of: Belongings) => ({
  ...body,
  ...('conversation_id' in body ? { conversation_id: of.conversation } : {}),
  ...('lead_id' in body ? { lead_id: of.person } : {}),
});

describe('a user who is limited to one account', () => {
  it.each(ofOne)('does not find what belongs to another: %s', async (name) => {
    expect(await ask(name, theirs)).toMatchObject({
      status: 404,
      body: { code: UNKNOWN[kindOf(name)] ?? `unknown_${kindOf(name)}` },
    });
  });

  it.each(ofOne)('is answered about what belongs to it: %s', async (name) => {
    const { status, body } = await ask(name, mine);
    // A step that has not begun cannot be skipped, and no mail is shown here: that is an answer, too.
    expect([200, 201, 202, 409, 422, 501], JSON.stringify(body)).toContain(status);
  });

  it.each(lists)('sees in %s what belongs to it, and nothing else', async (name) => {
    const { status, body } = await editor.call('GET', `${operationOf(name).path}?limit=1000&count=true`);
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(body.items.length).toBeGreaterThan(0);
    expect(body.count.value).toBe(body.items.length);
    for (const id of Object.values(theirs)) expect(text, id).not.toContain(id);
    // Whoever has all sees more.
    const all = await api.call('GET', `${operationOf(name).path}?limit=1000`);
    expect(all.body.items.length).toBeGreaterThan(body.items.length);
  });

  it('counts its own alone', async () => {
    const stats = async (call: Person['call']) => Object.values((await call('GET', '/api/stats')).body.by_status);
    expect(await stats(editor.call)).toEqual([1]);
    const all = (await api.call('GET', '/api/stats')).body.by_status;
    expect(Object.values(all)).toEqual([2]);
    const graph = async (name: string) => (await editor.call('GET', `/api/sequences/${name}/graph`)).body.counts;
    await api.db.query(`update enrollments set node = 'visit'`);
    expect([await graph('of-acc-anna'), await graph('of-acc-bert')]).toEqual([{ visit: 1 }, {}]);
  });

  it('enrolls from its account alone, and starts no campaign that could send from another', async () => {
    const lead = ada({ profile_url: 'somebody-new' });
    const enroll = (body: Record<string, unknown>) => editor.call('POST', '/api/enrollments', { lead, ...body });
    for (const body of [
      { sequence: 'of-acc-bert' },
      { sequence: 'of-acc-anna', senders: { professional: 'acc_bert' } },
      { sequence: 'of-acc-anna', senders: { professional: ['acc_anna', 'acc_bert'] } },
    ]) {
      expect(await enroll(body), JSON.stringify(body)).toMatchObject({
        status: 422,
        body: { code: 'unknown_account' },
      });
    }
    expect((await enroll({ sequence: 'of-acc-anna' })).status).toBe(201);
    const batch = await editor.call('POST', '/api/enrollments/batch', {
      ...{ sequence: 'of-acc-bert', leads: [ada({ profile_url: 'somebody-else' })] },
    });
    expect(batch.body.results).toMatchObject([{ status: 'refused', error: { code: 'unknown_account' } }]);
    const start = (sequence: string, source: unknown) =>
      editor.call('POST', '/api/campaigns', { name: 'mine', sequence, source });
    const people = { leads: [{ profile_url: 'another', first_name: 'Another' }] };
    expect(await start('of-acc-bert', people)).toMatchObject({ status: 422, body: { code: 'unknown_account' } });
    const candidates = { candidates: { account_id: 'acc_bert', job_id: '1' } };
    expect(await start('of-acc-anna', candidates)).toMatchObject({ status: 422, body: { code: 'unknown_account' } });
    const made = await start('of-acc-anna', people);
    expect(made.status).toBe(201);
    expect((await editor.call('GET', `/api/campaigns/${made.body.id}`)).status).toBe(200);
    // Senders of its own in place of those that the sequence names.
    const from = (account: string) =>
      editor.call('POST', '/api/campaigns', {
        ...{ name: 'from mine', sequence: 'of-acc-bert', source: people, senders: { professional: [account] } },
      });
    expect(await from('acc_bert')).toMatchObject({ status: 422, body: { code: 'unknown_account' } });
    const own = await from('acc_anna');
    expect(own.status).toBe(201);
    expect((await editor.call('GET', `/api/campaigns/${own.body.id}`)).status).toBe(200);
  });

  it('asks many at once among its own alone', async () => {
    const all = { action: 'pause', filter: { all: true } };
    const dry = await editor.call('POST', '/api/enrollments/control?dry_run=true', all);
    const done = await editor.call('POST', '/api/enrollments/control', all);
    expect(done.body.matched).toBe(dry.body.matched);
    expect((await api.call('GET', `/api/enrollments/${mine.enrollment}`)).body.status).toBe('paused');
    expect((await api.call('GET', `/api/enrollments/${theirs.enrollment}`)).body.status).toBe('queued');
    expect(done.body.filter).not.toHaveProperty('within');
    await editor.call('POST', '/api/enrollments/control', { ...all, action: 'resume' });
    const ids = { action: 'pause', filter: { ids: [theirs.enrollment] } };
    expect((await editor.call('POST', '/api/enrollments/control', ids)).body.matched).toBe(0);
  });

  it('sees of a person who is in two accounts what was written by its own', async () => {
    await api.db.query(`update enrollments set senders = senders || '{"email": "acc_anna"}' where id = $1`, [
      theirs.enrollment,
    ]);
    try {
      const person = await editor.call('GET', `/api/leads/${theirs.person}`);
      expect(person.status).toBe(200);
      expect(JSON.stringify(person.body.history)).not.toContain('acc_bert');
    } finally {
      await api.db.query(`update enrollments set senders = senders - 'email' where id = $1`, [theirs.enrollment]);
    }
  });

  it('puts nobody of others on the do-not-contact list by id, and reads the list not at all', async () => {
    const suppress = (body: unknown) => editor.call('POST', '/api/suppressions?dry_run=true', body);
    expect(await suppress({ lead_id: theirs.person })).toMatchObject({ status: 422, body: { code: 'unknown_person' } });
    expect((await suppress({ lead_id: mine.person })).status).toBe(200);
    expect((await suppress({ email: 'no@acme.example' })).status).toBe(200);
    expect((await editor.call('GET', '/api/suppressions')).body).toMatchObject({ code: 'all_accounts_needed' });
  });

  it('hears of its own enrollments alone, as they go on', async () => {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const end = new AbortController();
    const stream = await fetch(`${url}/api/events`, {
      headers: { cookie: editor.cookie, 'last-event-id': '0' },
      signal: end.signal,
    });
    let heard = '';
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await api.call('POST', `/api/enrollments/${theirs.enrollment}/pause`, {});
    await api.call('POST', `/api/enrollments/${mine.enrollment}/pause`, {});
    while (!heard.includes('Paused by a person')) heard += (await reader?.read())?.value ?? '';
    end.abort();
    expect(heard).toContain(mine.enrollment);
    expect(heard).not.toContain(theirs.enrollment);
  });

  it('has what its user has by now: other accounts count at once', async () => {
    await api.call('PATCH', `/api/users/${editor.id}`, { account_ids: ['acc_bert'] });
    expect((await editor.call('GET', `/api/enrollments/${theirs.enrollment}`)).status).toBe(200);
    expect((await editor.call('GET', `/api/enrollments/${mine.enrollment}`)).status).toBe(404);
  });
});
