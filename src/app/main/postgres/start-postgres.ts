import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { freePort } from '../free-port.ts';
import { keepFromOthers, openLog } from '../private-files.ts';
import { commandLine, isAlive, isTaken, processesIn } from '../processes.ts';
import { waitUntil } from '../wait-until.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { readLockFile } from './lock-file.ts';
import { enterableBinaries, enterableFolder, giveTo, postgresUser, type RunAs } from './run-as.ts';
import { LEAST_SHARED_BUFFERS, sharedBuffers } from './shared-buffers.ts';

export interface PostgresServer {
  readonly port: number;
  readonly pid: number;
  /** True when it was already running: an orphan of a start that was killed. */
  readonly adopted: boolean;
  readonly data_folder: string;
  url(database: string): string;
  /** Creates the database unless it is there. */
  ensureDatabase(name: string): Promise<string>;
  /** Fast shutdown: open transactions are rolled back, nothing is lost. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Holds `data`, `password` and `log`. */
  readonly folder: string;
  /** Preferred port; another free one when it is taken. */
  readonly port?: number;
  /** The server takes this port or none: whoever was told of it asks there. */
  readonly only_port?: number;
  /** Tests trade durability for speed. */
  readonly durable?: boolean;
  /** The memory for tables, as Postgres writes it; without it what fits the machine, and little for tests, which drop databases all the time: each looks through all of it. */
  readonly shared_buffers?: string;
  readonly progress?: (line: string) => void;
}

/** How long what is left of a killed server may hold its shared memory, wall milliseconds. */
const ORPHANS_TIMEOUT = 30_000;
/** Postgres' code for data that another server has: by its lock file, or by its shared memory. */
const LOCK_FILE_EXISTS = ' F0001 ';

