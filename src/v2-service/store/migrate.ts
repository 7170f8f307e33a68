import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runMigrations } from '../../kit/migrations.ts';

/** Brings the service's database at `url` up to date; returns the names of the migrations that ran. */
export async function migrate(url: string, packageRoot: string): Promise<string[]> {
  const folder = join(packageRoot, 'src/v2-service/store/migrations');
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: file, sql: readFileSync(join(folder, file), 'utf8') }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await runMigrations(client, migrations);
  } finally {
    await client.end();
  }
}
