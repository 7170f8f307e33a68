import { expect } from 'vitest';
import { createV2Service, type V2Service, type V2ServiceOptions } from '../../src/v2/service/service.ts';
import { createTestDatabase } from '../support/database.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';
import { checkAnswer } from '../v2-service/support/check-answer.ts';

const KEY = 'channel-kit-bootstrap-key';

// biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
type Json = any;

export interface KitAnswer {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Json;
}

/** A V2 service with the adapter under test, which can be stopped and started again over the same database. */
export interface KitService {
  readonly key: string;
  readonly service: V2Service;
  /** Every answer of a /v2 path is held against the contract. */
  call(method: string, path: string, body?: object, key?: string): Promise<KitAnswer>;
  action(account_id: string, action: string, params?: object, key?: string): Promise<KitAnswer>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startKitService(adapters: V2ServiceOptions['adapters']): Promise<KitService> {
  const database = await createTestDatabase('service');
  const start = async () => {
    const options = v2ServiceOptions({ database_url: database.url, bootstrap_key: KEY });
    const service = await createV2Service({ ...options, ...(adapters ? { adapters } : {}) });
    return { service, url: await service.listen(0) };
  };
  let running = await start();
  const call: KitService['call'] = async (method, path, body, key) => {
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        'x-api-key': KEY,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: await response.json() };
    if (path.startsWith('/v2')) {
      checkAnswer({ method, path, request: body, content_type: response.headers.get('content-type'), ...answer });
    }
    return { ...answer, replayed: response.headers.has('idempotent-replayed') };
  };
  return {
    key: KEY,
    get service() {
      return running.service;
    },
    call,
    action: (account_id, action, params = {}, key) => call('POST', '/v2/messages', { account_id, action, params }, key),
    async restart() {
      await running.service.close();
      running = await start();
    },
    async close() {
      await running.service.close();
      await database.drop();
    },
  };
}

/** `data` of a good answer. */
export function good({ status, body }: KitAnswer): Json {
  expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
  return body.data;
}

/** The conversation whose last message says this: of two that came within a second, either may stand first. */
export function conversationWith(conversations: readonly Json[], text: string): Json {
  const found = conversations.find(({ last_message }) => last_message.text.includes(text));
  expect(found, `a conversation that ends with ${text}`).toBeDefined();
  return found;
}
