import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { postgresBinaries } from '../../../src/app/main/postgres/binaries.ts';
import { enterableBinaries, enterableFolder, giveTo, postgresUser } from '../../../src/app/main/postgres/run-as.ts';
import { isAlive } from '../../../src/app/main/processes.ts';
import { findTemporal } from '../../../src/app/main/temporal/find-temporal.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { type ComposeFile, type ComposeService, inStartOrder } from '../../support/read-compose.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { makeBox, openNetwork } from './box.ts';
import { ended, type Image } from './build-image.ts';

/** Temporal's page for people, which no service of ours waits for. */
const NOT_STARTED = ['temporal-ui'];

/** Programs of the base images that look at another service, and that this machine may not have. */
const TOOLS = { nc: 'knock.mjs', pg_isready: 'pg-isready.mjs' };

export interface Composition {
  /** A command in a service's container, with its environment: `docker compose exec`. */
  exec(service: string, ...command: string[]): ReturnType<typeof ended>;
  /** One more container of a service: `--scale`. */
  scale(service: string): Promise<void>;
  /** Runs a service that ends by itself once more, as each `docker compose up` does. */
  runAgain(service: string): Promise<void>;
  /** Past the network, over the server's own socket. */
  connect(database: string): Promise<pg.Client>;
  /** Returns everything that a service has printed. */
  output(service: string): string;
  /** In the other order; the exit code of each container. */
  stop(): Promise<Record<string, number | null>>;
}

interface Setting {
  readonly file: ComposeFile;
  readonly image: Image;
  /** The folder of `temporal-server` and `temporal-sql-tool`. */
  readonly cluster: string;
}

/** Starts the services of the file one after the other, each in its own environment, on a network where all of them have their names. */
export async function startComposition({ file, image, cluster }: Setting): Promise<Composition> {
  const folder = temporaryHome('overture-compose-');
  const network = await openNetwork();
  mkdirSync(join(folder, 'machine'));
  const machine = makeBox(join(folder, 'machine'));
  const hosts = `127.0.0.1 localhost ${Object.keys(file.services).join(' ')}\n`;
  for (const root of [machine.root, image.root]) writeFileSync(join(root, 'etc/hosts'), hosts);
  const tools = await placeTools(folder, cluster);
  const outputs = new Map<string, string>();
  const containers: { name: string; child: ChildProcess }[] = [];
  const sockets = join(folder, 'sockets');

  const mountsOf = ({ volumes }: ComposeService) =>
    volumes
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':'))
      .map(([from = '', to = '']) => ({ from: resolve(PACKAGE_ROOT, from), to }));
  /** Ours in the image that was built, the others on this machine's programs. */
  const run = (name: string, command: readonly string[] | null): ChildProcess => {
    const service = file.services[name];
    if (!service) throw new Error(`docker-compose.yml has no ${name}`);
    const env = service.environment;
    if (service.build) {
      return command ? image.execute(command, { env, network }) : image.start(service.command, { env, network });
    }
    const started = command ?? (name === 'postgres' ? [] : ofTemporal(service));
    return machine.spawn(
      {
        command: started,
        env: { PATH: '/opt/tools:/opt/cluster:/usr/local/bin:/usr/bin:/bin', HOME: '/root', ...env },
        workdir: '/',
        mounts: [...tools, ...mountsOf(service)],
        network,
      },
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
  };
  const keep = (name: string, child: ChildProcess): void => {
    const collect = (chunk: Buffer) => outputs.set(name, (outputs.get(name) ?? '') + chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    containers.push({ name, child });
  };
  const start = async (name: string): Promise<void> => {
    const service = file.services[name];
    if (!service || NOT_STARTED.includes(name)) return;
    const waitsForEnd = Object.values(file.services).some(
      ({ depends_on }) => depends_on[name]?.condition === 'service_completed_successfully',
    );
    if (waitsForEnd) return complete(name);
    const child = name === 'postgres' ? await startServer(service, folder, sockets, network.pid) : run(name, null);
    keep(name, child);
    if (service.healthcheck) await healthy(name, service.healthcheck.test, child);
  };
  const complete = async (name: string): Promise<void> => {
    const { code, output } = await ended(run(name, null));
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output.slice(-3000)}`);
  };
  const healthy = async (name: string, [kind = '', ...test]: readonly string[], child: ChildProcess): Promise<void> => {
    const command = kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...test] : test;
    const has = () => child.exitCode !== null || child.signalCode !== null;
    const up = await waitUntil(async () => has() || (await ended(run(name, command))).code === 0, { timeout: 120_000 });
    if (!up || has()) throw new Error(`${name} did not become healthy:\n${outputs.get(name)?.slice(-5000)}`);
  };
  const stop = async (): Promise<Record<string, number | null>> => {
    const codes: Record<string, number | null> = {};
    for (const { name, child } of containers.splice(0).reverse()) {
      if (child.exitCode === null && child.signalCode === null) {
        // Postgres' image asks for this signal; every other is asked as by default.
        child.kill(name === 'postgres' ? 'SIGINT' : 'SIGTERM');
        await waitUntil(() => child.exitCode !== null || child.signalCode !== null, { timeout: 120_000 });
        if (child.pid !== undefined && isAlive(child.pid)) child.kill('SIGKILL');
      }
      codes[name] = child.exitCode;
    }
    network.close();
    machine.dispose();
    rmSync(folder, { recursive: true, force: true });
    return codes;
  };

  try {
    for (const name of inStartOrder(file)) await start(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    exec: (service, ...command) => ended(run(service, command)),
    scale: start,
    runAgain: complete,
    async connect(database) {
      const { POSTGRES_USER: user, POSTGRES_PASSWORD: password } = file.services.postgres?.environment ?? {};
      const client = new pg.Client({ host: sockets, user, password, database });
      await client.connect();
      return client;
    },
    output: (service) => outputs.get(service) ?? '',
    stop,
  };
}

/** The server's image starts it as its own entry point does, which names the address that others of a cluster would find it at. */
function ofTemporal({ image, entrypoint, command }: ComposeService): string[] {
  if (entrypoint) return [...entrypoint, ...(command ?? [])];
  if (image.startsWith('temporalio/server:')) {
    return ['env', 'TEMPORAL_BROADCAST_ADDRESS=127.0.0.1', 'temporal-server', 'start'];
  }
  throw new Error(`this test does not know how ${image} starts`);
}

async function placeTools(folder: string, cluster: string): Promise<{ from: string; to: string }[]> {
  const own = join(folder, 'tools');
  mkdirSync(own);
  for (const [name, script] of Object.entries(TOOLS)) {
    const text = `#!/bin/sh\nexec "${process.execPath}" /opt/support/${script} "$@"\n`;
    writeFileSync(join(own, name), text, { mode: 0o755 });
  }
  const { executable } = await findTemporal();
  const cli = `#!/bin/sh\nexec /opt/cli/${basename(executable)} "$@"\n`;
  writeFileSync(join(own, 'temporal'), cli, { mode: 0o755 });
  return [
    { from: own, to: '/opt/tools' },
    { from: dirname(executable), to: '/opt/cli' },
    { from: cluster, to: '/opt/cluster' },
    { from: import.meta.dirname, to: '/opt/support' },
  ];
}

