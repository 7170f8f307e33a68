import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { stringify } from 'yaml';
import { freePort } from '../../../src/app/main/free-port.ts';
import type { Home } from '../../../src/app/main/home.ts';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { type PostgresServer, startPostgres } from '../../../src/app/main/postgres/start-postgres.ts';
import { findTemporal } from '../../../src/app/main/temporal/find-temporal.ts';
import { isServing, type TemporalServer } from '../../../src/app/main/temporal/start-temporal.ts';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { registerSearchAttributes } from '../../../src/runtime/temporal/search-attributes.ts';
import { gone, killNow } from './process.ts';

const SHARDS = 512;
const USER = 'temporal';
const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;
const STORES = ['temporal', 'temporal_visibility'] as const;

/** A server as in production: all services of one process, its tables in a Postgres of its own. */
export interface TemporalCluster {
  /** Starts it on the ports that it had before, and waits until it serves. */
  start(): Promise<TemporalServer>;
  /** Kills its Postgres. `startPostgres` starts it again on the same port and data. */
  killPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  /** Ends its Postgres; the server itself ends by its own `stop`. */
  stop(): Promise<void>;
  postgresPid(): number;
  /** Addresses of the databases of its two stores. */
  databases(): readonly string[];
}

/** Makes the tables and the configuration of a server whose programs are in that folder. `start` starts it. */
export async function prepareTemporalCluster(home: Home, programs: string): Promise<TemporalCluster> {
  const folder = home.path('temporal-postgres');
  let postgres = await startPostgres({ folder });
  await makeUser(await postgres.ensureDatabase(STORES[0]));
  for (const store of STORES) await makeTables(join(programs, 'temporal-sql-tool'), postgres, store);
  const ports = Object.fromEntries(
    await Promise.all(
      SERVICES.map(async (service) => [service, { grpc: await freePort(0), ring: await ringPort() }] as const),
    ),
  ) as Ports;
  const config = home.path('temporal-cluster.yaml');
  writeFileSync(config, stringify(configuration(postgres, ports)));
  const address = `127.0.0.1:${ports.frontend.grpc}`;
  return {
    async start() {
      const log = openSync(home.path('logs', 'temporal.log'), 'a');
      const child = spawn(join(programs, 'temporal-server'), ['--config-file', config, '--allow-no-auth', 'start'], {
        stdio: ['ignore', log, log],
        detached: true,
      });
      closeSync(log);
      child.unref();
      const pid = child.pid ?? 0;
      await makeNamespace(address);
      if (!(await waitUntil(() => isServing(address), { timeout: 120_000, every: 250 })))
        throw new Error(`Temporal's server does not serve; see ${home.path('logs', 'temporal.log')}`);
      return {
        address,
        namespace: 'default',
        ui: '',
        pid,
        adopted: false,
        async stop() {
          killNow(pid, 'SIGTERM');
          if (!(await gone(pid, 20_000))) killNow(pid);
        },
      };
    },
    async killPostgres() {
      killNow(postgres.pid);
      await gone(postgres.pid);
    },
    async startPostgres() {
      postgres = await startPostgres({ folder, only_port: postgres.port });
    },
    stop: () => postgres.stop(),
    postgresPid: () => postgres.pid,
    databases: () => STORES.map((store) => postgres.url(store)),
  };
}

/** Temporal keeps the ports by which its services find one another in two signed bytes: higher ones end it at once. */
async function ringPort(): Promise<number> {
  for (;;) {
    const wanted = randomInt(20_000, 32_000);
    if ((await freePort(wanted)) === wanted) return wanted;
  }
}

type Ports = Readonly<Record<(typeof SERVICES)[number], { readonly grpc: number; readonly ring: number }>>;

/** Temporal's driver refuses passwords that were hashed in fewer rounds than this, as those of the embedded Postgres are. */
async function makeUser(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set scram_iterations = 4096');
    await client.query(`create role ${USER} superuser login password '${USER}'`);
  } finally {
    await client.end();
  }
}

async function makeTables(tool: string, postgres: PostgresServer, store: (typeof STORES)[number]): Promise<void> {
  await postgres.ensureDatabase(store);
  const schema = store === 'temporal' ? 'temporal' : 'visibility';
  const run = (...args: string[]) =>
    promisify(execFile)(tool, [
      ...['--plugin', 'postgres12', '--endpoint', '127.0.0.1', '--port', String(postgres.port)],
      ...['--user', USER, '--password', USER, '--database', store],
      ...args,
    ]);
  await run('setup-schema', '--version', '0.0');
  await run('update-schema', '--schema-name', `postgresql/v12/${schema}`);
}

function configuration(postgres: PostgresServer, ports: Ports): object {
  const store = (name: (typeof STORES)[number]) => {
    return {
      sql: {
        pluginName: 'postgres12',
        databaseName: name,
        connectAddr: `127.0.0.1:${postgres.port}`,
        connectProtocol: 'tcp',
        user: USER,
        password: USER,
        maxConns: 20,
        maxIdleConns: 20,
        maxConnLifetime: '1h',
      },
    };
  };
  return {
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'default',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: { default: store('temporal'), visibility: store('temporal_visibility') },
    },
    global: { membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' } },
    services: Object.fromEntries(
      SERVICES.map((name) => [
        name,
        { rpc: { grpcPort: ports[name].grpc, membershipPort: ports[name].ring, bindOnLocalHost: true } },
      ]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: 'frontend',
          rpcAddress: `127.0.0.1:${ports.frontend.grpc}`,
        },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    dynamicConfigClient: {
      filepath: join(PACKAGE_ROOT, 'deploy', 'temporal-dynamic-config.yaml'),
      pollInterval: '60s',
    },
  };
}

/** The namespace and its search attributes, as the compose file makes them. A new server takes some seconds to know them. */
async function makeNamespace(address: string): Promise<void> {
  const { executable } = await findTemporal();
  const namespace = (...args: string[]) =>
    promisify(execFile)(executable, ['operator', 'namespace', ...args, '--namespace', 'default', '--address', address]);
  const isMade = async () => {
    try {
      await namespace('describe').catch(() => namespace('create', '--retention', '30d'));
      await registerSearchAttributes({ namespace: 'default', connection: { address } });
      return true;
    } catch {
      return false;
    }
  };
  if (!(await waitUntil(isMade, { timeout: 120_000, every: 500 })))
    throw new Error(`Temporal's server at ${address} takes no namespace`);
}
