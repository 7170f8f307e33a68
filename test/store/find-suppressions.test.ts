import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { erasedHash } from '../../src/runtime/store/erasure/erased-hash.ts';
import { findSuppressions } from '../../src/runtime/store/suppressions/find-suppression.ts';
import { insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import { type SuppressedName, suppressionNames } from '../../src/runtime/store/suppressions/suppression-names.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

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

const PEOPLE = 40;
const LISTED = 17;
const namesOf = (place: number): SuppressedName[] =>
  suppressionNames(
    [
      { kind: 'email', value: `person${place}@mail.firm${place}.example` },
      { kind: 'slug', value: `person-${place}` },
    ],
    `Firm ${place}`,
  );
const strangers = Array.from({ length: PEOPLE }, (_, place) => ({ names: namesOf(place), lead_ids: [] }));

async function erasedName(name: string): Promise<string> {
  const { rows } = await db.query<{ value: string }>(`select ${erasedHash('$1::text')} as value`, [name]);
  return rows[0]?.value ?? '';
}

describe('one of many strangers whose lists are read at once', () => {
  it.each(namesOf(LISTED).map(({ kind, value }) => [kind, value] as const))(
    'is found by the only entry that there is: %s %s',
    async (kind, value) => {
      await insertSuppression(db, { id: 'sup_1', kind, value, reason: 'asked', created_at: new Date() });
      const found = await findSuppressions(db, strangers);
      expect(found.flatMap((one, place) => (one === null ? [] : [{ place, ...one }]))).toEqual([
        { place: LISTED, id: 'sup_1', kind, reason: 'asked' },
      ]);
    },
  );

  it('is found by what was erased of them', async () => {
    const value = await erasedName(`slug:person-${LISTED}`);
    await db.query(
      `insert into suppressions (id, kind, value, reason, created_at) values ('sup_1', 'erased', $1, 'erased', now())`,
      [value],
    );
    const found = await findSuppressions(db, strangers);
    expect(found.flatMap((one, place) => (one === null ? [] : [place, one.kind]))).toEqual([LISTED, 'erased']);
  });

  it('is nobody where none of them is listed', async () => {
    const [kind, value] = ['domain', 'other.example'] as const;
    await insertSuppression(db, { id: 'sup_1', kind, value, reason: 'asked', created_at: new Date() });
    expect(await findSuppressions(db, strangers)).toEqual(strangers.map(() => null));
  });
});
