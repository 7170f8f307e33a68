import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { RUN_FOLDER } from '../support/run-folder.ts';

export interface SharedServers {
  /** The environment that tells every process of Vitest of the servers. */
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** One Postgres and one folder for all processes of a run: its templates and the bundle of the workflows are made once. */
export async function startSharedServers(): Promise<SharedServers> {
  const folder = mkdtempSync(join(fastFolder(), 'overture-run-'));
  const postgres = mkdtempSync(join(fastFolder(), 'overture-test-'));
  const server = await startPostgres({ folder: postgres, durable: false });
  return {
    env: { [RUN_FOLDER]: folder, TEST_DATABASE_URL: server.url('postgres') },
    async stop() {
      await server.stop();
      for (const path of [folder, postgres]) rmSync(path, { recursive: true, force: true });
    },
  };
}
