import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';

it('gives every test file a database with the engine schema', async () => {
  const database = await createTestDatabase('engine');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from enrollments');
  await client.end();
  await database.drop();
  expect(rows[0]?.n).toBe(0);
});
