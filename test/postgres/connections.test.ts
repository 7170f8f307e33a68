import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { openDatabase, PLANS_ONCE } from '../../src/shared/postgres/open-database.ts';
import { allowIdle } from '../../src/shared/postgres/transaction.ts';
import { unavailableBy } from '../../src/shared/postgres/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

describe('connections', () => {
  let database: TestDatabase;
  const opened: Database[] = [];
  const open = (options: Parameters<typeof openDatabase>[1] = {}): Database => {
    const db = openDatabase(database.url, { max: 1, ...options });
    opened.push(db);
    return db;
  };
  beforeAll(async () => {
    database = await createTestDatabase('empty');
  });
  afterAll(async () => {
    for (const db of opened) await db.close();
    await database.drop();
  });

  it('let nothing last for ever: a transaction that stands still, a wait for a lock, a statement', async () => {
    const { rows } = await open().query(
      `select name, setting::int as ms from pg_settings where name like '%timeout' and setting <> '0' and source = 'session' order by 1`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: 30_000 },
      { name: 'lock_timeout', ms: 60_000 },
      { name: 'statement_timeout', ms: 300_000 },
    ]);
  });

  it('plan a statement once for all values where that is asked', async () => {
    const settings = async (db: Database) =>
      (
        await db.query(`select name, setting from pg_settings where name = any($1) order by name`, [
          Object.keys(PLANS_ONCE),
        ])
      ).rows;
    expect(await settings(open({ plans_once: true }))).toEqual([
      { name: 'enable_seqscan', setting: 'off' },
      { name: 'jit', setting: 'off' },
      { name: 'plan_cache_mode', setting: 'force_generic_plan' },
    ]);
    expect(await settings(open())).toContainEqual({ name: 'plan_cache_mode', setting: 'auto' });
  });

  it('outlive a pause of minutes, since each new one is dear, and are closed after a longer one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const db = openDatabase(database.url, { max: 1 });
      opened.push(db);
      const backend = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
      const first = await backend();
      vi.advanceTimersByTime(4 * 60_000);
      expect(await backend()).toBe(first);
      vi.advanceTimersByTime(6 * 60_000);
      expect(db.usage()).toEqual({ idle: 0, busy: 0, waiting: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('free the locks of a process that stands still in a transaction, but of one that may', async () => {
    const others = open();
    await others.query('create table rooms (id int primary key)');
    await others.query('insert into rooms values (1), (2)');
    const lock = (id: number) => others.query('select from rooms where id = $1 for update nowait', [id]);
    const still = open({ timeouts: { idle_in_transaction: 200 } });
    const patient = open({ timeouts: { idle_in_transaction: 200 } });
    const hold = (db: Database, id: number, more: Promise<unknown>, allowed?: number) =>
      db.transaction(async (tx) => {
        if (allowed !== undefined) await allowIdle(tx, allowed);
        await tx.query('select from rooms where id = $1 for update', [id]);
        await more;
        await tx.query('select 1');
      });
    let goOn = () => {};
    const more = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const cut = hold(still, 1, more);
    cut.catch(() => undefined);
    const kept = hold(patient, 2, more, 60_000);
    const isFree = (id: number) =>
      lock(id).then(
        () => true,
        () => false,
      );
    await eventually(async () => expect([await isFree(1), await isFree(2)]).toEqual([false, false]));
    await eventually(async () => expect(await isFree(1)).toBe(true));
    await expect(lock(2)).rejects.toMatchObject({ code: '55P03' });
    goOn();
    await expect(cut).rejects.toThrow();
    await kept;
  });

  it('prepare a text under one name in every process, so that a pooler may hand a connection on', async () => {
    const texts = ['select $1::int as one', 'select $1::text as two'];
    const namesIn = async (order: readonly string[]): Promise<unknown> => {
      // As another process that meets the texts in another order.
      vi.resetModules();
      const fresh = await import('../../src/shared/postgres/open-database.ts');
      const db = fresh.openDatabase(database.url, { max: 1 });
      opened.push(db);
      for (const text of order) await db.query(text, ['1']);
      return (await db.query('select statement, name from pg_prepared_statements order by 1')).rows;
    };
    expect(await namesIn([...texts].reverse())).toEqual(await namesIn(texts));
  });

  it('go on where a migration adds a column to what they have prepared: at once, and in a transaction with the next one', async () => {
    // A module of its own: where the files before have prepared as many statements as there may be, no further one is.
    const { openDatabase: openFresh }: typeof import('../../src/shared/postgres/open-database.ts') = await import(
      `${'../../src/shared/postgres/open-database.ts'}?fresh`
    );
    const [one, other] = [openFresh(database.url, { max: 2 }), open()];
    opened.push(one);
    await other.query('create table guests (id int primary key, name text)');
    await other.query(`insert into guests values (1, 'Ada')`);
    const read = (db: Queryable) => db.query('select * from guests where id = $1', [1]);
    const within = (db: Database) => db.transaction(read);
    // Two connections have it prepared.
    await one.transaction(async (tx) => Promise.all([read(tx), read(one)]));
    await other.query('alter table guests add column city text');
    await expect(within(one)).rejects.toSatisfy((error) => unavailableBy(error) === 'migrated');
    expect((await within(one)).rows).toEqual([{ id: 1, name: 'Ada', city: null }]);
    expect((await Promise.all([read(one), within(one), read(one)])).map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
    await other.query('alter table guests drop column city');
    expect((await read(one)).rows).toEqual([{ id: 1, name: 'Ada' }]);
  });
});
