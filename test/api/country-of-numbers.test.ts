import { afterEach, beforeEach, expect, it } from 'vitest';
import { importPage } from '../../src/runtime/enroll/campaign/import-page.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterEach(() => api.close());

const FRENCH = '06 12 34 56 78';
const AMERICAN = '(212) 736-5000';
const CSV = `first_name,phone_number,country\nAda,${FRENCH},\nGrace,${AMERICAN},US\n`;
const leads = [
  { first_name: 'Ada', phone_number: FRENCH },
  { first_name: 'Grace', phone_number: AMERICAN, country: 'US' },
];

const upload = (query: string) =>
  api.call('POST', `/api/campaigns?name=C&sequence=hello${query}`, CSV, { headers: { 'content-type': 'text/csv' } });
const create = (source: object) => api.call('POST', '/api/campaigns', { name: 'C', sequence: 'hello', source });

async function numbers(campaign_id: string): Promise<string[]> {
  await importPage({ ...api, v2: { call: () => Promise.reject(new Error('nothing is read')) } })({
    ...{ campaign_id, offset: 0 },
  });
  const { rows } = await api.db.query('select phone_number from leads order by phone_number');
  return rows.map(({ phone_number }) => phone_number);
}

it.each<[string, () => ReturnType<typeof create>]>([
  ['an uploaded file', () => upload('&country=fr')],
  ['a file in JSON', () => create({ csv: CSV, country: 'FR' })],
  ['a list of leads', () => create({ leads, country: 'FR' })],
])('reads national numbers of %s by its country, where a row has none of its own', async (_, make) => {
  const { status, body } = await make();
  expect(status, JSON.stringify(body)).toBe(201);
  expect(await numbers(body.id)).toEqual(['+12127365000', '+33612345678']);
});

it('refuses national numbers of a file where nothing names the country', async () => {
  const { body } = await upload('');
  expect(await numbers(body.id)).toEqual(['+12127365000']);
  const { body: list } = await api.call('GET', `/api/campaigns/${body.id}/rows?status=refused`);
  expect(list.items).toMatchObject([
    { row: 1, code: 'invalid_lead', message: expect.stringContaining('give the country') },
  ]);
});

it('reads the number of an entry of the do-not-contact list by its country, and refuses it without', async () => {
  const add = (entry: object) => api.call('POST', '/api/suppressions', { phone_number: FRENCH, ...entry });
  const refused = await add({});
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('give the country')]);
  expect((await add({ country: 'fr' })).body).toMatchObject({ kind: 'phone', value: '+33612345678' });
  const { body } = await api.call('POST', '/api/enrollments', {
    sequence: 'hello',
    lead: { first_name: 'Ada', phone_number: '+33 (0)6 12 34 56 78' },
  });
  expect(body.code).toBe('suppressed');
});

it('says of a country that it is none', async () => {
  expect((await upload('&country=France')).body.detail).toContain('country');
  expect((await create({ leads, country: 'France' })).body.detail).toContain('country');
});
