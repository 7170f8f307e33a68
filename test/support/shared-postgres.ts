import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { fastFolder } from './fast-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the `postgres` database of a server that lives as long as the run. */
    postgres_url: string;
  }
}

interface Shared {
  readonly url: string;
  stop(): Promise<void>;
}

const SHARED = Symbol.for('the Postgres of this run');
/** Each project loads this module anew, so what they share is kept with the process. */
const run: typeof globalThis & { [SHARED]?: { users: number; readonly server: Promise<Shared> } } = globalThis;

/** One real Postgres for all test files of a run, whatever their project. */
export async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgres_url', given);
    return undefined;
  }
  run[SHARED] ??= { users: 0, server: start() };
  const shared = run[SHARED];
  shared.users += 1;
  const { url, stop } = await shared.server;
  project.provide('postgres_url', url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete run[SHARED];
    await stop();
  };
}

async function start(): Promise<Shared> {
  // A database is four hundred files, and most of Postgres' time was their making and removal.
  const folder = mkdtempSync(join(fastFolder(), 'overture-test-'));
  const server = await startPostgres({ folder, durable: false });
  return {
    url: server.url('postgres'),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
