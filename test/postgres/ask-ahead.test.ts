import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { askAhead } from '../../src/shared/postgres/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('what is asked ahead', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
    db = openDatabase(database.url, { max: 1 });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('goes out before the one before it is answered, and is done in its order', async () => {
    const seen: string[] = [];
    await db.transaction(async (tx) => {
      await tx.query('create temp table numbers (n int)');
      const add = (n: number) => async () => {
        seen.push(`asked ${n}`);
        await tx.query('insert into numbers select $1 + count(*) from numbers', [n]);
        seen.push(`answered ${n}`);
        return n;
      };
      expect(await askAhead(tx, [add(10), add(20), add(30)])).toEqual([10, 20, 30]);
      expect((await tx.query('select n from numbers')).rows).toEqual([{ n: 10 }, { n: 21 }, { n: 32 }]);
    });
    expect(seen.slice(0, 3)).toEqual(['asked 10', 'asked 20', 'asked 30']);
    expect(seen).toHaveLength(6);
  });

  it('fails by what the first one failed by, and not because those behind it were in vain', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.query('select 1');
      const late = async () => {
        await tx.query('select 1 / 0').catch(async (error: unknown) => {
          for (let n = 0; n < 20; n++) await null;
          throw error;
        });
      };
      await askAhead(tx, [late, () => tx.query('select 1'), () => tx.query('select 2')]);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is asked one by one where a part of a transaction is asked', async () => {
    const seen: string[] = [];
    await db.transaction(async (whole) => {
      const part = { query: whole.query };
      const ask = (n: number) => async () => {
        seen.push(`asked ${n}`);
        await part.query('select 1');
        seen.push(`answered ${n}`);
        return n;
      };
      expect(await askAhead(part, [ask(1), ask(2)])).toEqual([1, 2]);
    });
    expect(seen).toEqual(['asked 1', 'answered 1', 'asked 2', 'answered 2']);
  });
});
