import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findDovecot } from '../../src/main/mail-server/find-dovecot.ts';
import { startPostgres } from '../../src/main/postgres/start-postgres.ts';
import { findTemporal } from '../../src/main/temporal/find-temporal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the `postgres` database of a server that lives as long as the run. */
    postgres_url: string;
  }
}

let shared: Promise<{ url: string; stop(): Promise<void> }> | undefined;

async function start() {
  // Where they must be fetched or built first that takes minutes: here, once, and not within some test's time.
  const progress = (line: string) => void process.stderr.write(`${line}\n`);
  await findTemporal({ progress });
  await findDovecot({ progress });
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'overture-test-'));
  const server = await startPostgres({ folder, durable: false });
  return {
    url: server.url('postgres'),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One real Postgres for the whole run, whichever projects take part. */
export async function setup(project: TestProject) {
  const first = shared === undefined;
  shared ??= start();
  const server = await shared;
  project.provide('postgres_url', server.url);
  return first ? () => server.stop() : undefined;
}
