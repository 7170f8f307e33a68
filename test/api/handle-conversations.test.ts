import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringBack } from '../../src/runtime/conversations/bring-back.ts';
import { follow } from '../conversations/fixtures.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { conversationsOf } from './conversations-fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  await addSequence(api.db, 'later', { nodes: { visit: { kind: 'end', id: 'visit', outcome: 'completed' } } });
});
afterAll(() => api.close());

const { somebody, read, ask, inDays, pass, enrollmentOf } = conversationsOf(() => api);

describe('a conversation', () => {
  it('is read and unread', async () => {
    const { id } = await somebody({ messages: 2 });
    expect(await ask(id, 'read')).toMatchObject({ status: 200, body: { id, unread: 0, state: 'open' } });
    expect((await ask(id, 'unread')).body).toMatchObject({ unread: 1 });
    expect((await ask(id, 'unread')).body).toMatchObject({ unread: 1 });
  });

  it('is read as far as somebody has seen it: what came after that stays unread, also where the inbox does not have it yet', async () => {
    const one = await somebody({ messages: 2 });
    const { history } = await read(one.id);
    expect((await ask(one.id, 'read', { last_seen: history[0].id })).body.unread).toBe(1);
    await one.writes();
    expect((await ask(one.id, 'read', { last_seen: history[1].id })).body.unread).toBe(0);
    await follow(api);
    expect(await read(one.id)).toMatchObject({ unread: 1, messages: 3 });
  });

  it('is done until the person writes again', async () => {
    const one = await somebody();
    expect((await ask(one.id, 'done')).body).toMatchObject({ state: 'done', unread: 0 });
    await one.writes();
    await follow(api);
    expect(await read(one.id)).toMatchObject({ state: 'open', unread: 1 });
    expect((await ask(one.id, 'done')).body.state).toBe('done');
    expect((await ask(one.id, 'open')).body.state).toBe('open');
  });

  it('is not done where the person has written since the last message that was seen', async () => {
    const one = await somebody();
    const { history } = await read(one.id);
    await one.writes();
    const answer = await ask(one.id, 'done', { last_seen: history[0].id });
    expect(answer).toMatchObject({ status: 409, body: { code: 'answered_meanwhile', last_message: { by: 'them' } } });
    expect((await read(one.id)).state).toBe('open');
    await follow(api);
    const { last_message } = await read(one.id);
    expect((await ask(one.id, 'done', { last_seen: last_message.id })).body.state).toBe('done');
  });

  it('comes back by itself when the time has come for which it was put off', async () => {
    const { id } = await somebody();
    const until = inDays(2);
    expect((await ask(id, 'snooze', { until })).body).toMatchObject({ state: 'snoozed', snoozed_until: until });
    await bringBack(api);
    expect((await read(id)).state).toBe('snoozed');
    pass(3);
    expect(await bringBack(api)).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'open', snoozed_until: null });
    expect(await bringBack(api)).toBe(false);
  });

  it('is put off by a duration as well, from now in virtual time', async () => {
    const { id } = await somebody();
    for (const [until, days] of [
      ['3d', 3],
      ['2 days 12 hours', 2.5],
    ] as const)
      expect(Date.parse((await ask(id, 'snooze', { until })).body.snoozed_until) / 60_000).toBeCloseTo(
        Date.parse(inDays(days)) / 60_000,
        0,
      );
    for (const until of ['3 moons', '2 years', '0d', 'soon', '3 business days'])
      expect((await ask(id, 'snooze', { until })).status, until).toBe(422);
  });

  it("is somebody's, and nobody's again", async () => {
    const { id } = await somebody();
    expect((await ask(id, 'assign', { user: 'grace' })).body.assignee).toBe('grace');
    expect((await ask(id, 'assign', { user: null })).body.assignee).toBeNull();
    // No name of anybody, and nobody has it.
    expect(await ask(id, 'assign', { user: 'usr_none' })).toMatchObject({
      status: 422,
      body: { code: 'unknown_user' },
    });
    // From the first user on it is one of them, who is still there.
    await api.db.query(
      `insert into users (id, email, name, role, status) values ('usr_1', 'grace@acme.example', 'Grace', 'operator', 'active')`,
    );
    expect((await ask(id, 'assign', { user: 'usr_1' })).body.assignee).toBe('usr_1');
    for (const status of ['deactivated', 'removed']) {
      await api.db.query('update users set status = $1', [status]);
      expect(await ask(id, 'assign', { user: 'usr_1' }), status).toMatchObject({ body: { code: 'unknown_user' } });
    }
    await api.db.query('delete from users');
    expect((await ask(id, 'assign', { user: null })).body.assignee).toBeNull();
  });

  it('has notes, which stay through a merge', async () => {
    const { id } = await somebody();
    const { status, body } = await ask(id, 'note', { text: ' Met her at the <b>fair</b>. ' });
    expect({ status, body }).toMatchObject({ status: 201, body: { text: 'Met her at the <b>fair</b>.' } });
    const other = await somebody();
    await api.db.query('update conversations set merged_into = $2 where id = $1', [id, other.id]);
    expect((await read(id)).notes).toEqual([body]);
  });

  it('answers a dry run with what it would be, and stays', async () => {
    const { id, enrollment_id } = await somebody();
    const answer = await api.call('POST', `/api/conversations/${id}/label?dry_run=true`, { label: 'booked' });
    expect(answer.body).toMatchObject({ dry_run: true, label: 'booked' });
    expect((await api.call('POST', `/api/conversations/${id}/note?dry_run=true`, { text: 'x' })).body).toMatchObject({
      dry_run: true,
    });
    expect(await read(id)).toMatchObject({ label: null, notes: [] });
    expect(await enrollmentOf(enrollment_id)).not.toMatchObject({ stop_outcome: 'stopped' });
  });

  it.each([
    ['read', { last_seen: 'evt_none' }, 'last_seen', 422],
    ['read', { last_seen: '' }, 'last_seen', 422],
    ['read', { more: 1 }, 'more', 422],
    ['snooze', {}, 'until', 422],
    ['snooze', { until: 'tomorrow' }, 'until', 422],
    ['snooze', { until: '2026-01-01' }, 'until', 422],
    ['assign', {}, 'user', 422],
    ['assign', { user: '' }, 'user', 422],
    ['assign', { user: 7 }, 'user', 422],
    ['label', {}, 'label', 422],
    ['label', { label: 'unheard' }, 'label', 422],
    ['label', { label: 'not_now' }, 'until', 422],
    ['label', { label: 'booked', until: '2100-01-01T00:00:00Z' }, '', 422],
    ['note', { text: '  ' }, 'text', 422],
    ['note', { text: 'x'.repeat(10_001) }, 'text', 422],
    ['note', {}, 'text', 422],
  ])('refuses %s with %j and names %s', async (what, body, field, status) => {
    const { id } = await somebody();
    const answer = await ask(id, what, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  it('is not put off to what has passed', async () => {
    const { id } = await somebody();
    expect(await ask(id, 'snooze', { until: inDays(-1) })).toMatchObject({ status: 422, body: { code: 'past_time' } });
    expect(await ask(id, 'snooze', { until: inDays(800) })).toMatchObject({ status: 422, body: { code: 'too_far' } });
  });

  it.each(['read', 'unread', 'done', 'open'])('that is not there cannot be %s', async (what) => {
    expect(await ask('cnv_none', what)).toMatchObject({ status: 404, body: { code: 'unknown_conversation' } });
  });
});

describe('what is done with many conversations', () => {
  it('is done with those that fit, and a dry run says how many they are', async () => {
    const ones = [await somebody(), await somebody(), await somebody()];
    for (const { id } of ones.slice(0, 2)) await ask(id, 'assign', { user: 'linus' });
    const body = { action: 'done', filter: { assignee: 'linus' } };
    const ids = ones.slice(0, 2).map(({ id }) => id);
    expect((await api.call('POST', '/api/conversations/handle?dry_run=true', body)).body).toEqual({
      dry_run: true,
      action: 'done',
      matched: 2,
      sample: ids.sort(),
    });
    expect((await read(ids[0] ?? '')).state).toBe('open');
    expect((await api.call('POST', '/api/conversations/handle', body)).body).toEqual({ action: 'done', matched: 2 });
    expect(await Promise.all(ones.map(async ({ id }) => (await read(id)).state))).toEqual(['done', 'done', 'open']);
  });

  it('is done with more than one part of them', async () => {
    const { id } = await somebody();
    await api.db.query(
      `insert into leads (id, vars, created_at, updated_at) select 'lead_many_' || n, '{}', now(), now() from generate_series(1, 250) as n`,
    );
    await api.db.query(
      `insert into conversations select (jsonb_populate_record(null::conversations, to_jsonb(c) || jsonb_build_object('id', 'cnv_many_' || n, 'lead_id', 'lead_many_' || n, 'assignee', 'many'))).*
         from conversations c, generate_series(1, 250) as n where c.id = $1`,
      [id],
    );
    const answer = await api.call('POST', '/api/conversations/handle', {
      action: 'label',
      label: 'interested',
      filter: { assignee: 'many', state: 'open' },
    });
    expect(answer.body).toEqual({ action: 'label', matched: 250 });
    expect(
      (await api.call('GET', '/api/conversations?assignee=many&label=interested&count=true&limit=1')).body.count.value,
    ).toBe(250);
  });

  it.each([
    [{ action: 'done', filter: {} }, 'empty_filter'],
    [{ action: 'done', filter: { q: '' } }, 'empty_filter'],
    [{ action: 'done', filter: { all: true, state: 'open' } }, 'empty_filter'],
    [{ action: 'done' }, 'filter'],
    [{ action: 'burn', filter: { all: true } }, 'action'],
    [{ action: 'done', filter: { color: 'red' } }, 'color'],
    [{ action: 'snooze', filter: { all: true } }, 'until'],
    [{ action: 'label', filter: { all: true } }, 'label'],
    [{ action: 'done', user: 'grace', filter: { all: true } }, 'user'],
  ])('is refused as %j: %s', async (body, word) => {
    const answer = await api.call('POST', '/api/conversations/handle', body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(word);
  });
});
