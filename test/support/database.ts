import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { readMigrations } from '../../src/shared/postgres/migrate-from.ts';
import { runMigrations } from '../../src/shared/postgres/run-migrations.ts';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const MIGRATIONS = { engine: 'src/runtime/store/migrations', service: 'src/v2/service/store/migrations' } as const;

/**
 * A database of one's own: empty, or a copy of a template that holds the engine's or the V2 service's schema. The template
 * is made once per state of the migrations, so a new test file costs about 50 ms.
 */
export async function createTestDatabase(schema: 'engine' | 'service' | 'empty'): Promise<TestDatabase> {
  const server = inject('postgres_url');
  const template = schema === 'empty' ? 'template0' : await ensureTemplate(server, schema);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

async function ensureTemplate(server: string, schema: keyof typeof MIGRATIONS): Promise<string> {
  const folder = join(PACKAGE_ROOT, MIGRATIONS[schema]);
  const migrations = readMigrations(folder);
  const state = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12);
  const name = `template_${schema}_${state}`;
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(4401)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`create database ${name}_new`);
    await withClient(withDatabase(server, `${name}_new`), (fresh) => runMigrations(fresh, migrations));
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
