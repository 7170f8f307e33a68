import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteSuppression, insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { type Database, openDatabase } from '../../src/shared/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const waiting = async () =>
  (await db.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .rowCount;

const entry = (id: string) =>
  ({ id, kind: 'email', value: 'ada@acme.example', reason: 'asked', created_at: new Date() }) as const;

it('an entry is there for whoever says no while the same one is being erased', async () => {
  await insertSuppression(db, entry('sup_before'));
  let again: ReturnType<typeof insertSuppression> | null = null;
  await db.transaction(async (tx) => {
    expect(await deleteSuppression(tx, 'sup_before')).toBe(true);
    again = insertSuppression(db, entry('sup_again'));
    await eventually(async () => expect(await waiting()).toBe(1));
  });
  expect(await again).toMatchObject({ row: { id: 'sup_again' }, created: true });
  expect((await db.query('select id from suppressions')).rows).toEqual([{ id: 'sup_again' }]);
});
