import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createV2Client, type V2Client } from '../../src/v2/client/create-v2-client.ts';
import type { ManagementName } from '../../src/v2/client/management-call.ts';
import type { CallOutcome } from '../../src/v2/client/outcome.ts';
import { ACTIONS, type DataOf } from '../../src/v2/contract/actions.ts';
import { CATEGORY_PATHS, MANAGEMENT } from '../../src/v2/contract/endpoints.ts';
import { answerOf, examplesOf, requestOf } from '../../src/v2/contract/openapi/category-operations.ts';
import { endpointExample } from '../../src/v2/contract/openapi/management-operations.ts';
import { failure, json, startScriptedServer, success } from './scripted-server.ts';

let server: Awaited<ReturnType<typeof startScriptedServer>>;
let client: V2Client;
/** The next answer of the server. */
let next = json(200, {});

beforeAll(async () => {
  server = await startScriptedServer((response, request) => next(response, request));
  client = createV2Client({
    base_url: server.url,
    api_key: 'sk_test',
    read_retries: { attempts: 2, first_wait_ms: 1, longest_wait_ms: 2_000 },
  });
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

const actions = ACTIONS.map((definition) => [`${definition.category}/${definition.action}`, definition] as const);
const names = Object.entries(MANAGEMENT).flatMap(([name, endpoint]) =>
  endpoint.answers === 'envelope' ? [name as ManagementName] : [],
);

describe('the client and the whole contract', () => {
  it.each(actions)('calls %s and takes its answer', async (_name, definition) => {
    for (const [, example] of examplesOf(definition)) {
      const request: { account_id?: string } = requestOf(definition, example.params);
      const answer = answerOf(definition, example);
      next = json(200, answer);
      const outcome = await client.perform(definition, {
        account_id: request.account_id ?? null,
        params: example.params,
      });
      expect(outcome).toMatchObject({ kind: 'success', data: example.data, credits: answer.metadata.credits_consumed });
      expect(server.received.at(-1)).toMatchObject({
        method: 'POST',
        url: CATEGORY_PATHS[definition.category][0],
        body: request,
      });
    }
  });

  it.each(names)('calls %s and takes its answer', async (name) => {
    const { path, query, body, data } = endpointExample(name);
    next = json(200, success(data, 0));
    // Path, query and body are those of this very endpoint.
    const outcome = await client.manage(name, { path, query, body } as never);
    expect(outcome).toMatchObject({ kind: 'success', data });
    const received = server.received.at(-1);
    expect(received?.method).toBe(MANAGEMENT[name].method);
    expect(received?.url).not.toMatch(/[{}]/);
    expect(received?.body).toEqual(body ?? null);
    for (const [field, value] of Object.entries(query ?? {})) {
      expect(new URL(received?.url ?? '', server.url).searchParams.get(field)).toBe(value);
    }
  });

  it.each(names)(
    'repeats %s after 429 if it is a read, no earlier than Retry-After says, and else never',
    async (name) => {
      const { path, query, body } = endpointExample(name);
      next = json(429, failure('RATE_LIMITED', 'slow down'), { 'retry-after': '0' });
      const before = server.received.length;
      const outcome = await client.manage(name, { path, query, body } as never);
      expect(outcome).toMatchObject({ kind: 'refused', code: 'RATE_LIMITED' });
      expect(server.received.length - before).toBe(MANAGEMENT[name].method === 'GET' ? 2 : 1);
    },
  );

  it.each(actions)('repeats %s after 500 if it is a read, and else never', async (_name, definition) => {
    next = json(500, failure('INTERNAL_ERROR', 'unexpected'));
    const before = server.received.length;
    const [, example] = examplesOf(definition)[0] ?? [];
    const outcome = await client.perform(definition, { account_id: 'acc_1', params: example?.params ?? {} });
    expect(outcome.kind).toBe(definition.effect === 'read' ? 'refused' : 'unknown');
    expect(server.received.length - before).toBe(definition.effect === 'read' ? 2 : 1);
  });

  it('has the types of the contract', () => {
    expectTypeOf(client.call<'balance', 'get'>).returns.resolves.toEqualTypeOf<CallOutcome<DataOf<'balance', 'get'>>>();
    expectTypeOf(client.manage<'get_credits'>).returns.resolves.toEqualTypeOf<
      CallOutcome<{ [x: string]: unknown; credits_remaining: number | null; credits_used: number; unlimited: boolean }>
    >();
    const misuse = () => [
      // @ts-expect-error the path names a webhook
      client.manage('start_webhook', {}),
      // @ts-expect-error no such action
      client.call('balance', 'set', { account_id: 'acc_1', params: {} }),
      // @ts-expect-error `count` is a number
      client.call('network', 'list_sent', { account_id: 'acc_1', params: { count: '10' } }),
      // @ts-expect-error a login has a body
      client.manage('login', {}),
      // @ts-expect-error no such state
      client.manage('list_accounts', { query: { status: 'odd' } }),
    ];
    expect(misuse).toBeTypeOf('function');
  });
});
