import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../src/language/plan/node.ts';
import { DEFAULT_ENROLL, type Plan } from '../../src/language/plan/plan.ts';
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

describe('of somebody who is under way', () => {
  const invited = (note: string): Node => ({
    kind: 'invite',
    id: 'invite',
    note,
    next: 'end',
    on_error: { do: 'stop' },
  });
  const noted: Plan['nodes'] = {
    invite: invited('Hi {{ first_name }} of {{ company }}'),
    end: { kind: 'end', id: 'end', outcome: 'completed' },
  };
  let cleo: string;
  let enrollment: string;
  const changeCleo = (body: object) => api.call('PATCH', `/api/leads/${cleo}`, body);
  const knownOf = async () => (await api.call('GET', `/api/leads/${cleo}`)).body;

  beforeAll(async () => {
    await addSequence(api.db, 'noted', {
      nodes: noted,
      start: 'invite',
      needs: ['first_name', 'company'],
      vars: { score: 0 },
    });
    const lead = { first_name: 'Cleo', company: 'Acme', profile_url: 'cleo-of-acme' };
    const { body } = await api.call('POST', '/api/enrollments', { sequence: 'noted', lead });
    ({ lead_id: cleo, id: enrollment } = body);
  });

  it('a value is refused that a step to come would fail for, with its path and the reason, and nothing is kept', async () => {
    const before = await knownOf();
    const { status, body } = await changeCleo({
      company: 'A'.repeat(400),
      vars: { score: 'ten' },
      first_name: null,
      headline: 'CEO',
    });
    expect([status, body.code]).toEqual([422, 'invalid_lead']);
    const fields = body.errors.map((one: { field: string }) => one.field);
    expect(fields.toSorted()).toEqual(['first_name', 'vars.score']);
    expect(body.detail).toContain(`does not fit noted, version 1, where this person is under way (${enrollment})`);
    expect(await knownOf()).toEqual(before);

    const long = (await changeCleo({ company: 'A'.repeat(400), headline: 'CEO' })).body;
    expect(long.errors).toEqual([{ field: 'company', message: expect.stringContaining('300 is the most') }]);
    expect(await knownOf()).toEqual(before);
  });

  it('a dry run refuses it too', async () => {
    const { status } = await api.call('PATCH', `/api/leads/${cleo}?dry_run=true`, { company: null });
    expect(status).toBe(422);
  });

  it('another enrollment that brings such a value is refused with the sequence that it would break', async () => {
    const lead = { first_name: 'Cleo', company: 'A'.repeat(400), profile_url: 'cleo-of-acme' };
    await addSequence(api.db, 'beside', { enroll: { ...DEFAULT_ENROLL, active_elsewhere: false } });
    const { status, body } = await api.call('POST', '/api/enrollments', { sequence: 'beside', lead });
    expect([status, body.code]).toEqual([422, 'invalid_lead']);
    expect(body.errors).toEqual([
      { field: 'lead.company', message: expect.stringContaining('does not fit noted, version 1') },
    ]);
    expect((await knownOf()).company).toBe('Acme');
  });

  it('a change that fits is taken, and so is every one once they have ended', async () => {
    expect((await changeCleo({ company: 'Engines', vars: { score: '10' } })).status).toBe(200);
    await api.db.query(`update enrollments set status = 'finished', finished_at = now() where id = $1`, [enrollment]);
    expect((await changeCleo({ company: 'A'.repeat(400) })).status).toBe(200);
  });

  it('a value that was taken when nobody minded keeps them from a sequence that would fail for it', async () => {
    await addSequence(api.db, 'noted-again', {
      nodes: { ...noted, invite: invited('Hi{% if company %} {{ company }}{% endif %}') },
      start: 'invite',
    });
    const lead = { first_name: 'Cleo', profile_url: 'cleo-of-acme' };
    const { status, body } = await api.call('POST', '/api/enrollments', { sequence: 'noted-again', lead });
    expect([status, body.code]).toEqual([422, 'invalid_lead']);
    expect(body.detail).toContain(`What is known already of this person (${cleo}) does not fit noted-again`);
  });
});

it('nobody is changed or exported by an id that nobody has', async () => {
  expect((await api.call('PATCH', '/api/leads/lead_none', { first_name: 'X' })).status).toBe(404);
  expect((await api.call('GET', '/api/leads/lead_none/export')).status).toBe(404);
  expect((await api.call('DELETE', '/api/leads/lead_none')).status).toBe(404);
});
