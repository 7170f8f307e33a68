import { Validator } from '@seriousme/openapi-schema-validator';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../src/app/api/create-api.ts';
import { isChange } from '../../src/app/api/serve.ts';
import {
  OPERATIONS,
  type OperationName,
  operationNames,
  operationOf,
} from '../../src/app/api-contract/api-operations.ts';
import { itemOf } from '../../src/app/api-contract/list.ts';
import { paramNames } from '../../src/app/api-contract/operation.ts';
import { lead } from '../../src/app/api-contract/records/enrollment.ts';
import { isRecord } from '../../src/shared/kit/is-record.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { holdToContract, misfitOfAnswer } from '../support/hold-to-contract.ts';
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

  const asked = operationNames.filter((name) => {
    const { method, path, example } = operationOf(name);
    return method !== 'GET' && !path.includes('{') && example !== undefined;
  });
  it.each(asked)('has an example of %s that can be asked as it is', async (name) => {
    const { method, path, query, example } = operationOf(name);
    const given = Object.entries(example?.query ?? {}).map(([field, value]) => [field, String(value)]);
    const dry = 'dry_run' in (query?.shape ?? {}) ? { dry_run: 'true' } : {};
    const whole = new URLSearchParams({ ...Object.fromEntries(given), ...dry });
    const { status, body } = await api.call(method, `${path}?${whole}`, example?.body);
    // What it names may not be there: an account, a lead, a clock that can be moved.
    const isThere = status < 300 || [404, 409].includes(status) || (status === 422 && body.code !== 'invalid_body');
    expect(isThere, `${status} ${JSON.stringify(body)}`).toBe(true);
  });

  it('has an example of a sequence that is one', async () => {
    const { body } = OPERATIONS.validateSequence.example;
    expect((await api.call('POST', '/api/sequences/validate', body)).body).toMatchObject({ ok: true, diagnostics: [] });
  });

  /** Operations that may be without a dry run, though they are no GET: they change nothing that anybody could want to see first. */
  const ONLY_ASKS: Partial<Record<OperationName, string>> = {
    validateSequence: 'it says what is wrong with a text',
    simulateSequence: 'it plays in virtual time',
    simulateText: 'it plays in virtual time',
    testSequence: 'it plays in virtual time',
    fillSavedAnswer: 'it fills a text in for one person, and keeps nothing',
    checkReceipt: 'it looks for what a receipt says is gone; the result alone is kept, to be read once',
    sayPresence: 'it is the sign of life of an open page, which is worth nothing after seconds',
  };

  it('lets everything that changes something be tried out', () => {
    const writes = operationNames.filter((name) => operationOf(name).method !== 'GET');
    expect(writes.length).toBeGreaterThan(60);
    const without = writes.filter((name) => !('dry_run' in (operationOf(name).query?.shape ?? {})));
    expect(without.toSorted()).toEqual(Object.keys(ONLY_ASKS).toSorted());
    for (const name of without) expect(isChange(operationOf(name)), name).toBe(false);
  });

  /** Parts that a list may lack, and why. */
  const LACKS: Partial<Record<OperationName, { readonly what: string; readonly why: string }>> = {
    listEnrollmentMails: { what: 'cursor', why: 'the threads of one person are read from their mailboxes at once' },
  };

  it('lets every list be read page by page, in an order and with the fields that are asked for', () => {
    const lists = operationNames.filter((name) => itemOf(operationOf(name)) !== null);
    expect(lists.length).toBeGreaterThan(20);
    for (const name of lists) {
      const taken = Object.keys(operationOf(name).query?.shape ?? {});
      const lacking = ['cursor', 'fields', 'sort'].filter((one) => !taken.includes(one));
      expect(lacking, name).toEqual([LACKS[name]?.what ?? []].flat());
    }
    expect(Object.keys(LACKS).filter((name) => !lists.includes(name as OperationName))).toEqual([]);
  });

  it('calls a list by no other name: whatever answers with items has a cursor to the next', () => {
    const others = operationNames.filter((name) => {
      const answer = operationOf(name).answers[200];
      return answer instanceof z.ZodObject && 'items' in answer.shape && itemOf(operationOf(name)) === null;
    });
    expect(others).toEqual([]);
  });

  it('lets no list carry the variables of people unasked: fifty people with all of theirs would be megabytes', () => {
    const carries = (schema: unknown): boolean =>
      (Array.isArray(schema) && schema.some(carries)) ||
      (isRecord(schema) &&
        ((Array.isArray(schema.required) && schema.required.includes('vars')) || Object.values(schema).some(carries)));
    const heavy = operationNames.filter((name) => {
      const item = itemOf(operationOf(name));
      return item !== null && carries(z.toJSONSchema(item, { unrepresentable: 'any', reused: 'inline' }));
    });
    expect(heavy).toEqual([]);
    expect(carries(z.toJSONSchema(lead))).toBe(true);
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

  const asked = { method: 'GET', path: '/api/conversations/unmatched?fields=id' };
  const ok = { status: 200, type: 'application/json; charset=utf-8' };
  expect(misfitOfAnswer(asked, ok, '{"items":[{"id":"evt_1"}],"next_cursor":null}')).toBeNull();
  expect(misfitOfAnswer(asked, ok, '{"items":[{"id":1}],"next_cursor":null}')).toContain('/items/0/id');
  expect(misfitOfAnswer(asked, { ...ok, status: 418 }, '{}')).toContain('not declared');
});

