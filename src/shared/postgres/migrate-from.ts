import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Migration, runMigrations } from './run-migrations.ts';

/**
 * Brings the database at `url` up to date with the numbered SQL files of a folder; the names of those that ran. `after`: what is to be done with the
 * rows that are there, in pieces.
 */
export async function migrateFrom(
  folder: string,
  url: string,
  after: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const ran = await runMigrations(client, readMigrations(folder));
    await after(client);
    return ran;
  } finally {
    await client.end();
  }
}

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: file, sql: readFileSync(join(folder, file), 'utf8') }));
}
