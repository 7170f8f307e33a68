import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const CODE = '246810';
let logins = 0;
const credentials = () => ({ email: `code.${++logins}@mail.example`, password: 'needs-code' });
const begin = async (body: object = credentials()): Promise<string> => {
  const answer = await sandbox.call('POST', '/v2/login', body);
  expect(answer.body.data).toEqual({ account_id: expect.any(String), status: 'checkpoint_required' });
  return answer.body.data.account_id;
};
const submit = (account_id: string, code: string, key?: string) =>
  sandbox.call('POST', '/v2/checkpoint', { account_id, code }, key);
const statusOf = async (id: string) => (await sandbox.call('GET', `/v2/accounts/${id}`)).body.data.status;

describe('a sign-in that needs a code [POST /v2/checkpoint]', () => {
  it('is charged once, at the login, and completed for nothing [state/account#2 credits#7]', async () => {
    const login = await sandbox.call('POST', '/v2/login', credentials());
    expect(login.body.metadata.credits_consumed).toBe(1);
    const { account_id } = login.body.data;
    expect(await statusOf(account_id)).toBe('checkpoint_required');
    expect(await sandbox.refusal('profiles', account_id, 'get_me')).toBe('ACCOUNT_INACTIVE');
    const done = await submit(account_id, CODE);
    expect(done.body.data).toEqual({ account_id, status: 'connected' });
    expect(done.body.metadata).toMatchObject({ action: 'checkpoint', account_id, credits_consumed: 0 });
    expect(await sandbox.act('profiles', account_id, 'get_me')).toBeTruthy();
  });

  it('takes a wrong code as INVALID_CODE and lets one try again [errors.CHANNEL_ERROR]', async () => {
    const account_id = await begin();
    const wrong = await submit(account_id, '111111');
    expect(wrong.status).toBe(422);
    expect(wrong.body).toMatchObject({
      error: { code: 'CHANNEL_ERROR', sub_code: 'INVALID_CODE', message: 'the code is wrong; tries left: 4' },
      metadata: { account_id, credits_consumed: 0 },
    });
    expect((await submit(account_id, CODE)).body.data.status).toBe('connected');
    const { items } = (await sandbox.call('GET', '/v2/logs?action=checkpoint&limit=2')).body.data;
    expect(items.map(({ status }: { status: string }) => status)).toEqual(['success', 'error']);
  });

  it('ends after five wrong codes: then the right one is refused too, until a new login', async () => {
    const body = credentials();
    const account_id = await begin(body);
    for (const code of ['1', '2', '3', '4', '5']) {
      expect((await submit(account_id, code)).body.error.sub_code).toBe('INVALID_CODE');
    }
    const right = await submit(account_id, CODE);
    expect(right.body.error).toMatchObject({
      sub_code: 'INVALID_CODE',
      message: expect.stringContaining('log in again'),
    });
    expect(await statusOf(account_id)).toBe('checkpoint_required');
    expect(await begin(body)).toBe(account_id);
    expect((await submit(account_id, CODE)).body.data.status).toBe('connected');
  });

  it('counts codes that race one by one', async () => {
    const account_id = await begin();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, code) => submit(account_id, `9${code}`)));
    const left = answers.map(({ body }) => /tries left: (\d)/.exec(body.error.message)?.[1]).filter((one) => one);
    expect(left.sort()).toEqual(['1', '2', '3', '4']);
    expect((await submit(account_id, CODE)).body.error.sub_code).toBe('INVALID_CODE');
  });

  it('takes the code for 15 minutes on the wall, however fast the world goes', async () => {
    const account_id = await begin();
    await sandbox.advance('P1D');
    expect((await submit(account_id, '1')).body.error.message).toContain('tries left');
    const earlier = (minutes: number) =>
      sandbox.service.db.query(
        'update account_checkpoints set wall_expires_at = wall_expires_at - make_interval(mins => $2) where account_id = $1',
        [account_id, minutes],
      );
    await earlier(14);
    expect((await submit(account_id, '2')).body.error.message).toContain('tries left');
    await earlier(1);
    expect((await submit(account_id, CODE)).body.error).toMatchObject({
      sub_code: 'INVALID_CODE',
      message: expect.stringContaining('expired'),
    });
  });

  it('is completed once: an account that waits for no code has none', async () => {
    const account_id = await begin();
    await submit(account_id, CODE);
    for (const id of [account_id, await sandbox.account()]) {
      const answer = await submit(id, CODE);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        code: 'INVALID_PARAMS',
        message: expect.stringContaining('is not waiting for a verification code'),
      });
    }
  });

  it('names what is missing, after the account [POST /v2/checkpoint.account_id POST /v2/checkpoint.code errors.INVALID_ACCOUNT]', async () => {
    const account_id = await begin();
    const errorOf = async (body: object) => (await sandbox.call('POST', '/v2/checkpoint', body)).body.error;
    expect(await errorOf({})).toEqual({ code: 'INVALID_PARAMS', message: 'body.account_id: is required' });
    expect(await errorOf({ account_id: 'acc_unknown' })).toMatchObject({ code: 'INVALID_ACCOUNT' });
    expect(await errorOf({ account_id })).toEqual({ code: 'INVALID_PARAMS', message: 'body.code: is required' });
    expect(await errorOf({ account_id, code: 5 })).toMatchObject({ code: 'INVALID_PARAMS' });
  });

  it('leaves an account that signed in without a code meanwhile alone', async () => {
    const body = credentials();
    const account_id = await begin(body);
    await sandbox.call('POST', '/v2/login', { ...body, password: 'secret' });
    expect(await statusOf(account_id)).toBe('connected');
    expect((await submit(account_id, CODE)).body.error.code).toBe('INVALID_PARAMS');
  });
});