/** The query that an operation cannot do without. */
const neededBy = (query: z.ZodObject | undefined): string =>
  `?${['message_id', 'revision'].filter((name) => name in (query?.shape ?? {})).map((name) => `${name}=x`)}`;

describe('whatever is asked wrongly', () => {
  const keyed = operationNames.filter((name) => operationOf(name).scope !== null);

  it.each(keyed)('%s refuses an unknown filter by its name', async (name) => {
    const { method, path, example } = operationOf(name);
    const answer = await api.call(method, `${pathOf(path)}?nonsense=1`, method === 'GET' ? undefined : example?.body);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
    expect(answer.body.errors).toContainEqual({ field: 'nonsense', message: expect.stringContaining('unknown field') });
  });

  it.each(keyed.filter((name) => operationOf(name).method !== 'GET'))(
    '%s refuses an unknown field of the body, and a body that is none',
    async (name) => {
      const { method, path, query, body: shape, body_optional } = operationOf(name);
      const optional = shape === undefined || body_optional === true;
      for (const body of [{ nonsense: 1 }, [], 7, ...(optional ? [] : [null])]) {
        const { status, body: answered } = await api.call(method, pathOf(path) + neededBy(query), body);
        // What takes a file says that it wants one.
        expect([415, 422], JSON.stringify(answered)).toContain(status);
        expect(['invalid_body', 'unsupported_media_type']).toContain(answered.code);
        if (answered.code !== 'invalid_body') continue;
        expect(answered.errors[0]).toMatchObject({ message: expect.any(String) });
        if (Object(body) === body && 'nonsense' in Object(body)) {
          expect(answered.errors.map((one: { field: string }) => one.field)).toContain('nonsense');
        }
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
      const dry = name === 'saveDraft' ? '&dry_run=true' : '';
      const answer = await api.call(method, pathOf(path) + neededBy(query) + dry, example?.body);
      // A sequence is planned under its own name only, and a new one, or its draft, may have any.
      expect(answer.status).toBe({ planSequence: 422, saveDraft: 201 }[String(name)] ?? 404);
    },
  );

  it('is a header: of idempotency, and of where a stream continues', async () => {
    const empty = await api.call(
      'POST',
      '/api/pause?dry_run=true',
      { confirm: 'everything' },
      { headers: { 'idempotency-key': '' } },
    );
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