/** As the image of Postgres does: a fresh data folder of that user, the database, and then the server with the file's own settings. */
async function startServer(
  service: ComposeService,
  folder: string,
  sockets: string,
  network: number,
): Promise<ChildProcess> {
  const user = postgresUser();
  const { POSTGRES_USER = '', POSTGRES_PASSWORD = '', POSTGRES_DB = '' } = service.environment;
  const home = enterableFolder(user, join(folder, 'postgres'));
  const binaries = enterableBinaries(user, await postgresBinaries(), home);
  mkdirSync(sockets);
  for (const one of [home, sockets]) giveTo(user, one);
  const data = join(home, 'data');
  const password = join(home, 'password');
  writeFileSync(password, POSTGRES_PASSWORD);
  giveTo(user, password);
  const { status, stderr } = spawnSync(
    binaries.initdb,
    [
      ...['-D', data, '-U', POSTGRES_USER, '--auth=scram-sha-256', `--pwfile=${password}`],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    { cwd: home, encoding: 'utf8', ...user },
  );
  if (status !== 0) throw new Error(`initdb ended with ${status}: ${stderr}`);
  const [, ...args] = service.command ?? [];
  const child = spawn(
    'nsenter',
    [
      `--net=/proc/${network}/ns/net`,
      ...(user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []),
      ...[binaries.postgres, '-D', data, '-c', `unix_socket_directories=${sockets}`, '-c', 'fsync=off', ...args],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const make = async () => {
    const client = new pg.Client({
      host: sockets,
      user: POSTGRES_USER,
      password: POSTGRES_PASSWORD,
      database: 'postgres',
    });
    try {
      await client.connect();
      await client.query(`create database ${client.escapeIdentifier(POSTGRES_DB)}`);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  if (!(await waitUntil(make, { timeout: 120_000 }))) throw new Error('Postgres of the compose file did not start');
  return child;
}
