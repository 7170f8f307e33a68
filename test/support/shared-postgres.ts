import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the `postgres` database of a server that lives as long as the run. */
    postgres_url: string;
  }
}

/** One real Postgres for all test files of a project. */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgres_url', given);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'overture-test-'));
  const server = await startPostgres({ folder, durable: false });
  project.provide('postgres_url', server.url('postgres'));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
