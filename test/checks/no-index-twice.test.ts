import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('has no two indexes of the same rows in the same order: each is written with every row, and a migration that came later with a lower number may have made the one that another replaced', async () => {
  const { rows } = await db.query<{ names: readonly string[] }>(
    `select array_agg(i.relname::text order by i.relname) as names
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam
      where x.indrelid::regclass::text !~ '\\.'
      group by x.indrelid, m.amname, coalesce(pg_get_expr(x.indpred, x.indrelid), ''),
               array(select pg_get_indexdef(x.indexrelid, place, false) from generate_series(1, x.indnkeyatts) as place order by place)
     having count(*) > 1`,
  );
  expect(rows.map(({ names }) => names)).toEqual([]);
});
