import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTransactionBatches, tokenOf } from '../../src/shared/postgres/transaction-batches.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  db = openDatabase(database.url, { max: 5 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('never lets two who lock one name share a transaction: each must see what the other makes of it', async () => {
  const batches = createTransactionBatches(db, async () => false);
  const locking = (row: string, names: readonly string[]) =>
    batches.run({ queue: 'one', row }, async (tx) => {
      await lockNames(tx, names);
      return tokenOf(tx);
    });
  const [ada, same, ben] = await Promise.all([
    locking('ada', ['slug:ada', 'urn:1']),
    locking('same', ['urn:1']),
    locking('ben', ['slug:ben']),
  ]);
  expect(ben).toBe(ada);
  expect(same).not.toBe(ada);
});
