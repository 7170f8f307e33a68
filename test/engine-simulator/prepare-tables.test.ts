import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { planDigest } from '../../src/language/plan/digest.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { saveSubscription } from '../../src/runtime/store/events/subscription.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { type ConnectionPool, databaseOver } from '../../src/shared/postgres/open-database.ts';
import { SECRET } from './engine-process.ts';
import { prepareTables } from './prepare-tables.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { START } from './write-script.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgres_url'), 'engine_simulator_prepared');
});
afterAll(() => database.close());

const ACCOUNTS = [
  { id: 'acc_pro0', platform: 'professional' },
  { id: 'acc_mail', platform: 'email' },
] as const;

/** All rows of all tables, but for the accounts, which only the service knows, and for what is of the real time or drawn. */
async function rowsOf({ admin }: TestDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'erasure_salt', 'accounts')`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await admin.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from "${name}" t`);
    const known = rows.map(({ row }) =>
      Object.fromEntries(
        Object.entries(row).filter(
          ([column, value]) => !column.startsWith('wall_') && !String(value).startsWith('seq_'),
        ),
      ),
    );
    if (rows.length > 0) found[name] = known;
  }
  return found;
}

it('writes what the engine writes when a sequence is published and accounts are connected', async () => {
  const compiled = compileSequence('sequence: simulated\nsteps:\n  - visit\n');
  if (!compiled.ok) throw new Error('no plan');
  const { plan } = compiled;
  // No history before this one, and its clearing, left anything.
  expect(await rowsOf(database)).toEqual({});
  await prepareTables(database, ACCOUNTS, plan);
  const written = await rowsOf(database);
  await database.clear();

  const { admin } = database;
  const connect = async () => ({ query: admin.query.bind(admin), release: () => undefined });
  const db = databaseOver({
    query: admin.query.bind(admin),
    connect,
    end: async () => undefined,
  } as unknown as ConnectionPool);
  const at = new Date(START);
  await saveSequenceVersion(db, { name: plan.sequence, digest: planDigest(plan), plan, source: '', at });
  await db.query(
    `insert into accounts (id, platform, name, products, status, updated_at)
     select id, platform, 'Anna', '{}', 'connected', $3 from unnest($1::text[], $2::text[]) as given (id, platform)`,
    [ACCOUNTS.map(({ id }) => id), ACCOUNTS.map(({ platform }) => platform), at],
  );
  for (const { id } of ACCOUNTS) {
    const webhook = { webhook_id: `whk_${id}`, secret: SECRET, url: 'http://here.example', at };
    await saveSubscription(db, { id: `sub_${id}`, account_id: id, ...webhook });
  }
  expect(written).toEqual(await rowsOf(database));
  expect(Object.keys(written).length).toBeGreaterThan(5);
  await database.clear();
});
