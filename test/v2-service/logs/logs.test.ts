import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEndpoint } from '../../../src/contract/endpoints.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
  const call = (action: string, params: object, key?: string) =>
    service.post(
      '/v2/profiles',
      owner.key,
      { account_id: owner.professional, action, params },
      key === undefined ? {} : { 'idempotency-key': key },
    );
  await call('visit', { profile_url: 'ada-example' }, 'enr_1/visit/1');
  await call('visit', { profile_url: 'ada-example' }, 'enr_1/visit/1');
  await call('visit', {});
  await call('get_me', {});
  await service.get('/v2/accounts', owner.key);
});
afterAll(() => service.close());

const list = async (query = '') => (await service.get(`/v2/logs${query}`, owner.key)).body.data;

describe('the logs', () => {
  it('list every call once, newest first, with what reconciliation needs', async () => {
    const page = await list();
    expect(findEndpoint('GET', '/v2/logs')?.data?.safeParse(page)).toMatchObject({ success: true });
    expect(page).toMatchObject({ total: 4, limit: 50, offset: 0 });
    expect(page.items).toMatchObject([
      { action: 'list_accounts', account_id: null, credits_consumed: 0, status: 'success' },
      { action: 'get_me', account_id: owner.professional, credits_consumed: 1, status: 'success' },
      { action: 'visit', credits_consumed: 0, status: 'error', error_message: expect.stringContaining('profile_url') },
      { action: 'visit', credits_consumed: 1, target: 'ada-example', idempotency_key: 'enr_1/visit/1' },
    ]);
    expect(page.items).not.toMatchObject([{ error_message: expect.anything() }]);
  });

  it('filter by action, status, account and time, and page', async () => {
    expect(await list('?action=visit&status=error')).toMatchObject({ total: 1 });
    expect(await list(`?account_id=${owner.professional}`)).toMatchObject({ total: 3 });
    expect(await list('?limit=1&offset=1')).toMatchObject({ total: 4, items: [{ action: 'get_me' }] });
    const today = new Date().toISOString().slice(0, 10);
    expect(await list(`?date_from=${today}&date_to=${today}`)).toMatchObject({ total: 4 });
    expect(await list('?date_to=2020-01-01')).toMatchObject({ total: 0 });
  });

  it.each(['?limit=201', '?limit=0', '?offset=-1', '?status=odd', '?date_from=yesterday'])(
    'refuse %s',
    async (query) => {
      const { body, status } = await service.get(`/v2/logs${query}`, owner.key);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringMatching(/^query\.\w+: /) });
    },
  );

  it("show no other owner's calls", async () => {
    const other = await service.owner();
    expect((await service.get('/v2/logs', other.key)).body.data).toMatchObject({ total: 0 });
  });

  it('add up by account and by action', async () => {
    const { data } = (await service.get('/v2/logs/stats', owner.key)).body;
    expect(findEndpoint('GET', '/v2/logs/stats')?.data?.safeParse(data)).toMatchObject({ success: true });
    expect(data).toEqual({
      total_calls: 4,
      total_credits: 2,
      by_account: expect.arrayContaining([
        { account_id: owner.professional, calls: 3, credits: 2 },
        { account_id: null, calls: 1, credits: 0 },
      ]),
      by_action: expect.arrayContaining([{ action: 'visit', calls: 2, successes: 1, errors: 1, credits: 1 }]),
    });
  });
});
