import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { ADA_ID, enrolled, envelope, happens, match, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

describe('events that were received', () => {
  it('are listed with what became of them, page by page, newest first', async () => {
    await enrolled(api, ada());
    const known = message('https://professional.example/in/ada-lovelace');
    const stranger = message(ADA_ID);
    const strange = envelope('teleported', { person: { public_identifier: 'ada-lovelace' } });
    await happens(api, known, stranger, strange);
    const first = (await api.call('GET', '/api/received-events?limit=2')).body;
    const second = (await api.call('GET', `/api/received-events?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...second.items]).toMatchObject([
      { id: strange.event_id, type: 'teleported', state: 'not_understood', note: expect.any(String), payload: strange },
      { id: stranger.event_id, state: 'unmatched', lead_id: null },
      { id: known.event_id, state: 'matched', lead_id: expect.stringMatching(/^lead_/) },
    ]);
    expect(second.next_cursor).toBeNull();
    const filtered = (await api.call('GET', '/api/received-events?state=unmatched&type=message&account_id=acc_anna'))
      .body;
    expect(filtered.items).toMatchObject([{ id: stranger.event_id }]);
  });

  it('are read again when a person asks', async () => {
    const reply = message('https://professional.example/in/ada-lovelace');
    await happens(api, reply);
    const id = await enrolled(api, ada());
    await match(api);
    await api.db.query(`update enrollments set stop_outcome = null, stop_event_id = null`);
    await api.db.query(`update events set state = 'unmatched', keys = '{}'`);
    await api.db.query(`delete from timeline`);
    const asked = await api.call('POST', `/api/received-events/${reply.event_id}/reread`);
    expect(asked).toMatchObject({ status: 202, body: { id: reply.event_id, state: 'pending' } });
    await match(api);
    const { rows } = await api.db.query('select stop_outcome from enrollments where id = $1', [id]);
    expect(rows).toEqual([{ stop_outcome: 'replied' }]);
  });

  it.each([
    ['GET', '/api/received-events?state=lost', 400],
    ['GET', '/api/received-events?cursor=x', 400],
    ['GET', '/api/received-events/nothing', 404],
    ['POST', '/api/received-events/nothing/reread', 404],
    ['POST', '/api/accounts/nothing/reconcile', 404],
  ])('%s %s is refused with %i', async (method, url, status) => {
    expect(await api.call(method, url)).toMatchObject({ status, body: { code: expect.any(String) } });
  });
});

describe('a search for missed events', () => {
  it('is asked for once, however often, and shown', async () => {
    const first = await api.call('POST', '/api/accounts/acc_anna/reconcile', {});
    const second = await api.call('POST', '/api/accounts/acc_anna/reconcile', { depth: 'full' });
    expect([first, second]).toMatchObject([
      { status: 202, body: { account_id: 'acc_anna', state: 'pending', depth: 'free' } },
      { status: 202, body: { id: first.body.id, depth: 'full' } },
    ]);
    expect((await api.call('GET', '/api/reconciliations?account_id=acc_anna')).body.items).toHaveLength(1);
  });
});
