import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.channels.calls.length = 0;
  service.channels.items = 1;
  service.channels.refuse = null;
});

const visit = (owner: TestOwner) =>
  service.post('/v2/profiles', owner.key, {
    account_id: owner.professional,
    action: 'visit',
    params: { profile_url: 'ada-example' },
  });
const search = (owner: TestOwner, count: number) =>
  service.post('/v2/profiles', owner.key, {
    account_id: owner.professional,
    action: 'search_people',
    params: { keyword: 'engineer', count },
  });
const balanceOf = async (owner: TestOwner) => (await service.get('/v2/credits', owner.key)).body.data;

/** Until so many transactions wait for the lock of the user's row; a second is enough where none ever does. */
async function waitingForUser(count: number): Promise<void> {
  const client = new pg.Client({ connectionString: service.database_url });
  await client.connect();
  try {
    await vi
      .waitFor(async () => {
        const { rowCount } = await client.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like '%hold_credits%'`,
        );
        expect(rowCount).toBeGreaterThanOrEqual(count);
      }, 1000)
      .catch(() => undefined);
  } finally {
    await client.end();
  }
}

/** Credits that the calls of an owner in shared transactions may charge at once (see `hold_credits`). */
const BATCHES = 4 * 50;

describe('credits', () => {
  it('lets one of twenty calls have the last credit', async () => {
    const owner = await service.owner({ credits: 1 });
    // A read, so that nothing but the credits holds the others back; it stays in the channel until they all have come.
    service.channels.during = () => waitingForUser(18);
    const getMe = () => service.post('/v2/profiles', owner.key, { account_id: owner.professional, action: 'get_me' });
    const answers = await Promise.all(Array.from({ length: 20 }, getMe));
    service.channels.during = async () => undefined;
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 402);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.body.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      message: 'this call requires 1, 0 remaining',
    });
    expect(service.channels.calls).toEqual(['getMe']);
    expect(await balanceOf(owner)).toEqual({ credits_remaining: 0, credits_used: 1, unlimited: false });
  });

  it('keeps a ledger whose entries add up to the balance', async () => {
    const owner = await service.owner({ credits: 15 });
    await Promise.all(Array.from({ length: 10 }, () => visit(owner)));
    const { rows } = await service.context.db.query<{ sum: string; newest: number }>(
      `select sum(delta) as sum, (array_agg(balance_after order by entry_id desc))[1] as newest
         from credit_ledger where user_id = $1`,
      [owner.user_id],
    );
    expect(rows[0]).toEqual({ sum: '5', newest: 5 });
    await expect(service.context.db.query('update credit_ledger set delta = 0')).rejects.toThrow(/append-only/);
  });

  it('lets calls of one owner charge a large balance at the same time, and none wait for another', async () => {
    const owner = await service.owner({ credits: 10_000 });
    let inChannel = 0;
    service.channels.during = async () => {
      inChannel++;
      await eventually(() => expect(inChannel).toBe(2));
    };
    const getMe = () => service.post('/v2/profiles', owner.key, { account_id: owner.professional, action: 'get_me' });
    const answers = await Promise.all([getMe(), getMe()]);
    service.channels.during = async () => undefined;
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await balanceOf(owner)).toEqual({ credits_remaining: 9998, credits_used: 2, unlimited: false });
  });

  it('lets four transactions of many calls each charge a large balance beside each other, and no fifth one', async () => {
    const owner = await service.owner({ credits: 10_000 });
    const db = openDatabase(service.database_url);
    const hold = async (tx: Queryable, credits: number) => {
      const { rows } = await tx.query<{ balance: number; exact: boolean }>('select * from hold_credits($1, $2)', [
        owner.user_id,
        credits,
      ]);
      return rows[0];
    };
    const beside = async (depth: number): Promise<void> => {
      await db.transaction(async (tx) => {
        await tx.query(`select set_config('lock_timeout', '200', true)`);
        if (depth < 4) {
          expect(await hold(tx, 50)).toMatchObject({ balance: 10_000, exact: false });
          return beside(depth + 1);
        }
        expect(await hold(tx, 2)).toMatchObject({ exact: false });
        await expect(hold(tx, 50)).rejects.toThrow('lock timeout');
      });
    };
    // Its last transaction is undone by what it was refused, and says so.
    await expect(beside(0)).rejects.toThrow('did not commit');
    // One that wants more waits for all of them.
    await db.transaction(async (tx) => {
      await hold(tx, 50);
      const more = db.transaction(async (other) => {
        await other.query(`select set_config('lock_timeout', '200', true)`);
        await hold(other, 51);
      });
      await expect(more).rejects.toThrow('lock timeout');
    });
    expect(await db.transaction((tx) => hold(tx, 51))).toMatchObject({ balance: 10_000, exact: true });
    await db.close();
  });

  it('charges to the last credit and no further when many calls bring a large balance down at once [credits#1]', async () => {
    const { rows: settings } = await service.context.db.query<{ connections: number }>(
      "select current_setting('max_connections')::int as connections",
    );
    // Above this figure calls charge together, below it one after the other.
    const alone = 4 * (settings[0]?.connections ?? 0) + 2 * BATCHES;
    const credits = alone + 20;
    const owner = await service.owner({ credits });
    const getMe = () => service.post('/v2/profiles', owner.key, { account_id: owner.professional, action: 'get_me' });
    const statuses: number[] = [];
    const caller = async () => {
      for (let i = 0; i < credits / 20 + 3; i++) statuses.push((await getMe()).status);
    };
    await Promise.all(Array.from({ length: 20 }, caller));
    expect(statuses.filter((status) => status === 200)).toHaveLength(credits);
    expect(statuses.filter((status) => status === 402)).toHaveLength(60);
    expect(await balanceOf(owner)).toMatchObject({ credits_remaining: 0, credits_used: credits });
    const { rows } = await service.context.db.query<{ sum: string; together: string }>(
      `select sum(delta) as sum, count(*) filter (where balance_after is null) as together
         from credit_ledger where user_id = $1`,
      [owner.user_id],
    );
    expect(rows[0]?.sum).toBe('0');
    expect(Number(rows[0]?.together)).toBeGreaterThan(0);
    expect(Number(rows[0]?.together)).toBeLessThan(100);
  });

  it('reserves a list as if it were full and charges what it returned', async () => {
    const owner = await service.owner({ credits: 3 });
    service.channels.items = 11;
    expect((await search(owner, 31)).body.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      message: 'this call requires 4, 3 remaining',
    });
    const found = await search(owner, 30);
    expect(found.body.metadata.credits_consumed).toBe(2);
    expect((await balanceOf(owner)).credits_remaining).toBe(1);
  });

  it('charges nothing for an empty list', async () => {
    const owner = await service.owner({ credits: 1 });
    service.channels.items = 0;
    const found = await search(owner, 10);
    expect(found.body.metadata.credits_consumed).toBe(0);
    expect(found.body.data.pagination).toEqual({
      offset: 0,
      count: 0,
      next_offset: null,
      has_more: false,
      results_per_page: 10,
      pages_fetched: 1,
    });
  });

  it('reports the figure of an unlimited user and deducts nothing [GET /v2/credits] [record/credits.*]', async () => {
    const owner = await service.owner({ credits: 0, unlimited: true });
    expect((await visit(owner)).body.metadata.credits_consumed).toBe(1);
    expect(await balanceOf(owner)).toEqual({ credits_remaining: null, credits_used: 1, unlimited: true });
  });

  it('charges a refusal only where the specification shows it', async () => {
    const owner = await service.owner({ credits: 5 });
    service.channels.refuse = { kind: 'refused', sub_code: 'NO_PREMIUM_SEAT', message: 'no license found' };
    const balance = await service.post('/v2/balance', owner.key, { account_id: owner.professional, action: 'get' });
    expect(balance.status).toBe(422);
    expect(balance.body).toMatchObject({
      error: { code: 'CHANNEL_ERROR', message: 'no license found', sub_code: 'NO_PREMIUM_SEAT' },
      metadata: { credits_consumed: 1 },
    });
    expect((await visit(owner)).body.metadata.credits_consumed).toBe(0);
    expect((await balanceOf(owner)).credits_remaining).toBe(4);
  });

  it('takes no API credit for an InMail', async () => {
    const owner = await service.owner({ credits: 0 });
    const params = { profile_url: 'ada-example', message_text: 'Hello', inmail: true };
    const answer = await service.post('/v2/messages', owner.key, {
      account_id: owner.professional,
      action: 'send',
      params,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.metadata.credits_consumed).toBe(0);
  });
});
