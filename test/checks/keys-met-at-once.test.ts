import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['src/runtime', 'src/app', 'src/shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name)),
);

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

/** Why two who write the same row at once cannot meet at a key that their statement does not name. */
const WHY_NEVER: Readonly<Record<string, string>> = {
  api_keys: 'its id is drawn anew',
  campaigns: 'its id is drawn anew',
  conversations: 'who writes it holds the lock of the follower',
  deliveries: 'its id is drawn anew',
  enrollments: 'its id is drawn anew, and who goes on from another holds the lock of that one',
  intents: 'who writes it holds the place of the step',
  queues: 'its id is counted',
  reconciliations: 'its id is drawn anew',
  secret_keys: 'its number is counted',
  slots: 'its id is counted, and who writes one for an answer holds the lock of the answer',
  subscriptions: 'its id is drawn anew',
  suppressions: 'who says no for the first time has drawn the id; a name that goes with a person names no key',
  tasks: 'its id is drawn anew',
  timeline: 'its id is counted',
  users: 'its id is drawn anew',
};

/** Columns of rows that a statement is given; a text within a text would end what is looked at. */
const NESTED = /rowsOf\(\s*`[^`]*`/g;
const INSERT = /insert into (\w+)\b(?:(?!insert into)[^`]){0,3000}?on conflict \(/g;

async function tablesOfManyKeys(): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and i.indisunique group by 1 having count(*) > 1`,
  );
  return new Set(rows.map(({ name }) => name));
}

// Postgres looks for the row that is there only by the keys that `on conflict` names: who meets at another one gets an error instead.
it('a row that two write at once is left out by whichever key they meet at', async () => {
  const manyKeys = await tablesOfManyKeys();
  const found = SOURCES.flatMap((file) =>
    [...readFileSync(file, 'utf8').replaceAll(NESTED, 'rowsOf(').matchAll(INSERT)].flatMap(([, table = '']) =>
      manyKeys.has(table) ? [{ table, file }] : [],
    ),
  );
  const open = found.filter(({ table }) => WHY_NEVER[table] === undefined);
  expect(
    open.map(
      ({ table, file }) =>
        `${relative(ROOT, file)} names one key of ${table}, which has more: write \`on conflict do nothing\`, or say here why`,
    ),
  ).toEqual([]);
  const tables = new Set(found.map(({ table }) => table));
  expect(Object.keys(WHY_NEVER).filter((table) => !tables.has(table))).toEqual([]);
});
