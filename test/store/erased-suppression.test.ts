import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import { deleteSuppression } from '../../src/runtime/store/suppressions/delete-suppression.ts';
import { insertNames, insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { nameKey } from '../../src/runtime/store/suppressions/suppression-names.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
});
beforeEach(async () => {
  await db.query('truncate suppressions, identities, leads cascade');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const waiting = () => waitingForLocks(db);

const ADDRESS = { kind: 'email', value: 'ada@acme.example' } as const;
const entry = (id: string) => ({ id, ...ADDRESS, reason: 'asked', created_at: new Date() }) as const;

const person = () =>
  ({ id: 'sup_person', kind: 'lead', value: 'lead_ada', reason: 'asked', created_at: new Date() }) as const;
const left = async () => (await db.query('select id, person_entry from suppressions order by id')).rows;

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

it('an entry on which somebody counts, whose names they add, is not erased before they have done so', async () => {
  const { row } = await insertSuppression(db, person());
  let erased: Promise<boolean> | null = null;
  await db.transaction(async (tx) => {
    const { row: present, created } = await insertSuppression(tx, { ...person(), id: 'sup_again' });
    expect({ id: present.id, created }).toEqual({ id: row.id, created: false });
    erased = db.transaction((other) => deleteSuppression(other, row.id));
    await eventually(async () => expect(await waiting()).toBe(1));
    await insertNames(tx, present, [ADDRESS]);
  });
  expect(await erased).toBe(true);
  expect(await left()).toEqual([]);
});

it('the own no of an address stays when the entry of the person is erased that had covered it', async () => {
  const { row } = await insertSuppression(db, person());
  await insertNames(db, row, [ADDRESS]);
  expect(await insertSuppression(db, { ...entry('sup_own'), reason: 'unsubscribed' })).toMatchObject({
    row: { id: 'sup_own', reason: 'unsubscribed' },
    created: true,
  });
  expect(await deleteSuppression(db, row.id)).toBe(true);
  expect(await left()).toEqual([{ id: 'sup_own', person_entry: null }]);
});

it('an address is covered by the entry of its person after its own one was erased', async () => {
  await db.query("insert into leads (id, created_at, updated_at) values ('lead_ada', now(), now())");
  await db.query("insert into identities (kind, value, lead_id) values ('email', 'ada@acme.example', 'lead_ada')");
  await insertSuppression(db, entry('sup_own'));
  const { row } = await insertSuppression(db, person());
  await insertNames(db, row, [ADDRESS]);
  expect(await deleteSuppression(db, 'sup_own')).toBe(true);
  expect(await left()).toEqual([
    { id: 'sup_person', person_entry: null },
    { id: expect.stringContaining('sup_person.'), person_entry: 'sup_person' },
  ]);
  expect(await deleteSuppression(db, 'sup_own')).toBe(false);
});

it('an entry is erased while somebody puts its name on the list with the entry of its person: neither waits for the other for ever', async () => {
  await db.query("insert into leads (id, created_at, updated_at) values ('lead_ada', now(), now())");
  await db.query("insert into identities (kind, value, lead_id) values ('email', 'ada@acme.example', 'lead_ada')");
  await insertSuppression(db, entry('sup_own'));
  const { row } = await insertSuppression(db, person());
  let erased: Promise<boolean> | null = null;
  await db.transaction(async (tx) => {
    await lockNames(tx, [nameKey(person()), nameKey(ADDRESS)]);
    await insertSuppression(tx, { ...person(), id: 'sup_again' });
    erased = db.transaction((other) => deleteSuppression(other, 'sup_own'));
    await eventually(async () => expect(await waiting()).toBe(1));
    await insertNames(tx, row, [ADDRESS]);
  });
  expect(await erased).toBe(true);
});

it('many who write the names of one person at once fail nobody: whichever of the two keys they meet at', async () => {
  await insertSuppression(db, person());
  for (let round = 0; round < 100; round++) {
    const names = [{ kind: 'email', value: `ada${round}@acme.example` } as const];
    await Promise.all(Array.from({ length: 8 }, () => insertNames(db, person(), names)));
  }
  expect(await left()).toHaveLength(101);
});
