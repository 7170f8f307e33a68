import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

describe('a connection that breaks in the middle of a transaction, between two queries', () => {
  let database: TestDatabase;
  let db: Database;
  const errors: Error[] = [];
  beforeAll(async () => {
    database = await createTestDatabase('empty');
    db = openDatabase(database.url, { max: 2, onError: (error) => errors.push(error) });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('fails the transaction, not the process, and the next one gets another connection', async () => {
    const cut = db.transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await eventually(() => expect(errors).not.toEqual([]));
      await tx.query('select 1');
    });
    await expect(cut).rejects.toThrow();
    expect((await db.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(await db.transaction(async (tx) => (await tx.query('select 1')).rowCount)).toBe(1);
  });
});
