import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { setwiseWrite, shareTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { writeLast } from '../../src/shared/postgres/transaction.ts';
import { createTransactionBatches, tokenOf } from '../../src/shared/postgres/transaction-batches.ts';
import { type CommitCutter, startCommitCutter } from '../faults/system/commit-cutter.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
/** Stands before Postgres, and loses the answers to commits when it is told to. */
let cutter: CommitCutter;
/** One connection, so that each statement is prepared on it after the first time. */
let db: Database;
/** Beside it. */
let other: Database;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  cutter = await startCommitCutter(Number(new URL(database.url).port));
  other = openDatabase(database.url, { max: 1 });
  await other.query('create table notes (id int primary key check (id > 0), more jsonb)');
  await other.query('create table marks (note int references notes deferrable initially deferred)');
});
afterAll(async () => {
  await other.close();
  cutter.stop();
  await database.drop();
});

const errors: Error[] = [];
beforeEach(async () => {
  cutter.lose(0, () => 1);
  errors.length = 0;
  await other.query('truncate notes, marks');
  const url = Object.assign(new URL(database.url), { host: cutter.address, search: '' });
  db = openDatabase(url.href, { max: 1, onError: (error) => errors.push(error) });
  await transaction((tx) => Promise.all([note(tx, { id: 100 }), mark(tx, 100), leave(tx, false)]));
});
afterEach(() => db.close());

const note = setwiseWrite<{ id: number; more?: unknown }>((notes) => ({
  text: 'insert into notes select unnest($1::int[]), $2',
  values: [notes.map(({ id }) => id), notes[0]?.more ?? null],
}));
const mark = setwiseWrite<number>((ids) => ({ text: 'insert into marks select unnest($1::int[])', values: [ids] }));
/** Ends its own connection where it is true. */
const leave = setwiseWrite<boolean>((given) => ({
  text: 'select pg_terminate_backend(pg_backend_pid()) where $1',
  values: [given.includes(true)],
}));

const transaction = (...works: readonly ((tx: Queryable) => Promise<unknown>)[]) =>
  db.transaction((tx) => shareTransaction(tx, works));
const kept = async () =>
  (await other.query<{ id: number }>('select id from notes union all select note from marks order by id')).rows.map(
    ({ id }) => id,
  );
const BEFORE = [100, 100];
/** The driver cannot write it. */
const circular = () => {
  const more: Record<string, unknown> = {};
  more.more = more;
  return more;
};

describe('writes that nobody waits for, and the commit behind them', () => {
  it('go out together once they are prepared', async () => {
    const simple = vi.spyOn(pg.Connection.prototype as unknown as { query(text: string): void }, 'query');
    await transaction(
      (tx) => note(tx, { id: 1 }),
      (tx) => note(tx, { id: 2 }),
      (tx) => mark(tx, 1),
    );
    expect(simple.mock.calls).toEqual([['begin']]);
    expect(await kept()).toEqual([1, 1, 2, ...BEFORE]);
    simple.mockRestore();
  });

  it('go out after what was asked before', async () => {
    const { rows } = await db.transaction(async (tx) => {
      const read = await tx.query<{ n: number }>('select count(*)::int as n from notes');
      await writeLast(tx, [{ text: 'insert into marks select unnest($1::int[])', values: [[100]] }]);
      return read;
    });
    expect(rows).toEqual([{ n: 1 }]);
    expect(await kept()).toEqual([...BEFORE, 100]);
  });

  it('go out one after the other where one of them is not prepared', async () => {
    const write = setwiseWrite<number>((ids) => ({
      text: 'insert into notes (id) select unnest($1::int[])',
      values: [ids],
    }));
    await transaction((tx) => Promise.all([mark(tx, 3), write(tx, 3)]));
    expect(await kept()).toEqual([3, 3, ...BEFORE]);
  });
});

describe('nothing is committed, and the connection is as good as before', () => {
  const PLANTED: Readonly<
    Record<string, { readonly fails: (tx: Queryable) => Promise<unknown>; readonly how: RegExp }>
  > = {
    'the first cannot be sent': {
      fails: (tx) => Promise.all([note(tx, { id: 1, more: circular() }), mark(tx, 100)]),
      how: /circular/,
    },
    'the last cannot be sent': {
      fails: (tx) => Promise.all([mark(tx, 100), note(tx, { id: 1, more: circular() })]),
      how: /circular/,
    },
    'the first is refused': { fails: (tx) => Promise.all([note(tx, { id: 0 }), mark(tx, 100)]), how: /check/ },
    'the last is refused': { fails: (tx) => Promise.all([mark(tx, 100), note(tx, { id: 0 })]), how: /check/ },
    'the commit is refused': { fails: (tx) => mark(tx, 7), how: /foreign key/ },
    'the transaction has failed before': {
      async fails(tx) {
        await tx.query('select 1 / 0').catch(() => undefined);
        await note(tx, { id: 1 });
      },
      how: /division|aborted/,
    },
  };

  it.each(Object.entries(PLANTED))('where %s', async (_, { fails, how }) => {
    await expect(transaction(fails)).rejects.toThrow(how);
    expect(await kept()).toEqual(BEFORE);
    await transaction((tx) => note(tx, { id: 5 }));
    expect(await kept()).toEqual([5, ...BEFORE]);
    expect(errors).toEqual([]);
  });

  it('where it only finds out at its commit that it has failed', async () => {
    const failed = db.transaction((tx) => tx.query('select 1 / 0').catch(() => undefined));
    await expect(failed).rejects.toThrow('did not commit');
  });
});

describe('a connection that breaks', () => {
  it('before they are sent: nothing is committed', async () => {
    const broken = transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await eventually(() => expect(errors).not.toEqual([]));
      await note(tx, { id: 1 });
    });
    await expect(broken).rejects.toThrow();
    expect(await kept()).toEqual(BEFORE);
  });

  it('between two of them: nothing is committed', async () => {
    await expect(transaction((tx) => Promise.all([note(tx, { id: 1 }), leave(tx, true)]))).rejects.toThrow();
    expect(await kept()).toEqual(BEFORE);
  });

  it('with the answer to the commit: it is committed, and whoever asks for the outcome hears so', async () => {
    cutter.lose(1, () => 0);
    await expect(transaction((tx) => note(tx, { id: 1 }))).rejects.toThrow();
    expect(await kept()).toEqual([1, ...BEFORE]);

    const asked: string[] = [];
    const batches = createTransactionBatches(db, async (_, token) => asked.push(token) > 0);
    const work = async (tx: Queryable) => {
      await note(tx, { id: 2 });
      return tokenOf(tx);
    };
    expect(await batches.run({ queue: 'notes' }, work)).toBe(asked[0]);
    expect(await kept()).toEqual([1, 2, ...BEFORE]);
  });
});
