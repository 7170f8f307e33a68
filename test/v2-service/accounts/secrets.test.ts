import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

const PASSWORD = 'p4ssword-in-the-dump';
const TOKEN = 't0ken-in-the-dump';
const PROXY_PASSWORD = 'pr0xy-in-the-dump';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await sandbox.service.db.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const tables = rows.map(({ table_name }) =>
    sandbox.service.db.query<{ row: string }>(`select t::text as row from "${table_name}" t`),
  );
  const all = (await Promise.all(tables)).flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
  // Bytes are shown in hex.
  return all + Buffer.from(all.match(/[0-9a-f]{16,}/g)?.join('') ?? '', 'hex').toString('latin1');
}

describe('passwords, tokens and proxies', () => {
  it('are nowhere in the database, the answers or the log', async () => {
    const headers = { 'x-api-key': sandbox.key, 'content-type': 'application/json' };
    const said: string[] = [];
    const call = async (method: string, path: string, body: object, key?: string) => {
      const response = await fetch(sandbox.url + path, {
        method,
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      said.push(await response.text());
    };
    await call('POST', '/v2/login', { email: 'dump@mail.example', password: PASSWORD }, 'login-1');
    await call('POST', '/v2/login', { platform: 'email', email: 'dump@mail.example', password: PASSWORD });
    await call('POST', '/v2/login', { login_token: TOKEN }, 'login-2');
    await call('POST', '/v2/login', { email: 'no address', password: PASSWORD, login_token: TOKEN });
    await call('POST', '/v2/login', { email: 'a@b.example', pasword: PASSWORD, logintoken: TOKEN });
    await call('POST', '/v2/login', { platform: 'email', email: 'a@b.test', password: PASSWORD });
    const account = JSON.parse(said[0] ?? '').data.account_id;
    await call('PUT', `/v2/accounts/${account}/proxy`, { url: `http://ada:${PROXY_PASSWORD}@proxy.example` });
    await call('PUT', `/v2/accounts/${account}/proxy`, { url: `ftp://ada:${PROXY_PASSWORD}@proxy.example` });
    said.push(await (await fetch(`${sandbox.url}/v2/logs`, { headers })).text());
    said.push(await (await fetch(`${sandbox.url}/v2/accounts`, { headers })).text());
    const text = said.join('\n') + (await dump());
    expect(text).toContain('dump@mail.example');
    for (const secret of [PASSWORD, TOKEN, PROXY_PASSWORD]) expect(text).not.toContain(secret);
  });

  it('are kept for the session, and erased with the account [DELETE /v2/accounts/{account_id}]', async () => {
    const { db, context } = sandbox.service;
    const { account_id } = (await sandbox.call('POST', '/v2/login', { login_token: `${TOKEN}-2` })).body.data;
    const webhook = await sandbox.call('POST', '/v2/webhooks', { account_id, url: 'http://127.0.0.1:9/x' });
    const sealed = await db.query<{ sealed: string }>('select sealed from account_secrets where account_id = $1', [
      account_id,
    ]);
    expect(JSON.parse(context.secrets.open(sealed.rows[0]?.sealed ?? ''))).toEqual({ login_token: `${TOKEN}-2` });
    const person = await sandbox.person({ behavior: { accepts_after: 'PT1H' } });
    await sandbox.act('network', account_id, 'invite', { profile_url: person.url });

    const gone = await sandbox.call('DELETE', `/v2/accounts/${account_id}`);
    expect(gone.body.data).toEqual({ account_id, deleted: true });
    expect(gone.body.metadata).toMatchObject({ action: 'delete_account', credits_consumed: 0 });
    for (const table of [
      'account_secrets',
      'account_checkpoints',
      'webhooks',
      'events',
      'sandbox_agenda',
      'sandbox_seats',
    ]) {
      const { rowCount } = await db.query(`select 1 from ${table} where account_id = $1`, [account_id]);
      expect(rowCount, table).toBe(0);
    }
    const listed = await sandbox.call('GET', '/v2/webhooks');
    expect(JSON.stringify(listed.body)).not.toContain(webhook.body.data.webhook_id);
    expect(await sandbox.refusal('profiles', account_id, 'get_me')).toBe('INVALID_ACCOUNT');
    await sandbox.advance('PT2H');
    expect((await sandbox.received(person.slug)).map(({ kind }) => kind)).toContain('invitation');
    const again = await sandbox.call('POST', '/v2/login', { login_token: `${TOKEN}-2` });
    expect(again.body.data.account_id).not.toBe(account_id);
    expect(again.body.metadata.credits_consumed).toBe(1);
  });
});
