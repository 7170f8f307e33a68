import { afterAll, beforeAll, expect, it } from 'vitest';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
let ids: { readonly ada: string; readonly ben: string };
const change = (body: object, query = '') => api.call('PATCH', `/api/leads/${ids.ada}${query}`, body);
const namesOf = async (id: string) =>
  (await api.call('GET', `/api/leads/${id}`)).body.identities.map((one: { value: string }) => one.value);

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  const enroll = async (lead: object): Promise<string> =>
    (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).body.lead_id;
  ids = {
    ada: await enroll(ada({ email: 'ada@acme.example', vars: { team: 'blue', level: 3 } })),
    ben: await enroll({ first_name: 'Ben', email: 'ben@acme.example' }),
  };
  await api.db.query(`update leads set vars = '{"team": "blue", "level": 3}' where id = $1`, [ids.ada]);
});
afterAll(() => api.close());

it('fields, tags and variables change; what is absent stays, and null takes away', async () => {
  const { status, body } = await change({
    company: 'Analytical  Engines',
    headline: null,
    tags: ['met'],
    vars: { level: null, city: 'London' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    company: 'Analytical  Engines',
    email: 'ada@acme.example',
    tags: ['met'],
    vars: { team: 'blue', city: 'London' },
    stopped: 0,
  });
  const { rows } = await api.db.query('select company_key from leads where id = $1', [ids.ada]);
  expect(rows).toEqual([{ company_key: 'analytical engines' }]);
});

it('a new address becomes a name of theirs, and the former one is none any more', async () => {
  expect((await change({ email: 'Ada@Engines.example' })).status).toBe(200);
  expect(await namesOf(ids.ada)).toContain('ada@engines.example');
  expect(await namesOf(ids.ada)).not.toContain('ada@acme.example');
});

it('an address by which somebody said no stays a name, for the no counts still', async () => {
  await api.call('POST', '/api/suppressions', { email: 'ada@engines.example' });
  expect((await change({ email: 'ada@third.example' })).status).toBe(200);
  expect(await namesOf(ids.ada)).toEqual(expect.arrayContaining(['ada@engines.example', 'ada@third.example']));
  const { items } = (await api.call('GET', '/api/suppressions')).body;
  await api.call('DELETE', `/api/suppressions/${items[0].id}`);
});

it('a dry run changes nothing', async () => {
  expect((await change({ first_name: 'Augusta' }, '?dry_run=true')).body).toMatchObject({
    first_name: 'Augusta',
    dry_run: true,
  });
  expect((await api.call('GET', `/api/leads/${ids.ada}`)).body.first_name).toBe('Ada');
});

it('the address of another person is refused, with whose it is', async () => {
  const { status, body } = await change({ email: 'BEN@acme.example' });
  expect([status, body.code, body.existing_id]).toEqual([409, 'name_of_another', ids.ben]);
});

it('an address that is on the do-not-contact list stops their enrollments at once', async () => {
  await api.call('POST', '/api/suppressions', { domain: 'never.example' });
  const { status, body } = await change({ email: 'ada@mail.never.example' });
  expect([status, body.stopped], JSON.stringify(body)).toEqual([200, 1]);
  const { items } = (await api.call('GET', `/api/enrollments?lead_id=${ids.ada}`)).body;
  const { rows } = await api.db.query('select stop_outcome from enrollments where id = $1', [items[0].id]);
  expect(rows).toEqual([{ stop_outcome: 'stopped' }]);
});

it.each([
  [{ email: 'nobody' }, 422, 'invalid_lead', 'email'],
  [{ timezone: 'Mars/Base' }, 422, 'invalid_lead', 'timezone'],
  [{ birthday: '1815' }, 422, 'invalid_body', 'birthday'],
  [{ tags: 'met' }, 422, 'invalid_body', 'tags'],
  [{ vars: { team: [] } }, 422, 'invalid_body', 'vars.team'],
  [{ timezone: 'Mars/Base', email: 'nobody', country: 'France' }, 422, 'invalid_lead', 'country,email,timezone'],
  [{ birthday: '1815', age: 1, tags: 'met' }, 422, 'invalid_body', 'age,birthday,tags'],
])('%j is refused, and each field is named', async (asked, status, code, field) => {
  const answer = await change(asked);
  const fields = answer.body.errors
    .map((one: { field: string }) => one.field)
    .toSorted()
    .join(',');
  expect([answer.status, answer.body.code, fields]).toEqual([status, code, field]);
});

it('nobody is changed or exported by an id that nobody has', async () => {
  expect((await api.call('PATCH', '/api/leads/lead_none', { first_name: 'X' })).status).toBe(404);
  expect((await api.call('GET', '/api/leads/lead_none/export')).status).toBe(404);
  expect((await api.call('DELETE', '/api/leads/lead_none')).status).toBe(404);
});
