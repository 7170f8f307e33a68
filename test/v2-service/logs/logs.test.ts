import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANAGEMENT } from '../../../src/v2/contract/endpoints.ts';
import { createKey, listKeys, revokeKey } from '../../../src/v2/service/keys/keys.ts';
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

const list = async (query = '', key = owner.key) => (await service.get(`/v2/logs${query}`, key)).body.data;
const stats = async (query = '', key = owner.key) => (await service.get(`/v2/logs/stats${query}`, key)).body.data;

/** An owner with rows at given moments. */
async function history(rows: readonly { action?: string; at: string }[]): Promise<string> {
  const { key, user_id } = await service.owner();
  for (const [index, { action = 'visit', at }] of rows.entries()) {
    await service.context.db.query(
      `insert into logs (log_id, user_id, action, account_id, credits_consumed, status, created_at)
       values ($1, $2, $3, 'acc_x', 1, 'success', $4)`,
      [`log_${user_id}_${index}`, user_id, action, at],
    );
  }
  return key;
}

describe('the list of logs', () => {
  it('has every call once, newest first, with what reconciliation needs [GET /v2/logs] [record/log.*] [record/logs.*] [limits#3]', async () => {
    const page = await list();
    expect(MANAGEMENT.list_logs.data.safeParse(page)).toMatchObject({ success: true });
    expect(page).toMatchObject({ total: 4, limit: 50, offset: 0 });
    expect(page.items).toMatchObject([
      { action: 'list_accounts', account_id: null, credits_consumed: 0, status: 'success', user_id: owner.user_id },
      { action: 'get_me', account_id: owner.professional, credits_consumed: 1, status: 'success' },
      {
        ...{ action: 'visit', credits_consumed: 0, status: 'error', error_code: 'INVALID_PARAMS' },
        error_message: expect.stringContaining('profile_url'),
      },
      { action: 'visit', credits_consumed: 1, target: 'ada-example', idempotency_key: 'enr_1/visit/1' },
    ]);
    expect(page.items).not.toMatchObject([{ error_message: expect.anything() }]);
  });

  it('is filtered by action, by status and by account, and by all of them together [GET /v2/logs.action] [GET /v2/logs.status] [GET /v2/logs.account_id]', async () => {
    expect(await list('?action=visit')).toMatchObject({ total: 2 });
    expect(await list('?status=error')).toMatchObject({ total: 1 });
    expect(await list('?status=success')).toMatchObject({ total: 3 });
    expect(await list(`?account_id=${owner.professional}`)).toMatchObject({ total: 3 });
    expect(await list(`?action=visit&status=success&account_id=${owner.professional}`)).toMatchObject({ total: 1 });
    expect(await list('?action=visit&account_id=acc_other')).toMatchObject({ total: 0, items: [] });
  });

  it('comes in pages whose total counts all rows that match [GET /v2/logs.limit] [GET /v2/logs.offset]', async () => {
    expect(await list('?limit=1&offset=1')).toMatchObject({
      total: 4,
      limit: 1,
      offset: 1,
      items: [{ action: 'get_me' }],
    });
    expect((await list('?limit=200')).items).toHaveLength(4);
    expect(await list('?offset=4')).toMatchObject({ total: 4, items: [] });
    expect(await list('?action=visit&limit=1')).toMatchObject({ total: 2, items: [{ status: 'error' }] });
  });

  it('takes a date as the whole day in UTC and a datetime as its moment [GET /v2/logs.date_from] [GET /v2/logs.date_to]', async () => {
    const key = await history([
      { action: 'a', at: '2026-03-04T23:59:59.999Z' },
      { action: 'b', at: '2026-03-05T00:00:00.000Z' },
      { action: 'c', at: '2026-03-05T23:59:59.999Z' },
      { action: 'd', at: '2026-03-06T00:00:00.000Z' },
    ]);
    const actions = async (query: string) =>
      ((await list(query, key)).items as { action: string }[]).map(({ action }) => action).join('');
    expect(await actions('?date_from=2026-03-05&date_to=2026-03-05')).toBe('cb');
    expect(await actions('?date_from=2026-03-05')).toBe('dcb');
    expect(await actions('?date_to=2026-03-05')).toBe('cba');
    expect(await actions('?date_from=2026-03-05T23:59:59.999Z')).toBe('dc');
    expect(await actions('?date_to=2026-03-05T00:00:00Z')).toBe('ba');
    expect(await actions('?date_from=2026-03-06T01:00:00%2B01:00')).toBe('d');
    expect(await actions('?date_from=2026-03-07')).toBe('');
  });

  it.each([
    ['limit', '201'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['offset', '-1'],
    ['status', 'odd'],
    ['date_from', 'yesterday'],
    ['date_to', '2026-02-30'],
    ['action', ''],
  ])('refuses %s=%s and says where the mistake is [errors.INVALID_PARAMS] [limits#3]', async (name, value) => {
    const { body, status } = await service.get(`/v2/logs?${name}=${value}`, owner.key);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', message: expect.stringMatching(`^query\\.${name}: `) });
    expect(body.metadata.action).toBe('list_logs');
  });

  it("shows no other owner's calls", async () => {
    const other = await service.owner();
    expect(await list('', other.key)).toMatchObject({ total: 0 });
    expect(await list(`?account_id=${owner.professional}`, other.key)).toMatchObject({ total: 0 });
    expect(await stats('', other.key)).toMatchObject({ total_calls: 0, by_account: [], by_action: [] });
  });

  it('is free, and reading it is not a call that it shows [credits#8]', async () => {
    const { body } = await service.get('/v2/logs', owner.key);
    expect(body.metadata).toMatchObject({ action: 'list_logs', account_id: null, credits_consumed: 0 });
    await stats();
    await service.get('/v2/logs?limit=999', owner.key);
    expect(await list()).toMatchObject({ total: 4 });
  });

  it("belongs to the user: a new key shows what the old one's calls were [auth#3]", async () => {
    const { key, user_id } = await service.owner();
    await service.get('/v2/accounts', key);
    const { key: fresh } = await createKey(service.context.db, { user_id });
    const before = await list('', key);
    const [old] = await listKeys(service.context.db, user_id);
    expect(await revokeKey(service.context.db, old?.key_id ?? '')).toBe(true);
    expect((await service.get('/v2/logs', key)).status).toBe(403);
    expect(await list('', fresh)).toEqual(before);
    expect(before).toMatchObject({ total: 1, items: [{ action: 'list_accounts', user_id }] });
  });
});

describe('the statistics', () => {
  it('add up by account and by action [GET /v2/logs/stats] [record/log_stats.*]', async () => {
    const data = await stats();
    expect(MANAGEMENT.logs_stats.data.safeParse(data)).toMatchObject({ success: true });
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

  it('break down one account by action, and a range of time [GET /v2/logs/stats.account_id] [GET /v2/logs/stats.date_from] [GET /v2/logs/stats.date_to]', async () => {
    expect(await stats(`?account_id=${owner.professional}`)).toEqual({
      total_calls: 3,
      total_credits: 2,
      by_account: [{ account_id: owner.professional, calls: 3, credits: 2 }],
      by_action: [
        { action: 'get_me', calls: 1, successes: 1, errors: 0, credits: 1 },
        { action: 'visit', calls: 2, successes: 1, errors: 1, credits: 1 },
      ],
    });
    const key = await history([{ at: '2026-03-04T12:00:00Z' }, { at: '2026-03-05T12:00:00Z' }]);
    expect(await stats('?date_from=2026-03-05', key)).toMatchObject({ total_calls: 1, total_credits: 1 });
    expect(await stats('?date_to=2026-03-04', key)).toMatchObject({ total_calls: 1 });
    expect(await stats('?date_from=2026-03-04&date_to=2026-03-05', key)).toMatchObject({ total_calls: 2 });
    const { body, status } = await service.get('/v2/logs/stats?date_from=x', key);
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^query\.date_from: /),
    });
  });
});
