import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ArrayClient } from '../../src/shared/postgres/array-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: ArrayClient;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  client = new ArrayClient(database.url);
  await client.connect();
  await client.query('create table notes (id int primary key, at timestamptz, more jsonb)');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const READ = { name: 'read', text: 'select * from notes where id = any($1) order by id' };
const AT = new Date('2026-03-01T10:00:00Z');

it('a prepared statement says once on a connection what its columns are, and its rows are the same each time', async () => {
  const described = vi.spyOn(pg.Connection.prototype as unknown as { describe(): void }, 'describe');
  const write = { name: 'write', text: 'insert into notes select unnest($1::int[]), $2, $3' };
  expect((await client.query({ ...write, values: [[1, 2], AT, { a: 1 }] })).rowCount).toBe(2);
  expect(await client.query({ ...write, values: [[3], null, null] })).toMatchObject({
    rowCount: 1,
    rows: [],
    fields: [],
  });
  const read = async (...ids: number[]) => (await client.query({ ...READ, values: [ids] })).rows;
  expect(await read(1)).toEqual([{ id: 1, at: AT, more: { a: 1 } }]);
  expect(await read(2, 3)).toEqual([
    { id: 2, at: AT, more: { a: 1 } },
    { id: 3, at: null, more: null },
  ]);
  expect(await read()).toEqual([]);
  const { fields } = await client.query({ ...READ, values: [[]] });
  expect(fields.map(({ name }) => name)).toEqual(['id', 'at', 'more']);
  expect(described).toHaveBeenCalledTimes(2);
  described.mockRestore();
});

it('a statement that fails says so to whoever asked, and the next one goes on', async () => {
  const divide = { name: 'divide', text: 'select 6 / $1::int as parts' };
  const [one, none, more] = await Promise.allSettled([2, 0, 3].map((by) => client.query({ ...divide, values: [by] })));
  expect(one).toMatchObject({ status: 'fulfilled', value: { rows: [{ parts: 3 }] } });
  expect(none).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
  expect(more).toMatchObject({ status: 'fulfilled', value: { rows: [{ parts: 2 }] } });
});

it('a statement whose columns have changed is refused, and never read as it was before', async () => {
  expect((await client.query({ ...READ, values: [[3]] })).rows).toEqual([{ id: 3, at: null, more: null }]);
  await client.query('alter table notes drop column at');
  await expect(client.query({ ...READ, values: [[3]] })).rejects.toMatchObject({ code: '0A000' });
});
