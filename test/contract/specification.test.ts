import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ACTION_CATEGORIES, ACTIONS, findAction } from '../../src/v2/contract/actions.ts';
import { ENDPOINTS, MANAGEMENT } from '../../src/v2/contract/endpoints.ts';
import { DELIVERY_STATES } from '../../src/v2/contract/records/webhook.ts';
import {
  hasSpecification,
  inputProperties,
  quoted,
  quotedFields,
  SKIPPED,
  section,
  table,
  typesOf,
} from './read-specification.ts';

const action = (name: string) => {
  const [category = '', own = ''] = name.split('/');
  const definition = findAction(category, own);
  if (!definition) throw new Error(`the contract has no action ${name}`);
  return definition;
};
const endpointOf = (call: string) => {
  const [method = '', path = ''] = call.replace(/\?.*/, '').replace('/{id}', '/{webhook_id}').split(' ');
  return ENDPOINTS.find((endpoint) => endpoint.method === method && endpoint.path === path);
};
const suite = describe.skipIf(!hasSpecification);

suite(`the contract's endpoints and the specification${SKIPPED}`, () => {
  it.each(table('Category endpoints (action based)'))('%s has these actions and no others', (endpoint, actions) => {
    const category = endpointOf(quoted(endpoint)[0] ?? '')?.category;
    const own = ACTIONS.filter((definition) => definition.category === category).map((definition) => definition.action);
    expect(own.sort()).toEqual(quoted(actions).sort());
  });

  it('has no category beside those of the table, but enrich', () => {
    const named = table('Category endpoints (action based)').map(([endpoint]) =>
      quoted(endpoint)[0]?.split('/').at(-1),
    );
    expect(ACTION_CATEGORIES.filter((category) => !named.includes(category))).toEqual(['enrich']);
  });

  it('has enrich under both of its paths, with the three actions', () => {
    const [, second, first, ...actions] = quoted(section('Credits and mail'));
    expect([second, first]).toEqual(['POST /v2/mail', 'POST /v2/enrich']);
    expect(endpointOf('POST /v2/mail')?.category).toBe('enrich');
    expect(endpointOf('POST /v2/enrich')?.category).toBe('enrich');
    for (const name of actions) expect(findAction('enrich', name), name).toBeDefined();
  });

  it('has the calls that are only named in running text', () => {
    for (const call of ['GET /v2/credits', 'GET /v2/messages/attachment']) expect(endpointOf(call), call).toBeDefined();
    const query = endpointOf('GET /v2/messages/attachment')?.query as z.ZodType;
    expect(Object.keys(inputProperties(query))).toEqual(['account_id', 'conversation_id', 'asset_urn']);
  });

  it.each(table('Account endpoints'))('%s', (call, purpose = '') => {
    if (call === 'Set proxy country') {
      expect(Object.keys(inputProperties(MANAGEMENT.set_country.body))).toEqual(['country']);
      return;
    }
    const endpoint = endpointOf(quoted(call)[0] ?? '');
    expect(endpoint).toBeDefined();
    const seen = /fields seen: ([^.]*)/.exec(purpose)?.[1];
    if (seen === undefined) return;
    const known = Object.keys(inputProperties(endpoint?.body as z.ZodType));
    for (const field of quotedFields(seen)) expect(known).toContain(field);
  });

  it.each(table('Webhook endpoints'))('%s', (call, purpose = '') => {
    const endpoint = endpointOf(quoted(call)[0] ?? '');
    expect(endpoint).toBeDefined();
    const body = /Body(?: fields seen| \(all optional[^)]*\))?:? (.*?)(?:\. Response|\. Allowed|\.$)/.exec(
      purpose,
    )?.[1];
    const query = /Query: (.*)\.$/.exec(purpose)?.[1];
    const fields = quoted(body).flatMap((word) => word.replace(/[{}]/g, '').split(', '));
    const bodyNames = endpoint?.body ? Object.keys(inputProperties(endpoint.body)) : [];
    for (const field of fields) expect(bodyNames).toContain(field);
    const queryNames = endpoint?.query ? Object.keys(inputProperties(endpoint.query)) : [];
    for (const name of quoted(query).filter((word) => word !== 'failed')) expect(queryNames).toContain(name);
    for (const state of quoted(query).filter((word) => word === 'failed')) expect(DELIVERY_STATES).toContain(state);
  });

  it.each(table('Logs'))('%s', (call) => {
    expect(endpointOf(quoted(call)[0] ?? '')).toBeDefined();
  });

  it('lists logs with these query parameters and no others', () => {
    const paragraph = /Query parameters of the list: (.*?)Filters combine/s.exec(section('Logs'))?.[1] ?? '';
    const named = [...paragraph.matchAll(/`([a-z_]+)` \(|`(account_id)`/g)].map((match) => match[1] ?? match[2]);
    expect(Object.keys(inputProperties(MANAGEMENT.list_logs.query)).sort()).toEqual(named.sort());
  });

  it('has no two endpoints of one method and path', () => {
    const names = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

/** Words of the type column, and what JSON Schema calls them. */
function typesNamed(cell: string): string[] {
  const types: string[] = [];
  if (/string(?!\[\])/.test(cell.replace(/\{[^}]*\}/g, ''))) types.push('string');
  if (/string\[\]|array|single plain string/.test(cell)) types.push('string[]');
  if (/object\[\]/.test(cell)) types.push('object[]');
  else if (/object/.test(cell)) types.push('object');
  if (/integer/.test(cell)) types.push('integer');
  if (/boolean/.test(cell)) types.push('boolean');
  return types;
}

/** In a column of its own, or after the word `default` in the type's. */
function defaultNamed(cell: string, alone: boolean): unknown {
  const word = alone ? cell.replaceAll('`', '') : /default `?(\w+)/.exec(cell)?.[1];
  if (word === undefined || word === 'none' || word === 'required') return undefined;
  return word === 'true' || word === 'false' || /^\d+$/.test(word) ? JSON.parse(word) : word;
}

/** Columns: type, and where a default may stand. */
const PARAM_TABLES = [
  { heading: 'profiles / search_people', of: 'profiles/search_people', type: 1, default: -1 },
  { heading: 'messages / send', of: 'messages/send', type: 1, default: 1 },
  { heading: 'messages / list_inbox', of: 'messages/list_inbox', type: 1, default: 2 },
  { heading: 'content / search', of: 'content/search', type: 1, default: 1 },
  { heading: 'recruiter / get_candidates', of: 'recruiter/get_candidates', type: 1, default: 2 },
];
/** The account's own choice of folder: the service resolves it, not the schema. */
const RESOLVED_LATER = ['label_ids'];

suite(`the contract's params and the specification${SKIPPED}`, () => {
  for (const { heading, of, type, default: column } of PARAM_TABLES) {
    const rows = table(heading).flatMap((row) => quoted(row[0]).map((name) => [name, row] as const));

    it.each(rows)(`${of}: %s has its type and default`, (name, row) => {
      const property = inputProperties(action(of).params)[name];
      expect(property).toBeDefined();
      for (const named of typesNamed(row[type] ?? '')) expect([...typesOf(property ?? {})]).toContain(named);
      if (column >= 0 && !RESOLVED_LATER.includes(name))
        expect(property?.default).toEqual(defaultNamed(row[column] ?? '', column !== type));
    });

    it(`${of} takes no other params`, () => {
      expect(Object.keys(inputProperties(action(of).params)).sort()).toEqual(rows.map(([name]) => name).sort());
    });
  }

  const link = table('POST /v2/accounts/connect-link').flatMap((row) =>
    quoted(row[0]).map((name) => [name, row] as const),
  );
  it.each(link)('connect-link body: %s', (name, row) => {
    const property = inputProperties(MANAGEMENT.connect_link.body)[name];
    expect(property).toBeDefined();
    for (const named of typesNamed(row[1] ?? '')) expect([...typesOf(property ?? {})]).toContain(named);
    if (name === 'expires_in') expect(property?.default).toBe(Number(row[2]));
  });

  it('offers every channel and the classic product where a link says nothing', () => {
    expect(MANAGEMENT.connect_link.body.parse({})).toMatchObject({
      platforms: ['professional', 'messenger', 'email'],
      products: ['classic'],
    });
    expect(MANAGEMENT.connect_link.body.parse({ platform: 'email' })).toMatchObject({ platforms: ['email'] });
  });

  it.each([
    ['profiles / unlock', 'profiles/unlock', ['profile', 'profile_url']],
    ['messages / search (email)', 'messages/search', ['query', 'count']],
    ['network / list_connections', 'network/list_connections', ['count', 'offset', 'use_cache']],
    ['network / check_connection', 'network/check_connection', ['profile_url']],
    ['network / check_invitation', 'network/check_invitation', ['profile_url']],
    ['network / list_invitations', 'network/list_invitations', ['count', 'offset', 'invitation_type']],
    ['content / get_comments and get_reactions', 'content/get_comments', ['post_url', 'count', 'offset']],
    ['content / get_comments and get_reactions', 'content/get_reactions', ['post_url', 'count', 'offset']],
    ['recruiter / get_posts', 'recruiter/get_posts', ['job_id', 'count', 'offset', 'fetch_details']],
    ['recruiter / get_cv', 'recruiter/get_cv', ['application_id']],
  ])('%s: the params named in its text', (heading, name, params) => {
    const words = section(heading);
    for (const param of params) expect(words).toMatch(new RegExp(`\`(params\\.)?${param}\``));
    const known = Object.keys(inputProperties(action(name).params)).filter((one) => one !== 'cursor');
    expect(known.sort()).toEqual([...params].sort());
  });
});
