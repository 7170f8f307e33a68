import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atSpeed, type ClockSetting, createClock } from '../../src/shared/kit/clock.ts';
import { ACTIONS } from '../../src/v2/contract/actions.ts';
import { ENDPOINTS } from '../../src/v2/contract/endpoints.ts';
import { handlerOf } from '../../src/v2/service/actions/registry.ts';
import { createV2Service, type V2Service, type V2ServiceOptions } from '../../src/v2/service/service.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';

const KEY = 'bootstrap-key-of-24-characters';
let database: TestDatabase;
let service: V2Service;
let url: string;
const shared: ClockSetting[] = [];

async function start(more: Partial<V2ServiceOptions> = {}): Promise<void> {
  service = await createV2Service(
    v2ServiceOptions({
      database_url: database.url,
      bootstrap_key: KEY,
      onClockChange: (setting) => shared.push(setting),
      ...more,
    }),
  );
  url = await service.listen(0);
}

const call = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': KEY },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
};

beforeAll(async () => {
  database = await createTestDatabase('empty');
  await start();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

describe('the V2 service', () => {
  it('comes up on an empty database, healthy, with the bootstrapped owner', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status).toBe(200);
    expect(service.url()).toBe(url);
    expect(service.context.settings.base_url).toBe(url);
    expect((await call('GET', '/v2/credits')).body.data).toMatchObject({ credits_remaining: 10_000 });
  });

  it('answers every endpoint of the contract, and executes every action', () => {
    const missing = ENDPOINTS.filter(
      ({ method, path }) => !service.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }),
    );
    expect(missing).toEqual([]);
    for (const action of ACTIONS) expect(handlerOf(action).definition).toBe(action);
  });

  it('performs an action of a sandbox account over HTTP, charged and logged', async () => {
    const made = await call('POST', '/sandbox/accounts', { platform: 'professional', products: ['classic'] });
    const { account_id } = made.body as unknown as { account_id: string };
    const person = await call('POST', '/sandbox/people', { first_name: 'Ada', last_name: 'Example', degree: 2 });
    const { profile_url } = person.body as unknown as { profile_url: string };
    const invited = await call('POST', '/v2/network', { account_id, action: 'invite', params: { profile_url } });
    expect(invited).toMatchObject({ status: 200, body: { data: { invitation_state: 'PENDING' } } });
    const again = await call('POST', '/v2/network', { account_id, action: 'invite', params: { profile_url } });
    expect(again).toMatchObject({ status: 422, body: { error: { sub_code: 'INVITATION_PENDING' } } });
    expect((await call('GET', '/v2/credits')).body.data).toMatchObject({ credits_remaining: 9999, credits_used: 1 });
    expect((await call('GET', '/v2/logs?action=invite')).body.data).toMatchObject({ total: 2 });
  });

  it('stands a crowd of calls to the same people from several accounts, while they act on their own', async () => {
    await call('POST', '/sandbox/clock', { speed: 4320 });
    const accounts = await Promise.all(
      [1, 2, 3].map(async () => {
        const made = await call('POST', '/sandbox/accounts', { platform: 'professional', products: ['classic'] });
        return (made.body as unknown as { account_id: string }).account_id;
      }),
    );
    for (const account_id of accounts) await call('POST', '/v2/webhooks', { account_id });
    const people = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const behavior = { accepts_after: 'PT1M', replies_after: { invitation: 'PT1M', message: 'PT1M' } };
        const names = { first_name: `Bo${index}`, last_name: 'Example' };
        const made = await call('POST', '/sandbox/people', { ...names, degree: 2, behavior });
        return (made.body as unknown as { profile_url: string }).profile_url;
      }),
    );
    const used = (await call('GET', '/v2/credits')).body.data.credits_used as number;
    const asked = ['invite', 'send', 'visit', 'get', 'send'].flatMap((action) =>
      accounts.flatMap((account_id) =>
        people.map((profile_url) => {
          const category = action === 'invite' ? 'network' : action === 'send' ? 'messages' : 'profiles';
          const params = { profile_url, message_text: 'Hello' };
          return call('POST', `/v2/${category}`, { account_id, action, params });
        }),
      ),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    const charged = answers.map(({ body }) => (body as unknown as { metadata: { credits_consumed: number } }).metadata);
    const credits = (await call('GET', '/v2/credits')).body.data;
    expect(credits.credits_used).toBe(charged.reduce((sum, one) => sum + one.credits_consumed, used));
    expect(credits.credits_remaining).toBe(10_000 - Number(credits.credits_used));
  });

  it('keeps over a restart what the sandbox did to the clock, and shares every change', async () => {
    const before = service.clock.now();
    await call('POST', '/sandbox/clock', { advance: 'PT2H' });
    expect(service.clock.now() - before).toBeGreaterThanOrEqual(7_200_000);
    const changes = shared.length;
    const credits = (await call('GET', '/v2/credits')).body.data;
    await service.close();
    await start();
    expect(service.clock.now() - Date.now()).toBeGreaterThan(7_000_000);
    expect(shared).toHaveLength(changes + 1);
    expect((await call('GET', '/v2/credits')).body.data).toEqual(credits);
  });

  it('keeps the given clock over the stored one where that is not to be restored', async () => {
    await call('POST', '/sandbox/clock', { speed: 4320 });
    const left = service.clock.setting();
    const changes = shared.length;
    await service.close();
    const clock = createClock(atSpeed(left, Date.now(), 1));
    // What is stored is not behind at the start, so it would win.
    await start({ clock, restore_clock: false });
    expect(service.clock.setting().speed).toBe(1);
    expect(shared).toHaveLength(changes);
  });
});
