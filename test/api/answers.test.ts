import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../../src/app/api/auth/keys.ts';
import { endAnswer } from '../../src/runtime/store/answers/end-answer.ts';
import { beginAnswer } from '../../src/runtime/store/answers/schedule-answer.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let people = 0;
let keys = 0;

const urlOf = (name: string) => `https://professional.example/in/${name}`;

/** Somebody who has written to us. */
async function conversation(): Promise<{
  id: string;
  lead_id: string;
  enrollment: string;
  last_seen: string;
  path: string;
}> {
  people += 1;
  const name = `answered-${people}`;
  const lead = ada({ first_name: 'Ada', profile_url: urlOf(name) });
  const enrolled = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  expect(enrolled.status).toBe(201);
  await happens(api, message(urlOf(name), { message_text: 'Tell me more' }));
  await follow(api);
  const { body } = await api.call('GET', `/api/conversations?lead_id=${enrolled.body.lead_id}`);
  const [{ id, last_message }] = body.items;
  return {
    ...{ id, lead_id: enrolled.body.lead_id, enrollment: enrolled.body.id, last_seen: last_message.id },
    path: `/api/conversations/${id}/messages`,
  };
}

const post = (path: string, body: object, headers: Record<string, string> = { 'idempotency-key': `key-${++keys}` }) =>
  api.call('POST', path, body, { headers });

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

