import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../src/app/main/free-port.ts';
import { giveTo, postgresUser } from '../../src/app/main/postgres/run-as.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';

/** Those before carry no prepared statements in transaction mode. */
const LEAST = [1, 21] as const;

export interface PgBouncer {
  /** The same database through the pooler. */
  through(url: string): string;
  /** Everything that it has logged. */
  log(): string;
  stop(): Promise<void>;
}

/** PgBouncer on PATH, or where PGBOUNCER says; null where there is none that carries prepared statements. No registry has one that is new enough. */
export function findPgbouncer(): string | null {
  const program = process.env.PGBOUNCER ?? 'pgbouncer';
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  const isNew = Number(major) > LEAST[0] || (Number(major) === LEAST[0] && Number(minor) >= LEAST[1]);
  return isNew ? program : null;
}

/** In transaction mode before that server, with so few connections that clients share each. */
export async function startPgbouncer(
  program: string,
  { folder, server, connections }: { readonly folder: string; readonly server: string; readonly connections: number },
): Promise<PgBouncer> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const user = postgresUser();
  giveTo(user, folder);
  const { hostname, port: serverPort, username, password } = new URL(server);
  const port = await freePort(0);
  const [config, logFile] = [join(folder, 'pgbouncer.ini'), join(folder, 'pgbouncer.log')];
  writeFileSync(
    config,
    `[databases]
* = host=${hostname || '127.0.0.1'} port=${serverPort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 2000
default_pool_size = ${connections}
max_client_conn = 500
`,
    { mode: 0o644 },
  );
  const log = openSync(logFile, 'a');
  const child = spawn(program, [config], { stdio: ['ignore', log, log], ...(user ?? {}) });
  closeSync(log);
  const up = await waitUntil(async () => child.exitCode !== null || (await isListening(port)), { timeout: 120_000 });
  if (!up || child.exitCode !== null) throw new Error(`pgbouncer did not start:\n${readFileSync(logFile, 'utf8')}`);
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.searchParams.delete('host');
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      child.kill('SIGKILL');
      await waitUntil(() => child.exitCode !== null || child.signalCode !== null, { timeout: 120_000 });
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
