import { Validator } from '@seriousme/openapi-schema-validator';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../src/app/api/create-api.ts';
import { OPERATIONS, operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { paramNames } from '../../src/app/api-contract/operation.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { holdToContract } from '../support/hold-to-contract.ts';
import { type ApiBench, openApi } from './fixtures.ts';

let api: ApiBench;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());

/** The path with ids that nobody has. */
const pathOf = (path: string): string =>
  paramNames(path).reduce((made, name) => made.replace(`{${name}}`, name === 'version' ? '1' : 'none'), path);

describe('the contract', () => {
  it('names no route that is not served; the server itself refuses to have one that is not named', () => {
    const missing = operationNames.filter((name) => {
      const { method, path } = operationOf(name);
      return !api.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') });
    });
    expect(missing).toEqual([]);
    expect(() => createApi(api.deps).get('/api/nowhere', () => ({}))).toThrow('the contract lacks GET /api/nowhere');
  });

  it('is served as valid OpenAPI 3.1, to whoever has no key', async () => {
    const { status, body } = await api.call('GET', '/api/openapi.json', undefined, { key: null });
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    const checked = await new Validator().validate(body);
    expect(checked).toMatchObject({ valid: true });
  });

  it.each(operationNames.filter((name) => operationOf(name).example !== undefined))(
    'has an example of %s that fits its schemas',
    (name) => {
      const { body, query, path, example } = operationOf(name);
      if (body !== undefined && example?.body !== undefined) expect(body.parse(example.body)).toBeDefined();
      if (query !== undefined) expect(query.parse(example?.query ?? {})).toBeDefined();
      expect(Object.keys(example?.params ?? {}).toSorted()).toEqual(paramNames(path).toSorted());
    },
  );

  it('has an example of a sequence that is one', async () => {
    const { body } = OPERATIONS.validateSequence.example;
    expect((await api.call('POST', '/api/sequences/validate', body)).body).toMatchObject({ ok: true, diagnostics: [] });
  });

  it('has an example of everything that changes something', () => {
    const missing = operationNames.filter((name) => {
      const { method, example } = operationOf(name);
      return (method === 'POST' || method === 'PATCH') && example === undefined;
    });
    expect(missing).toEqual([]);
  });
});

it('notices an answer that does not fit, a status and a code that nobody declared', async () => {
  const answers = [{ ok: true, more: 1 }, { ok: 'yes' }, {}];
  const app = fastify();
  const contract = holdToContract(app);
  app.get('/healthz', { config: { operation: 'getHealth' } }, () => answers.shift());
  app.get('/odd', { config: { operation: 'getTask' } }, (_, reply) => reply.status(418).send({}));
  app.get('/code', { config: { operation: 'getTask' } }, (_, reply) =>
    reply
      .status(404)
      .type('application/problem+json')
      .send(JSON.stringify({ code: 'unknown_campaign' })),
  );
  for (const url of ['/healthz', '/healthz', '/healthz', '/odd', '/code']) {
    await app.inject(url);
    expect(() => contract.check(), url).toThrow('does not fit the contract');
  }
  contract.check();
  await app.close();
});

describe('whatever is asked wrongly', () => {
  const keyed = operationNames.filter((name) => operationOf(name).scope !== null);

  it.each(keyed)('%s refuses an unknown filter by its name', async (name) => {
    const { method, path, example } = operationOf(name);
    const answer = await api.call(method, `${pathOf(path)}?nonsense=1`, method === 'GET' ? undefined : example?.body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', detail: expect.stringContaining('unknown field "nonsense"') },
    });
  });

  it.each(keyed.filter((name) => operationOf(name).method !== 'GET'))(
    '%s refuses an unknown field of the body, and a body that is none',
    async (name) => {
      const { method, path } = operationOf(name);
      const { body: shape, body_optional } = operationOf(name);
      const optional = shape === undefined || body_optional === true;
      for (const body of [{ nonsense: 1 }, [], 7, ...(optional ? [] : [null])]) {
        const { status, body: told } = await api.call(method, pathOf(path), body);
        // What takes a file says that it wants one.
        expect([415, 422], JSON.stringify(told)).toContain(status);
        expect(['invalid_body', 'unsupported_media_type']).toContain(told.code);
        if (told.code === 'invalid_body') expect(told.errors[0]).toMatchObject({ message: expect.any(String) });
      }
    },
  );

  it.each(
    keyed.flatMap((name) =>
      Object.keys(operationOf(name).query?.shape ?? {})
        .filter((field) => ['limit', 'days', 'version', 'dry_run', 'status', 'format', 'counts'].includes(field))
        .map((field) => [name, field] as const),
    ),
  )('%s says that its filter %s is wrong', async (name, field) => {
    const { method, path, example } = operationOf(name);
    for (const value of ['-1', 'x', '1e9', '%20', '0x10', `a&${field}=b`]) {
      const answer = await api.call(method, `${pathOf(path)}?${field}=${value}`, example?.body);
      expect(answer, value).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
      expect(answer.body.errors.map((one: { field: string }) => one.field.split('.')[0])).toContain(field);
    }
  });

  it.each(keyed.filter((name) => operationOf(name).path.includes('{')))(
    '%s of an id that nobody has is 404',
    async (name) => {
      const { method, path, example, query } = operationOf(name);
      const needed = query !== undefined && 'message_id' in query.shape ? '?message_id=x' : '';
      const answer = await api.call(method, pathOf(path) + needed, example?.body);
      // A sequence is planned under its own name only, and a new one may have any.
      expect(answer.status).toBe(name === 'planSequence' ? 422 : 404);
    },
  );

  it('is a header: of idempotency, and of where a stream continues', async () => {
    const empty = await api.call('POST', '/api/pause?dry_run=true', {}, { headers: { 'idempotency-key': '' } });
    expect(empty).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    const stream = await api.call('GET', '/api/events', undefined, { headers: { 'last-event-id': 'x' } });
    expect(stream).toMatchObject({ status: 400, body: { errors: [{ field: 'Last-Event-ID' }] } });
  });

  it('is a cursor of another list, in every list', async () => {
    const lists = keyed.filter((name) => 'cursor' in (operationOf(name).query?.shape ?? {}));
    expect(lists.length).toBeGreaterThan(12);
    for (const name of lists.filter((one) => !operationOf(one).path.includes('{'))) {
      const answer = await api.call('GET', `${operationOf(name).path}?cursor=%25%25`);
      expect(answer, name).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
    }
  });
});

it('refuses a key without the scope, on every route that needs another', async () => {
  const { body } = await api.call('POST', '/api/keys', OPERATIONS.createKey.example.body);
  for (const name of operationNames) {
    const { method, path, scope, example } = operationOf(name);
    if (scope === null || name === 'streamEvents') continue;
    const asked = method === 'GET' ? undefined : example?.body;
    const answer = await api.call(method, pathOf(path), asked, { key: body.key });
    expect(answer.status === 403, name).toBe(scope !== 'read');
  }
});
