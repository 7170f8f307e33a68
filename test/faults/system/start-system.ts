import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../src/app/main/free-port.ts';
import { type Home, newApiKey, newSecretKey, newV2Key, openHome, secretFile } from '../../../src/app/main/home.ts';
import { type PostgresServer, startPostgres } from '../../../src/app/main/postgres/start-postgres.ts';
import { isServing, startTemporal, type TemporalServer } from '../../../src/app/main/temporal/start-temporal.ts';
import { createRole, type Ended, gone, killNow, type RoleProcess, runOverture, whenWeExit } from './process.ts';
import { type Link, startToxiproxy } from './toxiproxy.ts';

export interface SystemOptions {
  readonly toxiproxy: string;
  /** Virtual time at the start. A Monday morning unless told. */
  readonly world?: string;
  readonly speed?: number;
  /** For every role. */
  readonly env?: NodeJS.ProcessEnv;
  /** The V2 service has a Postgres of its own, so that the engine's can be set back alone. */
  readonly own_v2_postgres?: boolean;
  /** Where the home is made. */
  readonly parent?: string;
}

export type LinkName = 'workers-v2' | 'workers-postgres' | 'workers-temporal' | 'v2-receiver';

export interface System {
  readonly home: Home;
  readonly v2: RoleProcess;
  readonly api: RoleProcess;
  readonly workers: readonly [RoleProcess, RoleProcess];
  readonly links: Readonly<Record<LinkName, Link>>;
  readonly v2_key: string;
  readonly api_key: string;
  readonly v2_url: string;
  readonly api_url: string;
  readonly secret_key: string;
  /** The tables of the engine and of the V2 service, around every proxy. */
  readonly engine_db: pg.Pool;
  readonly v2_db: pg.Pool;
  postgres(): PostgresServer;
  temporal(): TemporalServer;
  killPostgres(): Promise<void>;
  /** As its operator stops it: nothing is lost. */
  stopPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  /** Of the V2 service, where it has a server of its own. */
  stopV2Postgres(): Promise<void>;
  startV2Postgres(): Promise<void>;
  temporalServes(): Promise<boolean>;
  killTemporal(): Promise<void>;
  startTemporal(): Promise<void>;
  callApi<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  callV2<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** A command of the CLI, as somebody beside the roles would run it. */
  overture(args: readonly string[]): Promise<Ended>;
  speedUp(speed: number): Promise<void>;
  worldNow(): Promise<number>;
  /** Heals every link and starts every part that is down. */
  heal(): Promise<void>;
  stop(): Promise<void>;
  /** After `stop`. */
  remove(): void;
}

/** The folder of the V2 service's own server, where it has one. */
export const V2_POSTGRES = 'v2-postgres';

const MONDAY_MORNING = '2026-03-02T07:30:00Z';
/** Seconds. Proof that a call did not go out takes a little longer than its timeout: a short one keeps runs short. */
export const V2_TIMEOUT = 5;

