import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChangedSlots } from '../../src/runtime/store/slots/find-changed-slots.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { fill } from '../store/plans/fill-tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ACCOUNTS = 4;
const ROWS = 40_000;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await fill(client, 'slots', ROWS, {
    account_id: `'acc_' || n % ${ACCOUNTS}`,
    limit_class: `'invite'`,
    local_day: `date '2026-03-02' + n / ${ACCOUNTS} / 60`,
  });
  await client.query('analyze slots');
  await client.query('set plan_cache_mode = force_generic_plan');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Read {
  readonly 'Actual Rows': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Counts what Postgres reads for a look at one account, by the plan that it keeps for all of them. */
async function lookAt(account_id: string, since: string): Promise<{ rows: number; blocks: number }> {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  const noting: Queryable = {
    query(text, values = []) {
      asked.push({ text, values });
      return client.query(text, [...values]);
    },
  };
  await findChangedSlots(noting, { account_id, since, week: '2026-03-02' });
  const { text = '', values = [] } = asked[0] ?? {};
  const types = ['text[]', 'bigint[]', 'date[]'];
  const literals = values.map((value, at) => `${pg.escapeLiteral(`{${String(value)}}`)}::${types[at]}`);
  await client.query(`prepare look (${types.join(', ')}) as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Read }[] }>(
    `explain (analyze, buffers, format json) execute look (${literals.join(', ')})`,
  );
  await client.query('deallocate look');
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('Postgres showed no plan');
  return { rows: plan['Actual Rows'], blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
}

it('a look for what changed reads that alone, however many slots the account has', async () => {
  const { rows } = await client.query<{ rev: string }>(`select max(rev) as rev from slots where account_id = 'acc_1'`);
  const nothing = await lookAt('acc_1', rows[0]?.rev ?? '');
  expect(nothing.blocks).toBeLessThan(20);
  const whole = await lookAt('acc_1', '0');
  expect(whole.rows).toBe(ROWS / ACCOUNTS);
  expect(whole.blocks).toBeGreaterThan(nothing.blocks);
});
