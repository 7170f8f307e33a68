import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { paramNames, ROLES } from '../../src/app/api-contract/operation.ts';
import { roleOf } from '../../src/app/api-contract/role.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPerson, ORIGIN, type Person } from './users-fixtures.ts';

let api: ApiBench;
const people = new Map<string, Person>();
/** Callers: each role for all accounts, and those that can be limited for one. */
const WHO = ROLES.flatMap((role) =>
  [null, ...(role === 'owner' ? [] : [['acc_anna']])].map((accounts) => ({
    ...{ role, accounts },
    name: accounts === null ? role : `${role} of one account`,
  })),
);
/** The cookie of somebody who has signed out. */
let goneCookie = '';
const REFUSALS = ['missing_role', 'all_accounts_needed', 'missing_scope'];

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  for (const { name, role, accounts } of WHO) people.set(name, await addPerson(api, role, accounts));
  const gone = await addPerson(api, 'owner');
  await gone.call('DELETE', '/session');
  goneCookie = gone.cookie;
});
afterAll(() => api.close());

/** An open stream never answers; who may open it is tested where it is. */
const routes = operationNames.filter((name) => operationOf(name).scope !== null && name !== 'streamEvents');
const pathOf = (path: string): string =>
  paramNames(path).reduce((made, name) => made.replace(`{${name}}`, name === 'version' ? '1' : 'none'), path);

const rows = routes.flatMap((route) => WHO.map((who) => [route, who.name, who] as const));

describe('every route lets in who may call it, and nobody else', () => {
  it.each(rows)('%s by %s', async (route, name, { role, accounts }) => {
    const operation = operationOf(route);
    const { method, path, query, example } = operation;
    const dry = 'dry_run' in (query?.shape ?? {}) ? '?dry_run=true' : '';
    const person = people.get(name);
    const answer = await person?.call(method, pathOf(path) + dry, method === 'GET' ? undefined : example?.body);
    const needed = roleOf(operation) ?? 'viewer';
    const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(needed);
    const isLimited = accounts !== null && operation.accounts === undefined;
    const expected = isAllowed ? (isLimited ? 'all_accounts_needed' : null) : 'missing_role';
    const code = answer?.status === 403 && REFUSALS.includes(answer.body.code) ? answer.body.code : null;
    expect(code, JSON.stringify(answer?.body)).toBe(expected);
  });
});

describe('every route that asks who it is lets nobody in without a key, with one that is none, or with a session that has ended', () => {
  it.each(operationNames)('%s by nobody', async (route) => {
    const { scope, method, path, example } = operationOf(route);
    const ask = (given: { readonly key: string | null; readonly headers?: Record<string, string> }) =>
      api.call(method, pathOf(path), method === 'GET' ? undefined : example?.body, given);
    const answers = [
      await ask({ key: null }),
      await ask({ key: 'ovk_none' }),
      await ask({ key: null, headers: { ...ORIGIN, cookie: goneCookie } }),
    ];
    const refused = answers.map(({ status, body }) => (status === 401 ? body.code : status));
    // What needs no key (health, the documents) looks at none.
    expect(refused).toEqual(scope === null ? [200, 200, 200] : ['no_key', 'invalid_key', 'no_key']);
  });
});

it('looks for what a role is by the scope, where the operation does not say', () => {
  const of = (name: (typeof operationNames)[number]) => roleOf(operationOf(name));
  expect([of('getHealth'), of('listLeads'), of('decideTask'), of('createCampaign'), of('createKey')]).toEqual([
    ...[null, 'viewer', 'operator', 'editor', 'owner'],
  ]);
});

it('lets a key do no more than its user may by now', async () => {
  const owner = await addPerson(api, 'owner');
  const { body } = await owner.call('POST', '/api/keys', { scopes: ['admin'] });
  const ask = () => api.call('GET', '/api/keys', undefined, { key: body.key });
  expect((await ask()).status).toBe(200);
  await api.call('PATCH', `/api/users/${owner.id}`, { role: 'viewer' });
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'missing_role', role: 'owner' } });
  expect((await api.call('GET', '/api/stats', undefined, { key: body.key })).status).toBe(200);
  const pause = await api.call('POST', '/api/pause', { confirm: 'everything' }, { key: body.key });
  expect(pause).toMatchObject({ status: 403, body: { code: 'missing_role' } });
});