/** Each part as its own process, in a fresh home on free ports, toxiproxy between them. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'overture-faults-'));
  chmodSync(folder, 0o755); // Postgres, which does not run as root, works below it.
  const home = openHome(folder);
  mkdirSync(home.path('no-limits'));
  writeFileSync(
    home.path('clock.json'),
    JSON.stringify({
      wall_origin: Date.now(),
      world_origin: Date.parse(options.world ?? MONDAY_MORNING),
      speed: options.speed ?? 1,
    }),
  );
  const secret = secretFile(home, 'secret-key', newSecretKey);
  const apiKey = secretFile(home, 'api-key', newApiKey);
  const v2Key = secretFile(home, 'v2-key', newV2Key);

  let postgres = await startPostgres({ folder: home.path('postgres') });
  const engineUrl = await postgres.ensureDatabase('overture');
  let v2Postgres = options.own_v2_postgres ? await startPostgres({ folder: home.path(V2_POSTGRES) }) : null;
  const v2DatabaseUrl = await (v2Postgres ?? postgres).ensureDatabase('overture_v2');
  let temporal = await startTemporal(home);
  const proxy = await startToxiproxy(options.toxiproxy, home.path('logs', 'toxiproxy.log'));
  const [v2Port, apiPort] = [await freePort(0), await freePort(0)];
  const links: Record<LinkName, Link> = {
    'workers-v2': await proxy.link('workers-v2', `127.0.0.1:${v2Port}`),
    'workers-postgres': await proxy.link('workers-postgres', `127.0.0.1:${postgres.port}`),
    'workers-temporal': await proxy.link('workers-temporal', temporal.address),
    'v2-receiver': await proxy.link('v2-receiver', `127.0.0.1:${apiPort}`),
  };
  const v2Url = `http://127.0.0.1:${v2Port}`;
  const apiUrl = `http://127.0.0.1:${apiPort}`;

  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(OVERTURE_|V2_|TEMPORAL_|DATABASE_URL|VITEST|NODE_)/.test(name)),
  );
  const common: NodeJS.ProcessEnv = {
    ...inherited,
    OVERTURE_HOME: folder,
    OVERTURE_SECRET_KEY: secret,
    OVERTURE_API_KEY: apiKey,
    OVERTURE_PUBLIC_URL: `http://${links['v2-receiver'].address}`,
    OVERTURE_LOG_LEVEL: 'info',
    // The sequence's limits alone, so that a few days are enough for everybody.
    OVERTURE_LIMITS: home.path('no-limits'),
    DATABASE_URL: engineUrl,
    V2_DATABASE_URL: v2DatabaseUrl,
    V2_API_KEY: v2Key,
    V2_BOOTSTRAP_KEY: v2Key,
    V2_TIMEOUT: String(V2_TIMEOUT),
    ...options.env,
  };
  const role = (name: string, args: string[], env: NodeJS.ProcessEnv) =>
    createRole({ name, args, env: { ...common, ...env }, log_file: home.path('logs', `${name}.log`) });
  const v2 = role('v2', ['v2', '--port', String(v2Port)], {
    V2_SANDBOX: '1',
    V2_RATE_LIMIT: '0',
    V2_ALLOW_PRIVATE_WEBHOOKS: '1',
  });
  const api = role('api', ['api', '--port', String(apiPort)], {
    V2_BASE_URL: v2Url,
    // Temporal may come back on another port, the proxy does not.
    TEMPORAL_ADDRESS: links['workers-temporal'].address,
  });
  const throughProxies = {
    V2_BASE_URL: `http://${links['workers-v2'].address}`,
    TEMPORAL_ADDRESS: links['workers-temporal'].address,
    DATABASE_URL: throughLink(engineUrl, links['workers-postgres']),
  };
  const workers = [role('worker-1', ['worker'], throughProxies), role('worker-2', ['worker'], throughProxies)] as const;

  const pool = (url: string) => {
    const opened = new pg.Pool({ connectionString: url, max: 4 });
    // Postgres is killed under it.
    opened.on('error', () => undefined);
    return opened;
  };
  const engineDb = pool(engineUrl);
  const v2Db = pool(v2DatabaseUrl);

  const call = async <T>(url: string, method: string, headers: Record<string, string>, body: unknown) => {
    const type = typeof body === 'string' ? 'text/yaml' : 'application/json';
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    // Each caller looks at the fields it names.
    return { status: answer.status, ok: answer.ok, text, body: (text === '' ? null : JSON.parse(text)) as T };
  };

  // They run on in the background, unlike the roles.
  const forget = whenWeExit(() => {
    for (const pid of [postgres.pid, temporal.pid, v2Postgres?.pid]) if (pid !== undefined) killNow(pid);
    proxy.stop();
  });
  const system: System = {
    home,
    v2,
    api,
    workers,
    links,
    v2_key: v2Key,
    api_key: apiKey,
    v2_url: v2Url,
    api_url: apiUrl,
    secret_key: secret,
    engine_db: engineDb,
    v2_db: v2Db,
    postgres: () => postgres,
    temporal: () => temporal,
    async killPostgres() {
      killNow(postgres.pid);
      await gone(postgres.pid);
    },
    async stopPostgres() {
      await postgres.stop();
      await gone(postgres.pid);
    },
    async startPostgres() {
      postgres = await startPostgres({ folder: home.path('postgres'), port: postgres.port });
      if (!engineUrl.includes(`:${postgres.port}/`)) throw new Error('Postgres came back on another port');
    },
    async stopV2Postgres() {
      if (v2Postgres === null) return;
      await v2Postgres.stop();
      await gone(v2Postgres.pid);
    },
    async startV2Postgres() {
      if (v2Postgres !== null)
        v2Postgres = await startPostgres({ folder: home.path(V2_POSTGRES), port: v2Postgres.port });
    },
    temporalServes: () => isServing(temporal.address),
    async killTemporal() {
      killNow(temporal.pid);
      await gone(temporal.pid);
    },
    async startTemporal() {
      temporal = await startTemporal(home);
      await links['workers-temporal'].leadTo(temporal.address);
    },
    callApi: (method, path, body) => call(apiUrl + path, method, { authorization: `Bearer ${apiKey}` }, body),
    async callV2<T>(method: string, path: string, body?: unknown) {
      const answer = await call<T>(v2Url + path, method, { 'x-api-key': v2Key }, body);
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    overture: (args) => runOverture(args, { ...common, V2_BASE_URL: v2Url }),
    async speedUp(speed) {
      await system.callV2('POST', '/sandbox/clock', { speed });
    },
    async worldNow() {
      const { now } = await system.callV2<{ now: string }>('GET', '/sandbox/clock');
      return Date.parse(now);
    },
    async heal() {
      for (const link of Object.values(links)) await link.up();
      await Promise.all([v2.start(), api.start(), ...workers.map((worker) => worker.start())]);
    },
    async stop() {
      await Promise.all([engineDb.end(), v2Db.end()]);
      await Promise.all([v2, api, ...workers].map((each) => each.kill('SIGTERM')));
      proxy.stop();
      await temporal.stop();
      await postgres.stop();
      await v2Postgres?.stop();
      forget();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  try {
    await v2.start();
    await api.start();
    await Promise.all(workers.map((worker) => worker.start()));
    return system;
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/** Over the network: the server's own socket would lead around the proxy. */
function throughLink(url: string, { address }: Link): string {
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = address;
  return through.href;
}
