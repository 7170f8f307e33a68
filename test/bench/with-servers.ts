import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';

/**
 * Ours and the bare one, each in a process and on a database of its own, as long as `work` takes. `script` is called with
 * the kind, the database and `secret`, and sends the URL where it listens.
 */
export async function withServers<T>(
  script: string,
  secret: string,
  work: (urls: { readonly ours: string; readonly bare: string }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  const servers: ChildProcess[] = [];
  const start = async (kind: 'ours' | 'bare') => {
    const url = await postgres.ensureDatabase(`bench_${kind}`);
    const server = fork(fileURLToPath(new URL(script, import.meta.url)), [kind, url, secret]);
    servers.push(server);
    return new Promise<string>((resolve, reject) => {
      server.once('message', (message) => resolve(String(message)));
      server.once('exit', (code) => reject(new Error(`the ${kind} server ended with ${code}`)));
    });
  };
  try {
    return await work({ ours: await start('ours'), bare: await start('bare') });
  } finally {
    for (const server of servers) server.kill();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
