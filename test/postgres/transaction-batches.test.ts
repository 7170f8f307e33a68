import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { jsonRows } from '../../src/shared/postgres/json-rows.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import {
  hurries,
  requireOwnTransaction,
  setwise,
  waitElsewhere,
  waitInQueue,
} from '../../src/shared/postgres/shared-transaction.ts';
import { createTransactionBatches, tokenOf } from '../../src/shared/postgres/transaction-batches.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
/** Every statement that went out, by its first word and how many rows it was asked for. */
let asked: string[];
beforeEach(async () => {
  database = await createTestDatabase('empty');
  const plain = openDatabase(database.url, { max: 10 });
  const noted = (tx: Queryable): Queryable => ({
    query: (text, values) => {
      asked.push(text.split(/\s/)[0] ?? '');
      return tx.query(text, values);
    },
  });
  db = { ...plain, transaction: (work) => plain.transaction((tx) => work(noted(tx))) };
  asked = [];
  await db.query('create table written (name text primary key, amount int not null check (amount < 100), token text)');
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

interface Row {
  readonly name: string;
  readonly amount: number;
}

const write = setwise(
  async (tx: Queryable, rows: readonly Row[]): Promise<string[]> => {
    await tx.query(
      'insert into written select name, amount, $2 from jsonb_to_recordset($1) as r (name text, amount int)',
      [jsonRows(rows), tokenOf(tx)],
    );
    return rows.map(({ name }) => name.toUpperCase());
  },
  { writes: true },
);
const LOCKS = { first: 1, second: 2 };
const lock = (name: keyof typeof LOCKS) =>
  setwise(
    async (tx: Queryable, ids: readonly number[]): Promise<null[]> => {
      await tx.query('select pg_advisory_xact_lock($1, id) from unnest($2::int[]) as id order by id', [
        LOCKS[name],
        [...ids],
      ]);
      return ids.map(() => null);
    },
    { rank: LOCKS[name] },
  );
const lockFirst = lock('first');
const lockSecond = lock('second');

const wasCommitted = async (on: Database, token: string): Promise<boolean> =>
  (await on.query('select from written where token = $1', [token])).rowCount !== 0;
const names = async (): Promise<string[]> =>
  (await db.query<{ name: string }>('select name from written order by name')).rows.map(({ name }) => name);

/** All at once: they share one transaction. */
function together<T>(
  works: readonly ((tx: Queryable) => Promise<T>)[],
  on = db,
  options = {},
): Promise<PromiseSettledResult<T>[]> {
  const batches = createTransactionBatches(on, wasCommitted, options);
  const run = (row: string, work: (tx: Queryable) => Promise<T>) => batches.run({ queue: 'one', row }, work);
  return Promise.allSettled(works.map((work, index) => run(String(index), work)));
}
const rowOf =
  (name: string, amount = 1) =>
  (tx: Queryable): Promise<string> =>
    write(tx, { name, amount });
const values = (settled: readonly PromiseSettledResult<string>[]): string[] =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : `failed: ${String(one.reason.message)}`));

