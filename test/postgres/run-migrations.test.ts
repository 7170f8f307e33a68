import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Migration, OUTSIDE, runMigrations } from '../../src/shared/postgres/run-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}
let one: pg.Client;
let other: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  [one, other] = [await connect(), await connect()];
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database?.drop();
});
beforeEach(async () => {
  await one.query(
    'drop schema public cascade; create schema public; create table people (id int primary key, name text)',
  );
  await one.query(`insert into people select n, 'Ada ' || n from generate_series(1, 1000) n`);
});

const BY_NAME = `${OUTSIDE}
-- Found by their names.
drop index concurrently if exists by_name;
create unique index concurrently by_name
  on people (name);
`;
const migration = (sql: string, name = '0001-first.sql'): Migration => ({ name, sql });
async function stateOfIndex(): Promise<boolean | undefined> {
  const { rows } = await one.query(`select indisvalid from pg_index where indexrelid = to_regclass('by_name')`);
  return rows[0]?.indisvalid;
}

describe('migrations', () => {
  it('run once where two roles start together, and an index that is made while others write waits for neither', async () => {
    const migrations = [migration('create table cities (name text)'), migration(BY_NAME, '0002-by-name.sql')];
    const ran = await Promise.all([runMigrations(one, migrations), runMigrations(other, migrations)]);
    expect(ran.flat().sort()).toEqual(['0001-first.sql', '0002-by-name.sql']);
    expect(await stateOfIndex()).toBe(true);
  });

  it('begin an index again of which a failed attempt has left half', async () => {
    await one.query(`insert into people values (0, 'Ada 1')`);
    await expect(runMigrations(one, [migration(BY_NAME)])).rejects.toThrow('0001-first.sql failed');
    expect(await stateOfIndex()).toBe(false);
    await one.query('delete from people where id = 0');
    expect(await runMigrations(one, [migration(BY_NAME)])).toEqual(['0001-first.sql']);
    expect(await stateOfIndex()).toBe(true);
  });

  it('let others by while somebody holds what they want, and come back until they have it', async () => {
    const reader = await connect();
    await reader.query('begin');
    await reader.query('select from people limit 1');
    const running = runMigrations(one, [migration('alter table people add column city text')], {
      ...{ lock_ms: 100, pause_ms: 50, attempts: 10_000 },
    });
    const { rows } = await eventually(async () => {
      const waiting = await other.query(`select pid from pg_locks where not granted and mode = 'AccessExclusiveLock'`);
      expect(waiting.rows).toHaveLength(1);
      return waiting;
    });
    expect(rows).toHaveLength(1);
    // It stands behind the one that waits, which gives way.
    expect((await other.query('select count(*)::int as n from people')).rows).toEqual([{ n: 1000 }]);
    await reader.query('commit');
    expect(await running).toEqual(['0001-first.sql']);
  });

  it('say which one could not get its lock, and leave nothing of it', async () => {
    await other.query('begin');
    await other.query('lock table people in access share mode');
    const waits = { lock_ms: 20, pause_ms: 1, attempts: 3 };
    const add = migration('create table cities (name text); alter table people add column city text', '0007-city.sql');
    await expect(runMigrations(one, [add], waits)).rejects.toMatchObject({
      message: 'migration 0007-city.sql failed',
      cause: { code: '55P03' },
    });
    await other.query('commit');
    expect((await one.query(`select to_regclass('cities') as table`)).rows).toEqual([{ table: null }]);
    expect(await runMigrations(one, [add], waits)).toEqual(['0007-city.sql']);
  });
});
