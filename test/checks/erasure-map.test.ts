import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERASURE_MAP } from '../../src/runtime/store/erasure/erasure-map.ts';
import { answersOf, type ErasureMap } from '../../src/runtime/store/erasure/table-answer.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

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

type Columns = ReadonlyMap<string, readonly string[]>;

async function readColumns(): Promise<Columns> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select t.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class t join pg_namespace n on n.oid = t.relnamespace join pg_attribute a on a.attrelid = t.oid
      where n.nspname = 'public' and t.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped group by 1 order by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

const HOW = `in src/runtime/store/erasure/tables/, under its table (a new table: in the file that it belongs to):
  removes: the person's rows go (and \`persons\` says which rows are theirs)
  empties: the person's rows stay, with this value in its place
  redacts: no row is the person's, but the text may name them
  keeps:   it stays, under the reason why it may
See "A column or a table" in CONTRIBUTING.md.`;

/** Says in a sentence each what has to be added or taken away. */
function gaps(map: ErasureMap, live: Columns): string[] {
  const missing = [...live].flatMap(([table, columns]) => {
    const answer = map[table];
    if (answer === undefined) return [`The table ${table} (${columns.join(', ')}) has no answer. Add it ${HOW}`];
    const known = answersOf(answer);
    return columns
      .filter((column) => !known.has(column))
      .map((column) => `${table}.${column} has no answer. Say what an erasure does with it ${HOW}`);
  });
  const stale = Object.entries(map).flatMap(([table, answer]) => {
    const columns = live.get(table);
    if (columns === undefined) return [`The erasure map names the table ${table}, which the schema does not have.`];
    return [...answersOf(answer).keys()]
      .filter((column) => !columns.includes(column))
      .map((column) => `The erasure map names ${table}.${column}, which the schema does not have.`);
  });
  return [...missing, ...stale];
}

it('the map says of every column of every table what an erasure does with it', async () => {
  expect(gaps(ERASURE_MAP, await readColumns()).join('\n\n')).toBe('');
});

it('a new column and a new table without an answer are reported, with what to add and where', async () => {
  const live = new Map(await readColumns());
  live.set('leads', [...(live.get('leads') ?? []), 'birthday']);
  live.set('notes', ['id', 'text']);
  const found = gaps(ERASURE_MAP, live);
  expect(found).toHaveLength(2);
  expect(found.join()).toContain(
    'leads.birthday has no answer. Say what an erasure does with it in src/runtime/store/erasure/tables/',
  );
  expect(found.join()).toContain('The table notes (id, text) has no answer.');
});

it('a table whose rows are removed or emptied says which rows are the person’s', () => {
  const undecided = Object.entries(ERASURE_MAP).filter(
    ([, { persons, removes, empties }]) => (removes !== undefined || empties !== undefined) !== (persons !== undefined),
  );
  expect(undecided).toEqual([]);
});

it('every condition and every value of the map is SQL that the schema understands', async () => {
  for (const [table, { persons, persons_if_named, empties }] of Object.entries(ERASURE_MAP)) {
    const where = [persons, persons_if_named].map((condition) => `(${condition ?? 'true'})`).join(' and ');
    const values = Object.values(empties ?? { one: '1' }).join(', ');
    const sql = `explain select ${values} from ${table} where ${where}`.replace(
      /:(leads|enrollments|names)/g,
      `'{}'::text[]`,
    );
    await expect(db.query(sql), table).resolves.toBeDefined();
  }
});
