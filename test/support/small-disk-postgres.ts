import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../src/app/main/free-port.ts';
import { postgresBinaries } from '../../src/app/main/postgres/binaries.ts';
import { enterableBinaries, giveTo, postgresUser } from '../../src/app/main/postgres/run-as.ts';
import { waitUntil } from '../../src/app/main/wait-until.ts';

export interface SmallDiskPostgres {
  /** A database of that name, which is made. */
  createDatabase(name: string): Promise<string>;
  /** Leaves no page free. */
  fill(): Promise<void>;
  /** Gives back what `fill` has taken. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Only root may mount, and only where the kernel has mount namespaces. */
export const canMount = (): boolean =>
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt']).status === 0;

const SIZE = '320m';
/** In a mount namespace of its own: nobody else sees the disk, and it is gone with the last process in there. */
const START = `mount -t tmpfs -o size=${SIZE},mode=0777 tmpfs /mnt && mount -t tmpfs -o size=$6,mode=1777 tmpfs /dev/shm &&
exec setpriv --reuid "$1" --regid "$2" --clear-groups --pdeathsig KILL sh -c '
  "$0" -D /mnt/data -U overture --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null &&
  exec "$1" -D /mnt/data -p "$2" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c full_page_writes=off \\
    -c shared_buffers=32MB -c wal_level=minimal -c max_wal_senders=0 -c checkpoint_timeout=1h -c max_wal_size=1GB -c autovacuum=off \\
    -c file_extend_method=write_zeros
' "$3" "$4" "$5"`;

/** A real Postgres whose disk holds 320 MB, and so much memory that its processes share. */
export async function startSmallDiskPostgres(shared_memory = '64m'): Promise<SmallDiskPostgres> {
  const user = postgresUser();
  if (user === null) throw new Error('only root can mount the disk');
  const folder = mkdtempSync(join(tmpdir(), 'overture-small-disk-'));
  giveTo(user, folder);
  const { initdb, postgres } = enterableBinaries(user, await postgresBinaries(), folder);
  const port = await freePort(0);
  const args = [String(user.uid), String(user.gid), initdb, postgres, String(port), shared_memory];
  const server = spawn('unshare', ['--mount', 'sh', '-c', START, 'sh', ...args], { stdio: 'ignore', cwd: '/' });
  const urlOf = (name: string) => `postgres://overture@127.0.0.1:${port}/${name}`;
  const run = (text: string) => once(urlOf('postgres'), text);
  const isUp = await waitUntil(() => server.exitCode !== null || run('select 1').then(Boolean, () => false), {
    timeout: 120_000,
  });
  if (!isUp || server.exitCode !== null) throw new Error('the Postgres on a small disk did not start');
  return {
    async createDatabase(name) {
      await run(`create database ${name} template template0 strategy file_copy`);
      return urlOf(name);
    },
    async fill() {
      // Without room for its log of writes Postgres stops altogether: a file of it is begun while there is room, and filled by nobody.
      await run('checkpoint');
      await run('select pg_switch_wal()');
      await run('create table begun (at int)');
      await run('create unlogged table ballast (filling text)');
      await run('alter table ballast alter filling set storage plain');
      for (const rows of [4000, 400, 40, 4]) while (await fits(run, rows));
    },
    empty: () => run('drop table ballast').then(() => undefined),
    async stop() {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Rows of two kilobytes; false once the disk has no room for them. */
async function fits(run: (text: string) => Promise<unknown>, rows: number): Promise<boolean> {
  try {
    await run(`insert into ballast select repeat('x', 1900) from generate_series(1, ${rows})`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '53100') return false;
    throw error;
  }
}

async function once(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
