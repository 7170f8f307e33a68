import { expect } from 'vitest';
import { createV2Service, type V2Service, type V2ServiceOptions } from '../../../src/v2/service/service.ts';
import { createTestDatabase } from '../../support/database.ts';
import { v2ServiceOptions } from '../../support/v2-service-options.ts';
import { checkAnswer } from '../support/check-answer.ts';
import { type ReadEvent, storedEvents } from './stored-events.ts';

const BOOTSTRAP_KEY = 'sandbox-tests-bootstrap-key';

/** An answer as the tests read it: `data` and the control's bodies have the shape that each test names. */
// biome-ignore lint/suspicious/noExplicitAny: answers are what is under test, so their shape is asserted, not typed.
type Json = any;

export interface Sandbox {
  readonly service: V2Service;
  readonly url: string;
  readonly database_url: string;
  readonly user_id: string;
  /** The key of the owner to whom everything belongs. */
  readonly key: string;
  /** Calls the control under `/sandbox`; anything but 200 fails the test. */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Json>;
  /** The raw answer of any path; one of a /v2 path that the contract does not allow fails the test. */
  call(method: string, path: string, body?: object, key?: string): Promise<{ status: number; body: Json }>;
  /** `data` of a good action. */
  act(category: string, account_id: string, action: string, params?: object): Promise<Json>;
  /** `sub_code` (or else the code) of a refused one. */
  refusal(category: string, account_id: string, action: string, params?: object): Promise<string>;
  account(body?: object): Promise<string>;
  person(body?: object): Promise<{ slug: string; url: string; id_url: string; urn: string; email: string }>;
  received(slug: string): Promise<Json[]>;
  advance(duration: string): Promise<void>;
  /** Events of the account as stored for a webhook that sees all, each checked against the contract. */
  events(account_id: string): Promise<ReadEvent[]>;
  watch(account_id: string): Promise<void>;
  close(): Promise<void>;
}

export async function startSandbox(settings: Partial<V2ServiceOptions['settings']> = {}): Promise<Sandbox> {
  const database = await createTestDatabase('service');
  const service = await createV2Service(
    v2ServiceOptions({ database_url: database.url, bootstrap_key: BOOTSTRAP_KEY, settings }),
  );
  const url = await service.listen(0);
  const { rows } = await service.db.query<{ user_id: string }>('select user_id from users');

  const call: Sandbox['call'] = async (method, path, body, key = BOOTSTRAP_KEY) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: await response.json() };
    checkAnswer({ method, path, request: body, content_type: response.headers.get('content-type'), ...answer });
    return answer;
  };
  const control: Sandbox['control'] = async (method, path, body) => {
    const answer = await call(method, `/sandbox${path}`, body);
    expect(answer, `${method} /sandbox${path}`).toMatchObject({ status: 200 });
    return answer.body;
  };
  const action = (category: string, account_id: string, name: string, params: object = {}) =>
    call('POST', `/v2/${category}`, { account_id, action: name, params });
  return {
    service,
    url,
    database_url: database.url,
    user_id: rows[0]?.user_id ?? '',
    key: BOOTSTRAP_KEY,
    call,
    control,
    async act(category, account_id, name, params) {
      const answer = await action(category, account_id, name, params);
      expect(answer, `${category} / ${name}`).toMatchObject({ status: 200 });
      return answer.body.data;
    },
    async refusal(category, account_id, name, params) {
      const { body } = await action(category, account_id, name, params);
      expect(body.success, `${category} / ${name}`).toBe(false);
      return body.error.sub_code ?? body.error.code;
    },
    async account(body = {}) {
      const products = ['classic', 'premium_navigator', 'recruiter'];
      return (await control('POST', '/accounts', { platform: 'professional', products, ...body })).account_id;
    },
    async person(body = {}) {
      const made = await control('POST', '/people', body);
      return {
        slug: made.public_identifier,
        url: made.profile_url,
        id_url: made.profile_id_url,
        urn: made.member_urn,
        email: made.email,
      };
    },
    received: async (slug) => (await control('GET', `/people/${slug}/received`)).items,
    async advance(duration) {
      await control('POST', '/clock', { advance: duration });
    },
    events: (account_id) => storedEvents(service.db, account_id),
    async watch(account_id) {
      const answer = await call('POST', '/v2/webhooks', { account_id, message_type: 'all' });
      expect(answer).toMatchObject({ status: 200 });
    },
    async close() {
      await service.close();
      await database.drop();
    },
  };
}