describe('works that share a transaction', () => {
  it('asks for all of them at once, and answers each its own', async () => {
    const works = ['a', 'b', 'c', 'd', 'e'].map((name) => rowOf(name));
    expect(values(await together(works))).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(asked).toEqual(['insert']);
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('fails for the one whose row Postgres refuses, and for none of the others', async () => {
    const works = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => rowOf(name, name === 'd' ? 100 : 1));
    const settled = values(await together(works));
    expect(settled.filter((one) => one.startsWith('failed'))).toEqual([expect.stringContaining('check constraint')]);
    expect(settled[3]).toContain('failed');
    expect(await names()).toEqual(['a', 'b', 'c', 'e', 'f', 'g']);
  });

  it('fails for the one that throws, whatever it has written before', async () => {
    const late = async (tx: Queryable): Promise<string> => {
      await write(tx, { name: 'late', amount: 1 });
      throw new Error('came too late');
    };
    const settled = values(await together([rowOf('a'), rowOf('b'), late, rowOf('c')]));
    expect(settled).toEqual(['A', 'B', 'failed: came too late', 'C']);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('undoes nothing for one that says no before it has written anything, and everything for one that says it later', async () => {
    const isRefusal = (error: unknown): boolean => error instanceof RangeError;
    const says =
      (written: boolean) =>
      async (tx: Queryable): Promise<string> => {
        if (written) await write(tx, { name: 'refused', amount: 1 });
        throw new RangeError('no');
      };
    expect(values(await together([rowOf('a'), says(false), rowOf('b')], db, { isRefusal }))).toEqual([
      'A',
      'failed: no',
      'B',
    ]);
    expect(asked).toEqual(['insert']);
    expect(values(await together([rowOf('c'), says(true), rowOf('d')], db, { isRefusal }))).toEqual([
      'C',
      'failed: no',
      'D',
    ]);
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fails for all when the connection breaks, and asks nobody again', async () => {
    let tried = 0;
    const broken = async (tx: Queryable): Promise<string> => {
      tried += 1;
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
      return 'never';
    };
    const settled = values(await together([rowOf('a'), rowOf('b'), broken, rowOf('c')]));
    expect(settled.every((one) => one.startsWith('failed'))).toBe(true);
    expect(tried).toBe(1);
  });

  it('takes locks in one order, whoever asks for them first', async () => {
    const order: string[] = [];
    const some = (name: string, ahead: number) => async (tx: Queryable) => {
      for (let i = 0; i < ahead; i++) await tx.query('select 1');
      await lockFirst(tx, 1);
      order.push(`${name} first`);
      await lockSecond(tx, 2);
      order.push(`${name} second`);
      return name;
    };
    await together([some('a', 0), some('b', 3)]);
    expect(order).toEqual(['a first', 'b first', 'a second', 'b second']);
  });

  it('lets go alone whoever asks for a lock that the others have passed', async () => {
    const back = async (tx: Queryable) => {
      await lockSecond(tx, 1);
      await lockFirst(tx, 1);
      return write(tx, { name: 'back', amount: 1 });
    };
    expect(values(await together([rowOf('a'), back, rowOf('b')]))).toEqual(['A', 'BACK', 'B']);
    expect(await names()).toEqual(['a', 'b', 'back']);
  });

  it('does by itself, and once, what needs a transaction of its own, also where it says so too late', async () => {
    const own = (name: string, when: 'before' | 'after') => async (tx: Queryable) => {
      if (when === 'before') requireOwnTransaction(tx);
      const answer = await write(tx, { name, amount: 1 });
      if (when === 'after') requireOwnTransaction(tx);
      return answer;
    };
    const settled = await together([rowOf('a'), own('b', 'before'), own('c', 'after'), rowOf('d')]);
    expect(values(settled)).toEqual(['A', 'B', 'C', 'D']);
    expect(await names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('has whoever waits for another wait where it holds up nobody', async () => {
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const batches = createTransactionBatches(db, wasCommitted);
    const waits = batches.run({ queue: 'one', row: 'waits' }, async (tx) => {
      waitElsewhere(tx);
      await held;
      return write(tx, { name: 'waits', amount: 1 });
    });
    await batches.run({ queue: 'one', row: 'goes' }, rowOf('goes'));
    expect(await names()).toEqual(['goes']);
    free();
    expect(await waits).toBe('WAITS');
  });

  it('has those of different queues share one where they may, and whoever would wait goes to its own queue, which holds up nobody', async () => {
    const batches = createTransactionBatches(db, wasCommitted, { together: true });
    const holder = openDatabase(database.url, { max: 1 });
    const tokens = new Map<string, string>();
    let seenWaiting = 0;
    const wanting = (id: number, name: string) => async (tx: Queryable) => {
      const { rows } = await tx.query<{ free: boolean }>('select pg_try_advisory_xact_lock(7, $1) as free', [id]);
      if (rows[0]?.free !== true) {
        if (hurries(tx)) {
          seenWaiting += 1;
          waitInQueue(tx);
        }
        await tx.query('select pg_advisory_xact_lock(7, $1)', [id]);
      }
      tokens.set(name, tokenOf(tx));
      return write(tx, { name, amount: 1 });
    };
    const run = (id: number, name: string) => batches.run({ queue: String(id), row: name }, wanting(id, name));
    let waits: Promise<string>[] = [];
    await holder.transaction(async (other) => {
      await other.query('select pg_advisory_xact_lock(7, 2)');
      waits = [run(2, 'waits')];
      await Promise.all([run(1, 'a'), run(3, 'b')]);
      expect(await names()).toEqual(['a', 'b']);
      // It would wait as well, and so does not try first.
      waits.push(run(2, 'too'));
      await run(1, 'c');
      expect(await names()).toEqual(['a', 'b', 'c']);
    });
    await Promise.all(waits);
    expect(await names()).toEqual(['a', 'b', 'c', 'too', 'waits']);
    expect(tokens.get('a')).toBe(tokens.get('b'));
    expect(seenWaiting).toBe(1);
    await run(2, 'again');
    await holder.close();
  });

  it('waits for more where many follow each other closely, until there are enough, but never for one that goes to its own queue', async () => {
    // Nobody moves this clock on: what lingers waits until there are enough, and the crowd stays close.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const batches = createTransactionBatches(db, wasCommitted, { together: true, lingers: true });
      const tokens = new Map<string, string>();
      const run = (name: string, moves = false) =>
        batches.run({ queue: name, row: name }, async (tx) => {
          if (moves && hurries(tx)) waitInQueue(tx);
          tokens.set(name, tokenOf(tx));
          return write(tx, { name, amount: 1 });
        });
      await run('first');
      const lingering = ['a', 'b', 'c', 'd'].map((name) => run(name));
      // What is written elsewhere meanwhile finds them still waiting.
      await db.query('select 1');
      expect(await names()).toEqual(['first']);
      lingering.push(run('e'), run('moves', true));
      await Promise.all(lingering);
      expect(new Set(['a', 'b', 'c', 'd', 'e'].map((name) => tokens.get(name))).size).toBe(1);
      expect(tokens.get('moves')).not.toBe(tokens.get('a'));
    } finally {
      vi.useRealTimers();
    }
  });

  it('never has two works on one row in one transaction', async () => {
    const batches = createTransactionBatches(db, wasCommitted);
    const tokens = new Map<string, string>();
    const work = (name: string) => async (tx: Queryable) => {
      tokens.set(name, tokenOf(tx));
      return write(tx, { name, amount: 1 });
    };
    await Promise.all([
      batches.run({ queue: 'one', row: 'y' }, work('b')),
      batches.run({ queue: 'one', row: 'y' }, work('c')),
      batches.run({ queue: 'one', row: 'z' }, work('d')),
    ]);
    expect(tokens.get('b')).toBe(tokens.get('d'));
    expect(tokens.get('b')).not.toBe(tokens.get('c'));
  });

  it('knows by its token that it was committed where the answer to the commit is lost, and only then', async () => {
    const lost = (committed: boolean): Database => ({
      ...db,
      async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
        if (!committed) {
          return db.transaction(async (tx) => {
            await work(tx);
            throw new Error('Connection terminated unexpectedly');
          });
        }
        await db.transaction(work);
        throw new Error('Connection terminated unexpectedly');
      },
    });
    expect(values(await together([rowOf('a'), rowOf('b'), rowOf('c')], lost(true)))).toEqual(['A', 'B', 'C']);
    const failed = values(await together([rowOf('d'), rowOf('e')], lost(false)));
    expect(failed.every((one) => one.startsWith('failed'))).toBe(true);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });
});
