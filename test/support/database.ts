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
  const template = schema === 'empty' ? 'template0' : await templateOf(server, schema);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { query } = serverAt(server);
  await query(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: withDatabase(server, name),
    drop: () => query(`drop database if exists ${name} with (force)`),
  };
}

const servers = new Map<string, { query(sql: string): Promise<void> }>();
const templates = new Map<string, Promise<string>>();

/** One connection for all databases of this process: each takes the server and the client five milliseconds to make. */
function serverAt(url: string) {
  const known = servers.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined);
  const server = {
    async query(sql: string) {
      await pool.query(sql);
    },
  };
  servers.set(url, server);
  return server;
}

function templateOf(server: string, schema: keyof typeof MIGRATIONS): Promise<string> {
  const key = `${schema} of ${server}`;
  const made = templates.get(key) ?? ensureTemplate(server, schema);
  templates.set(key, made);
  return made;
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