/**
 * Starts the embedded Postgres, or adopts the one that still runs on the same data: after a kill -9 of ours it lives on, and
 * a second server on its data would refuse to start. Nothing is ever deleted.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = postgresUser();
  const folder = enterableFolder(user, options.folder);
  giveTo(user, folder);
  keepFromOthers(folder);
  const binaries = enterableBinaries(user, await postgresBinaries(), folder);
  const data = join(folder, 'data');
  const password = readPassword(folder);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    options.progress?.('creating the Postgres data folder (once, a few seconds)');
    await initialize(binaries, user, folder, data, password);
  }

  const orphan = await findRunning(data, password);
  if (orphan) return serverOn(data, orphan.port, orphan.pid, password, true);

  const logFile = join(folder, 'postgres.log');
  const durable = options.durable ?? true;
  let buffers = options.shared_buffers ?? (durable ? sharedBuffers() : LEAST_SHARED_BUFFERS);
  for (const deadline = Date.now() + ORPHANS_TIMEOUT; ; ) {
    const port = options.only_port ?? (await freePort(options.port ?? 0));
    const logged = existsSync(logFile) ? statSync(logFile).size : 0;
    const log = openLog(logFile);
    const child = spawn(
      binaries.postgres,
      ['-D', data, '-p', String(port), ...settings(durable, buffers, folder)],
      // Its own process group: Ctrl-C must reach the supervisor, which stops Postgres last.
      { stdio: ['ignore', log, log], detached: true, ...(user ?? {}) },
    );
    closeSync(log);
    child.unref();
    const failure = await answering(child, port, password, logFile);
    if (failure === null) return serverOn(data, port, child.pid ?? 0, password, false);
    // Backends of a killed server hold its shared memory until they notice that it is gone.
    // The other server may write into the same log, also behind this one's last words.
    const said = readFileSync(logFile).subarray(logged).toString();
    if (!said.includes(LOCK_FILE_EXISTS)) {
      if (buffers === LEAST_SHARED_BUFFERS) throw failure;
      // A machine may promise no more memory than it has, or a container may have less than it says.
      buffers = LEAST_SHARED_BUFFERS;
      continue;
    }
    if (Date.now() > deadline) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function settings(durable: boolean, buffers: string, folder: string): string[] {
  const values = [
    'listen_addresses=127.0.0.1',
    // With quotes around it, for a comma in it would make two folders of it.
    `unix_socket_directories=${mayHoldSocket(folder) ? `"${folder}"` : ''}`,
    'max_connections=200',
    `shared_buffers=${buffers}`,
    'log_min_messages=warning',
    // With the SQLSTATE (%e) of each error, so that nobody has to match its text.
    'log_line_prefix=%m [%p] %e ',
    'timezone=UTC',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return values.flatMap((value) => ['-c', value]);
}

function readPassword(folder: string): string {
  const file = join(folder, 'password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(folder, { recursive: true });
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Into a folder aside, then renamed: a kill in between leaves no half-made data folder behind. */
async function initialize(
  binaries: PostgresBinaries,
  user: RunAs | null,
  folder: string,
  data: string,
  password: string,
) {
  const fresh = join(folder, 'data.new');
  rmSync(fresh, { recursive: true, force: true });
  const passwordFile = join(folder, 'password.initdb');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(user, passwordFile);
  const child = spawn(
    binaries.initdb,
    [
      '-D',
      fresh,
      '-U',
      'overture',
      '--auth=scram-sha-256',
      // The password is random, so there is nothing to stretch (docs/decisions/embedded-postgres.md).
      ...['--set', 'scram_iterations=1'],
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, ...(user ?? {}) },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  rmSync(passwordFile, { force: true });
  if (code !== 0) {
    throw new CodedError(
      'postgres_init_failed',
      `initdb ended with ${code}: ${output.trim().split('\n').slice(-3).join(' / ')}`,
      {
        fix: `Check that ${folder} can be written and that the disk is not full, or set DATABASE_URL to a running Postgres.`,
      },
    );
  }
  renameSync(fresh, data);
}

async function findRunning(data: string, password: string): Promise<{ port: number; pid: number } | null> {
  const lock = readLockFile(data);
  if (!lock) return null;
  const command = commandLine(lock.pid);
  if (!isAlive(lock.pid) || (command !== '' && !command.includes(data))) {
    // Killed. Its backends work on the data until they notice; nothing may be touched before.
    await waitUntil(() => processesIn(data).length === 0, { timeout: ORPHANS_TIMEOUT });
    // A stale lock file is Postgres' own to replace, unless the pid is taken: by another program, as after a reboot, or by the
    // dead server itself where nobody collects the dead. Postgres would take either for a running server.
    if (isTaken(lock.pid) && processesIn(data).length === 0) {
      renameSync(join(data, 'postmaster.pid'), join(data, `postmaster.pid.stale-${Date.now()}`));
    }
    return null;
  }
  if (await waitUntil(() => accepts(lock.port, password, data), { timeout: 30_000 })) return lock;
  throw new CodedError(
    'postgres_not_answering',
    `Postgres (process ${lock.pid}) holds ${data} but does not answer on port ${lock.port}.`,
    {
      fix: `See postgres.log in the same folder; stop that process with: kill -INT ${lock.pid}, then start again.`,
    },
  );
}

const urlOf = (port: number, password: string, database: string) =>
  `postgres://overture:${password}@127.0.0.1:${port}/${database}`;

/** The longest address of a socket is 107 bytes on Linux and 103 elsewhere. */
const mayHoldSocket = (folder: string): boolean =>
  process.platform !== 'win32' && !folder.includes('"') && Buffer.byteLength(socketIn(folder, 65_535)) <= 103;

const socketIn = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`);

/** Whether a server with this password answers there; with `data`, whether it is the one on that folder. */
async function accepts(port: number, password: string, data?: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return data === undefined || rows[0]?.data_directory === data;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Null once it serves. */
async function answering(
  child: ChildProcess,
  port: number,
  password: string,
  logFile: string,
): Promise<CodedError | null> {
  let ended: number | string | null | undefined;
  child.on('exit', (code, signal) => (ended = code ?? signal));
  child.on('error', (error) => (ended = error.message));
  const up = await waitUntil(() => ended !== undefined || accepts(port, password), { timeout: 60_000 });
  if (up && ended === undefined) return null;
  const tail = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-4).join(' / ') : '';
  return new CodedError('postgres_start_failed', `Postgres did not start (${ended ?? 'no answer in 60 s'}): ${tail}`, {
    fix: `See ${logFile}, or set DATABASE_URL to a running Postgres.`,
  });
}

function serverOn(data: string, port: number, pid: number, password: string, adopted: boolean): PostgresServer {
  // A query through the server's own socket costs both ends a fraction of one through the network's loopback. Whoever cannot
  // read the parameter still finds the server by host and port.
  const folder = dirname(data);
  const query = existsSync(socketIn(folder, port)) ? `?host=${encodeURIComponent(folder)}` : '';
  const url = (database: string) => urlOf(port, password, database) + query;
  return {
    port,
    pid,
    adopted,
    data_folder: data,
    url,
    async ensureDatabase(name) {
      const client = new pg.Client({ connectionString: url('postgres') });
      await client.connect();
      try {
        const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
        if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
      } finally {
        await client.end();
      }
      return url(name);
    },
    async stop() {
      if (!isAlive(pid)) return;
      process.kill(pid, 'SIGINT');
      if (await waitUntil(() => !isAlive(pid), { timeout: 30_000 })) return;
      process.kill(pid, 'SIGQUIT');
      await waitUntil(() => !isAlive(pid), { timeout: 10_000 });
    },
  };
}
