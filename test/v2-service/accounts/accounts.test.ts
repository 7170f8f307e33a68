import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MANAGEMENT } from '../../../src/v2/contract/endpoints.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
let stranger: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
  stranger = await service.owner();
});
afterAll(() => service.close());

describe('accounts', () => {
  it("list the owner's own, by platform and status [GET /v2/accounts GET /v2/accounts.platform GET /v2/accounts.status]", async () => {
    const all = await service.get('/v2/accounts', owner.key);
    expect(MANAGEMENT.list_accounts.data.safeParse(all.body.data)).toMatchObject({ success: true });
    expect(all.body.data).toMatchObject({ total: 3 });
    const emails = await service.get('/v2/accounts?platform=email&status=connected', owner.key);
    expect(emails.body.data).toMatchObject({ total: 1, accounts: [{ account_id: owner.email, platform: 'email' }] });
    expect((await service.get('/v2/accounts?platform=fax', owner.key)).body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringMatching(/^query\.platform: /),
    });
  });

  it('are read one by one, never by another owner [GET /v2/accounts/{account_id} auth#2 errors.INVALID_ACCOUNT]', async () => {
    const one = await service.get(`/v2/accounts/${owner.email}`, owner.key);
    expect(one.body).toMatchObject({
      data: { account_id: owner.email, status: 'connected', proxy: 'pool' },
      metadata: { action: 'get_account', account_id: owner.email, credits_consumed: 0 },
    });
    const other = await service.get(`/v2/accounts/${owner.email}`, stranger.key);
    expect(other.status).toBe(404);
    expect(other.body.error.code).toBe('INVALID_ACCOUNT');
  });

  it('are disconnected with their secrets, while the log stays [DELETE /v2/accounts/{account_id}]', async () => {
    const { db } = service.context;
    await db.query('insert into account_secrets (account_id, sealed) values ($1, $2)', [stranger.email, 'sealed']);
    const url = `/v2/accounts/${stranger.email}`;
    const gone = await service.app.inject({ method: 'DELETE', url, headers: { 'x-api-key': stranger.key } });
    expect(gone.json()).toMatchObject({ success: true, data: { account_id: stranger.email, deleted: true } });
    expect((await service.get(url, stranger.key)).body.error.code).toBe('INVALID_ACCOUNT');
    const { rowCount } = await db.query('select 1 from account_secrets where account_id = $1', [stranger.email]);
    expect(rowCount).toBe(0);
    const logs = await service.get(`/v2/logs?action=delete_account`, stranger.key);
    expect(logs.body.data).toMatchObject({ total: 1, items: [{ account_id: null }] });
  });

  it('are listed oldest first, with their total [record/account.*]', async () => {
    const someone = await service.owner();
    const { accounts, total } = (await service.get('/v2/accounts', someone.key)).body.data as {
      accounts: { account_id: string; created_at: string }[];
      total: number;
    };
    expect(total).toBe(accounts.length);
    const created = accounts.map(({ created_at }) => created_at);
    expect(created).toEqual([...created].sort());
    await service.context.db.query("update accounts set status = 'inactive' where account_id = $1", [someone.email]);
    const inactive = await service.get('/v2/accounts?status=inactive', someone.key);
    expect(inactive.body.data).toMatchObject({
      total: 1,
      accounts: [{ account_id: someone.email, status: 'inactive' }],
    });
    expect((await service.get('/v2/accounts?status=suspended', someone.key)).body.data).toEqual({
      accounts: [],
      total: 0,
    });
    expect((await service.get('/v2/accounts?status=lost', someone.key)).body.error.message).toMatch(/^query\.status: /);
  });
});
