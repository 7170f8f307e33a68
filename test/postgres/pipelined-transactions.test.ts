import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import { type ConnectionPool, databaseOver, openDatabase } from '../../src/shared/postgres/open-database.ts';
import { setwise, setwiseWrite, shareTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import { ONLY_LOCKS } from '../../src/shared/postgres/statements.ts';
import { createTransactionBatches } from '../../src/shared/postgres/transaction-batches.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  db = openDatabase(database.url, { max: 3 });
  await db.query('create table notes (id int primary key check (id > 0))');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => db.query('truncate notes'));

const statements: string[] = [];
const write = setwiseWrite<number>((ids) => {
  statements.push(`write ${ids.join()}`);
  return { text: 'insert into notes select unnest($1::int[])', values: [ids] };
});
const count = setwise<null, number>(async (tx, asked) => {
  statements.push('count');
  const { rows } = await tx.query<{ count: number }>('select count(*)::int as count from notes');
  return asked.map(() => rows[0]?.count ?? 0);
});
const kept = async () => (await db.query<{ id: number }>('select id from notes order by id')).rows.map(({ id }) => id);

describe('a write that nobody waits for', () => {
  it('goes out with what is asked next, is seen by it, and is written with those of the others', async () => {
    statements.length = 0;
    const work = (id: number) => async (tx: Parameters<typeof write>[0]) => {
      await write(tx, id);
      return count(tx, null);
    };
    const parts = await db.transaction((tx) => shareTransaction(tx, [work(1), work(2)]));
    expect(parts).toEqual([
      { status: 'done', value: 2 },
      { status: 'done', value: 2 },
    ]);
    expect(statements).toEqual(['write 1,2', 'count']);
  });

  it('is written before the commit where nothing else is asked', async () => {
    await db.transaction((tx) => shareTransaction(tx, [(part) => write(part, 1), (part) => write(part, 2)]));
    expect(await kept()).toEqual([1, 2]);
  });

  it('fails the one whose it is, and none of those that shared the transaction', async () => {
    const batches = createTransactionBatches(db, async () => false);
    const outcomes = await Promise.allSettled(
      [1, 0, 2].map((id) => batches.run({ queue: 'notes' }, (tx) => write(tx, id))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await kept()).toEqual([1, 2]);
  });

  it('is made at once in a transaction of its own', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 1);
      expect(await count(tx, null)).toBe(1);
    });
  });
});

describe('a transaction whose beginning fails', () => {
  /** A connection to a server that begins no transaction. */
  const refusing = () => {
    const asked: string[] = [];
    const connection = {
      pipeline: true,
      connection: { stream: { cork: () => undefined, uncork: () => undefined } },
      async query(given: string | { text: string }) {
        const text = typeof given === 'string' ? given : given.text;
        asked.push(text);
        if (text === 'begin') throw new Error('no');
        return { rows: [] };
      },
      release: () => undefined,
    };
    const pool = { connect: async () => connection } as unknown as ConnectionPool;
    return { asked, over: databaseOver(pool) };
  };

  it('has written nothing', async () => {
    const { asked, over } = refusing();
    const work = over.transaction(async (tx) => {
      await tx.query('insert into notes values (1)').catch(() => undefined);
      await tx.query('insert into notes values (2)');
    });
    await expect(work).rejects.toThrow('no');
    expect(asked).toEqual(['begin', 'rollback']);
  });

  it('has read at most once', async () => {
    const { asked, over } = refusing();
    const work = over.transaction(async (tx) => {
      await expect(tx.query('select 1')).rejects.toThrow('no');
      await tx.query('select 2').catch(() => undefined);
      await tx.query('insert into notes values (1)');
    });
    await expect(work).rejects.toThrow('no');
    expect(asked).toEqual(['begin', 'select 1', 'rollback']);
  });

  it('has locked rows at most once, and for no longer than a statement lasts', async () => {
    const { asked, over } = refusing();
    const locks = `with mine as materialized ( ${ONLY_LOCKS} select id from notes for update) select id from mine`;
    const work = over.transaction(async (tx) => {
      await expect(tx.query(locks)).rejects.toThrow('no');
      await tx.query('insert into notes values (1)');
    });
    await expect(work).rejects.toThrow('no');
    expect(asked).toEqual(['begin', locks, 'rollback']);
  });
});

describe('a transaction in which nothing is asked', () => {
  it('asks the server nothing', async () => {
    const asked: string[] = [];
    const connection = {
      pipeline: true,
      connection: { stream: {} },
      query: async (text: string) => asked.push(text),
      release: () => undefined,
    };
    const over = databaseOver({ connect: async () => connection } as unknown as ConnectionPool);
    expect(await over.transaction(async () => 1)).toBe(1);
    expect(asked).toEqual([]);
  });
});