describe('an answer', () => {
  it('is written down, goes by itself, and can be read', async () => {
    const { path, last_seen } = await conversation();
    const before = Date.now();
    const { status, body } = await post(path, { text: 'Gladly', last_seen });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      ...{ channel: 'message', text: 'Gladly', state: 'waiting', sequences: 'pause', subject: null },
      author: 'from the environment',
    });
    const wait = Date.parse(body.send_after) - before;
    expect(wait).toBeGreaterThan(4_000);
    expect(wait).toBeLessThan(30_000);
    expect((await api.call('GET', `${path}/${body.id}`)).body).toEqual(body);
    const shown = await api.call('GET', path.replace(/\/messages$/, ''));
    expect(shown.body.answers).toEqual([body]);
  });

  it('needs an Idempotency-Key, and is one message for one key', async () => {
    const { path, last_seen } = await conversation();
    const without = await post(path, { text: 'Gladly', last_seen }, {});
    expect(without).toMatchObject({ status: 400, body: { code: 'idempotency_key_required' } });
    const headers = { 'idempotency-key': 'the-same' };
    const [one, two] = [
      await post(path, { text: 'Gladly', last_seen }, headers),
      await post(path, { text: 'Gladly', last_seen }, headers),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.id).toBe(one.body.id);
    // The stored answer of the request is forgotten after a day, and the message stays one.
    await api.db.query('delete from idempotent_requests');
    expect((await post(path, { text: 'Gladly', last_seen }, headers)).body.id).toBe(one.body.id);
    await api.db.query('delete from idempotent_requests');
    const other = await post(path, { text: 'Another text', last_seen }, headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('changes nothing in a dry run, and says what it would be', async () => {
    const { path, last_seen } = await conversation();
    const dry = await post(`${path}?dry_run=true`, { text: 'Gladly', last_seen });
    expect(dry).toMatchObject({ status: 200, body: { dry_run: true, text: 'Gladly' } });
    expect((await api.call('GET', `${path}/${dry.body.id}`)).status).toBe(404);
  });

  it('names the messages that its author has not seen', async () => {
    const { path } = await conversation();
    const { status, body } = await post(path, { text: 'Hello', last_seen: null });
    expect([status, body.code]).toEqual([409, 'answered_meanwhile']);
    expect(body.unseen).toMatchObject([{ by: 'them', text: 'Tell me more' }]);
    const unknown = await post(path, { text: 'Hello', last_seen: 'evt_none' });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_message', errors: [{ field: 'last_seen' }] } });
  });

  it('of two people who click at once is one: the other is shown the words of the first', async () => {
    const { path, last_seen } = await conversation();
    const { key } = await createKey(api.db, { name: 'Grace', scopes: ['send'], user_id: null });
    const both = await Promise.all([
      post(path, { text: 'From the first', last_seen }),
      post(path, { text: 'From Grace', last_seen }, { authorization: `Bearer ${key}`, 'idempotency-key': 'hers' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [taken] = both.filter(({ status }) => status === 201).map(({ body }) => body);
    const [refused] = both.filter(({ status }) => status === 409).map(({ body }) => body);
    const { id, text, author } = taken;
    expect(refused).toMatchObject({ code: 'answered_meanwhile', unseen: [{ id, text, author, by: 'us' }] });
    // Who has seen it may write after it.
    expect(await post(path, { text: 'And one more thing', last_seen: id })).toMatchObject({ status: 201 });
  });

  it('of one click that comes six times at once is one', async () => {
    const { path, last_seen } = await conversation();
    const headers = { 'idempotency-key': 'six times' };
    const clicks = await Promise.all(
      Array.from({ length: 6 }, () => post(path, { text: 'Gladly', last_seen }, headers)),
    );
    const taken = clicks.filter(({ status }) => status === 201);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    // One that comes while the first is being answered may come again.
    for (const { status, body } of clicks) if (status !== 201) expect(body.code).toBe('in_progress');
    const again = await post(path, { text: 'Gladly', last_seen }, headers);
    expect(again).toMatchObject({ status: 201, body: { id: taken[0]?.body.id } });
    const { rows } = await api.db.query('select id from answers where id = $1', [taken[0]?.body.id]);
    expect(rows).toHaveLength(1);
  });

  it('asks for a confirmation against the do-not-contact list, which names the entries', async () => {
    const { path, last_seen, lead_id } = await conversation();
    await api.call('POST', '/api/suppressions', { lead_id, reason: 'asked by phone' });
    const { status, body } = await post(path, { text: 'Gladly', last_seen });
    expect([status, body.code]).toEqual([409, 'do_not_contact']);
    expect(body.entries).toMatchObject([{ kind: 'lead', reason: 'asked by phone' }]);
    const confirm = body.entries.map(({ id }: { id: string }) => id);
    expect((await post(path, { text: 'Gladly', last_seen, confirm })).status).toBe(201);
  });

  it('does not go from a paused or a lost account, nor while everything is stopped', async () => {
    const { path, last_seen } = await conversation();
    const refusal = async () => (await post(path, { text: 'Gladly', last_seen })).body.code;
    const change = (set: string) => api.db.query(`update accounts set ${set} where id = 'acc_anna'`);
    await change(`status = 'inactive'`);
    expect(await refusal()).toBe('account_disconnected');
    await change(`status = 'connected', paused_at = now(), paused_reason = 'bounces'`);
    expect(await refusal()).toBe('account_paused');
    await change('paused_at = null');
    await api.call('POST', '/api/pause', { confirm: 'everything' });
    expect(await refusal()).toBe('paused');
    await api.call('POST', '/api/resume', { confirm: 'everything' });
    expect((await post(path, { text: 'Gladly', last_seen })).status).toBe(201);
  });

  it.each([
    [{}, 'last_seen'],
    [{ text: '  ', last_seen: null }, 'text'],
    [{ text: 'Hi', last_seen: 7 }, 'last_seen'],
    [{ text: 'Hi', last_seen: null, send_after: -1 }, 'send_after'],
    [{ text: 'Hi', last_seen: null, subject: 'a\r\nBcc: x@y.example' }, 'subject'],
    [{ text: 'Hi', last_seen: null, attachments: [{ link: 'file:///etc/passwd' }] }, 'attachments'],
    [{ text: 'Hi', last_seen: null, sequences: 'stop' }, 'sequences'],
    [{ text: 'Hi', last_seen: null, to: 'x@y.example' }, 'to'],
  ])('refuses %j, and names %s', async (body, field) => {
    const { path } = await conversation();
    const refused = await post(path, body);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_body']);
    expect(JSON.stringify(refused.body.errors)).toContain(field);
  });

  it('has a subject only where its channel has one', async () => {
    const { path, last_seen } = await conversation();
    const refused = await post(path, { text: 'Hi', subject: 'A job', last_seen });
    expect(refused).toMatchObject({ status: 422, body: { code: 'no_subject', errors: [{ field: 'subject' }] } });
  });

  it('needs the scope `send`, which `write` is not', async () => {
    const { path, last_seen } = await conversation();
    const { key } = await createKey(api.db, { name: 'writer', scopes: ['write'], user_id: null });
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'scopes' };
    expect(await post(path, { text: 'Gladly', last_seen }, headers)).toMatchObject({ status: 403 });
    const { key: sender } = await createKey(api.db, { name: 'Grace', scopes: ['send'], user_id: null });
    const sent = await post(path, { text: 'Gladly', last_seen }, { ...headers, authorization: `Bearer ${sender}` });
    expect(sent).toMatchObject({ status: 201, body: { author: 'Grace' } });
  });
});

describe('taking back', () => {
  it('ends an answer that has not gone, once and for all', async () => {
    const { path, last_seen } = await conversation();
    const { body } = await post(path, { text: 'Gladly', last_seen });
    const dry = await api.call('DELETE', `${path}/${body.id}?dry_run=true`);
    expect(dry).toMatchObject({ status: 200, body: { state: 'withdrawn', dry_run: true } });
    expect((await api.call('GET', `${path}/${body.id}`)).body.state).toBe('waiting');
    for (const _ of [1, 2]) {
      expect(await api.call('DELETE', `${path}/${body.id}`)).toMatchObject({
        status: 200,
        body: { state: 'withdrawn' },
      });
    }
  });

  it('comes too late once it is being sent', async () => {
    const { path, last_seen } = await conversation();
    const { body } = await post(path, { text: 'Gladly', last_seen });
    await beginAnswer(api.db, body.id, 60_000);
    const late = await api.call('DELETE', `${path}/${body.id}`);
    expect(late).toMatchObject({ status: 409, body: { code: 'too_late', state: 'sending' } });
    await endAnswer(api.db, { id: body.id, state: 'sent', at: new Date() });
  });

  it('of an answer in another conversation finds nothing', async () => {
    const [one, other] = [await conversation(), await conversation()];
    const { body } = await post(one.path, { text: 'Gladly', last_seen: one.last_seen });
    expect(await api.call('DELETE', `${other.path}/${body.id}`)).toMatchObject({ status: 404 });
  });
});

describe('presence', () => {
  it('says who reads and who writes, until they no longer say so', async () => {
    const { id, path, last_seen } = await conversation();
    const at = `/api/conversations/${id}/presence`;
    expect((await api.call('GET', at)).body).toEqual({ people: [] });
    const { body } = await post(at, { status: 'writing' });
    expect(body.people).toMatchObject([{ name: 'from the environment', own: true, status: 'writing' }]);
    await post(at, { status: 'reading' });
    expect((await api.call('GET', at)).body.people).toMatchObject([{ status: 'reading' }]);
    // Who has sent what they wrote writes no more.
    await post(path, { text: 'Gladly', last_seen });
    expect((await api.call('GET', at)).body).toEqual({ people: [] });
    await post(at, { status: 'writing' });
    await api.db.query('update presences set wall_until = clock_timestamp()');
    expect((await api.call('GET', at)).body).toEqual({ people: [] });
  });
});
