import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { readMigrations } from '../../src/shared/postgres/migrate-from.ts';
import { OUTSIDE, runMigrations } from '../../src/shared/postgres/run-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { judgeMigration } from './judge-migration.ts';

/** The first that is held to it: those before ran while nothing was large. */
const FROM = { 'src/runtime/store/migrations': '0171', 'src/v2/service/store/migrations': '0021' } as const;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

describe.each(Object.entries(FROM))('the migrations in %s', (folder, from) => {
  it(`from ${from} on let others write while they run, and take nothing from the version that still runs`, async () => {
    const all = readMigrations(join(PACKAGE_ROOT, folder)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(all.length).toBeGreaterThan(15);
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await runMigrations(
      client,
      all.filter(({ name }) => name < from),
    );
    const found: string[] = [];
    for (const migration of all.filter(({ name }) => name >= from))
      found.push(...(await judgeMigration(client, migration)));
    expect(found).toEqual([]);
  });
});

describe('a migration', () => {
  beforeAll(async () => {
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await client.query(`
      create table people (id int primary key, name text, age int);
      create table notes (id int primary key, person int);
      insert into people values (1, 'Ada', 36);
      insert into notes values (1, 1)`);
  });

  const judge = (sql: string) => judgeMigration(client, { name: '9999-x.sql', sql });

  it.each([
    ['create index on people (name)', 'reads all of people, which is locked'],
    ['alter table people add constraint grown check (age > 5)', 'reads all of people, which is locked'],
    ['alter table people alter column age type bigint', 'writes all of people anew'],
    ['alter table people alter column name set not null', 'reads all of people, which is locked'],
    ['alter table people add column seen timestamptz not null default clock_timestamp()', 'writes all of people anew'],
    ['alter table notes add constraint of_person foreign key (person) references people', 'reads all of '],
    [`update people set name = 'Grace'`, 'changes rows all over people'],
    ['alter table notes drop column person', 'takes notes.person away'],
    [
      `${OUTSIDE}\ncreate index concurrently by_age on people (age);`,
      'makes by_age, of which a killed attempt leaves half',
    ],
    [`${OUTSIDE}\nalter table people add column size int;`, 'only indexes are made or dropped concurrently'],
  ])('is refused for %s', async (sql, why) => {
    expect((await judge(sql)).join('\n')).toContain(why);
  });

  it.each([
    ['alter table people add column city text'],
    [`alter table people add column kind text not null default 'lead'`],
    ['create table cities (id int primary key, name text); create index on cities (name)'],
    ['alter table people add constraint old check (age < 200) not valid'],
    ['alter table people validate constraint old'],
    [`-- Contract: since 0.3 nobody reads it.\nalter table people drop column city`],
    [`${OUTSIDE}\ndrop index concurrently if exists by_name;\ncreate index concurrently by_name on people (name);`],
  ])('may do %s', async (sql) => {
    expect(await judge(sql)).toEqual([]);
  });
});
