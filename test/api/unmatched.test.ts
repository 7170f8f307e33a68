import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { email, happens, match, message } from '../events/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

let number = 0;
async function aStranger() {
  const event = message(`https://professional.example/in/unmatched-${++number}`, { message_text: 'Who is this?' });
  await happens(api, event);
  return String(event.event_id);
}
const listed = async () =>
  (await api.call('GET', '/api/conversations/unmatched')).body.items as { id: string; [field: string]: unknown }[];
const handle = (id: string, what: string, body: unknown = {}) =>
  api.call('POST', `/api/conversations/unmatched/${id}/${what}`, body);
const stateOf = async (id: string) =>
  (await api.db.query('select state, lead_id from events where event_id = $1', [id])).rows[0];

describe('a message that no person fits', () => {
  it('is listed with its words and the names of its author, and is matched to somebody whose sequence it then ends', async () => {
    const id = await aStranger();
    const [item] = await listed();
    expect(item).toMatchObject({
      ...{ id, account_id: 'acc_anna', text: 'Who is this?', automatic: false },
      from: expect.arrayContaining([{ kind: 'slug', value: `unmatched-${number}` }]),
    });
    const lead = ada({ profile_url: `https://professional.example/in/known-${number}` });
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
    const dry = await handle(id, 'match?dry_run=true', { lead_id: body.lead_id });
    expect(dry.body).toEqual({ id, lead_id: body.lead_id, dry_run: true });
    expect((await stateOf(id))?.state).toBe('unmatched');
    expect((await handle(id, 'match', { lead_id: body.lead_id })).body).toEqual({ id, lead_id: body.lead_id });
    await match(api);
    expect(await stateOf(id)).toEqual({ state: 'matched', lead_id: body.lead_id });
    const { rows } = await api.db.query('select outcome, stop_outcome from enrollments where id = $1', [body.id]);
    expect(Object.values(rows[0] ?? {})).toContain('replied');
    expect(await listed()).toEqual([]);
    expect((await handle(id, 'match', { lead_id: body.lead_id })).status).toBe(404);
  });

  it('becomes a person under the name by which they wrote, or under another', async () => {
    await happens(
      api,
      email({ sender: { name: 'Grace Brewster Hopper', email: 'grace@stranger.example' }, message_id: '<g@x>' }),
    );
    const [mail] = await listed();
    const { body } = await handle(mail?.id ?? '', 'person');
    expect((await api.call('GET', `/api/leads/${body.lead_id}`)).body).toMatchObject({
      ...{ first_name: 'Grace Brewster', last_name: 'Hopper', email: 'grace@stranger.example' },
    });
    await match(api);
    expect(await stateOf(mail?.id ?? '')).toEqual({ state: 'matched', lead_id: body.lead_id });
    const other = await aStranger();
    const made = await handle(other, 'person', { first_name: 'Linus', company: 'Acme' });
    expect((await api.call('GET', `/api/leads/${made.body.lead_id}`)).body).toMatchObject({
      first_name: 'Linus',
      company: 'Acme',
    });
    await match(api);
  });

  it('is left, and is shown no more', async () => {
    const id = await aStranger();
    expect((await handle(id, 'leave')).body).toEqual({ id, lead_id: null });
    expect(await listed()).toEqual([]);
    expect((await handle(id, 'leave')).status).toBe(404);
  });

  it('is matched to nobody who is not there, and nobody who is not named', async () => {
    const id = await aStranger();
    expect((await handle(id, 'match', { lead_id: 'lead_none' })).body.code).toBe('unknown_person');
    expect((await handle('evt_none', 'match', { lead_id: 'lead_none' })).body.code).toBe('unknown_event');
    await api.db.query(`update events set payload = '{}' where event_id = $1`, [id]);
    expect((await handle(id, 'person')).body.code).toBe('no_name');
    expect((await handle(id, 'match', {})).body.errors).toMatchObject([{ field: 'lead_id' }]);
  });
});
