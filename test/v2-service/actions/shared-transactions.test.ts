import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
let accounts: string[];

beforeAll(async () => {
  sandbox = await startSandbox();
  accounts = await Promise.all(Array.from({ length: 8 }, () => sandbox.account()));
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.control('POST', '/credits', { set: 10_000 }));

interface Call {
  readonly account: string;
  readonly profile: string;
  readonly key?: string;
  readonly action?: 'invite' | 'send';
}

/** All at the same moment, by requests that need no connection. */
const together = (calls: readonly Call[]) =>
  Promise.all(
    calls.map(async ({ account, profile, key, action = 'invite' }) => {
      const answer = await sandbox.service.app.inject({
        method: 'POST',
        url: action === 'invite' ? '/v2/network' : '/v2/messages',
        headers: { 'x-api-key': sandbox.key, ...(key === undefined ? {} : { 'idempotency-key': key }) },
        payload: { account_id: account, action, params: { profile_url: profile, message_text: 'Hello' } },
      });
      return { status: answer.statusCode, code: answer.json().error?.code, data: answer.json().data };
    }),
  );

const people = (degree: 1 | 2, count = accounts.length) =>
  Promise.all(Array.from({ length: count }, async () => (await sandbox.person({ degree })).url));

/** How many transactions wrote the newest log rows. */
async function transactionsOf(count: number): Promise<number> {
  const { rows } = await sandbox.service.db.query<{ transactions: number }>(
    `select count(distinct tx)::int as transactions from (select xmin::text as tx from logs order by created_at desc, log_id desc limit $1) newest`,
    [count],
  );
  return rows[0]?.transactions ?? 0;
}

/** Each entry's balance is that of the one before it and its own change. */
async function ledger(): Promise<{ readonly balance: number; readonly adds_up: boolean }> {
  const { rows } = await sandbox.service.db.query<{ delta: number; balance_after: number | null }>(
    'select delta, balance_after from credit_ledger order by entry_id',
  );
  let balance = 0;
  let adds_up = true;
  for (const row of rows) {
    balance += row.delta;
    adds_up &&= row.balance_after === null || row.balance_after === balance;
  }
  return { balance, adds_up };
}

describe('calls of one moment', () => {
  it.each(['invite', 'send'] as const)(
    'of many accounts share transactions, and each has its effect: %s',
    async (action) => {
      const profiles = await people(action === 'invite' ? 2 : 1);
      const answers = await together(
        accounts.map((account, index) => ({ account, profile: profiles[index] ?? '', action })),
      );
      expect(answers.map(({ status }) => status)).toEqual(accounts.map(() => 200));
      expect(await transactionsOf(accounts.length)).toBeLessThan(accounts.length / 2);
      const { rows } = await sandbox.service.db.query(
        'select account_id from sandbox_received order by position desc limit $1',
        [accounts.length],
      );
      expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set(accounts));
      expect(await ledger()).toEqual({ balance: 10_000 - accounts.length, adds_up: true });
    },
  );

  it('under one key have one effect, also for different accounts', async () => {
    const [profile = ''] = await people(2, 1);
    const answers = await together(accounts.map((account) => ({ account, profile, key: 'one-for-all' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rowCount } = await sandbox.service.db.query(
      `select from sandbox_invitations i join sandbox_people p using (person_id) where $1 like '%' || p.public_identifier`,
      [profile],
    );
    expect(rowCount).toBe(1);
  });

  it('do not spend more credits than there are', async () => {
    await sandbox.control('POST', '/credits', { set: 3 });
    const profiles = await people(2);
    const answers = await together(accounts.map((account, index) => ({ account, profile: profiles[index] ?? '' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 'INSUFFICIENT_CREDITS')).toHaveLength(accounts.length - 3);
    expect(await ledger()).toEqual({ balance: 0, adds_up: true });
  });

  it('that are refused cost the others nothing, not even their transaction', async () => {
    const profiles = await people(2);
    const answers = await together(
      accounts.map((account, index) => ({
        account,
        profile: index % 2 === 0 ? (profiles[index] ?? '') : 'https://professional.example/in/nobody-of-this-name',
      })),
    );
    expect(answers.map(({ status }) => status)).toEqual(accounts.map((_, index) => (index % 2 === 0 ? 200 : 400)));
    expect(await ledger()).toEqual({ balance: 10_000 - accounts.length / 2, adds_up: true });
  });

  it('of an account that somebody else has wait for it alone', async () => {
    const [held = '', ...others] = accounts;
    const profiles = await people(2);
    const calls = accounts.map((account, index) => ({ account, profile: profiles[index] ?? '' }));
    let waiting: ReturnType<typeof together> | undefined;
    await sandbox.service.db.transaction(async (tx) => {
      await tx.query('select from accounts where account_id = $1 for no key update', [held]);
      waiting = together(calls.slice(0, 1));
      const answers = await together(calls.slice(1));
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    });
    expect(await waiting).toEqual([expect.objectContaining({ status: 200 })]);
  });
});
