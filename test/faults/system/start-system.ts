import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { newApiKey, newSecretKey, newV2Key, openHome, secretFile } from '../../../src/app/main/home.ts';
import { startPostgres } from '../../../src/app/main/postgres/start-postgres.ts';
import { isServing, startTemporal } from '../../../src/app/main/temporal/start-temporal.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { behindOneAddress, type Ports } from './behind-one-address.ts';
import { createRole, gone, killNow, runOverture, whenWeExit } from './process.ts';
import type { LinkName, System, SystemOptions } from './system.ts';
import { prepareTemporalCluster } from './temporal-cluster.ts';
import { type Link, startToxiproxy } from './toxiproxy.ts';
import { type GivenDatabase, throughLink, waysToPostgres } from './ways-to-postgres.ts';

/** The folder of the V2 service's own server, where it has one. */
export const V2_POSTGRES = 'v2-postgres';

const MONDAY_MORNING = '2026-03-02T07:30:00Z';
/** Seconds. Proof that a call did not go out takes a little longer than its timeout: a short one keeps runs short. */
export const V2_TIMEOUT = 5;

/** Each part as its own process, in a fresh home on free ports, toxiproxy between them. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const folder = temporaryHome('overture-faults-', options.parent);
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
  const cluster = options.cluster ? await prepareTemporalCluster(home, options.cluster) : null;
  const startServer = () => cluster?.start() ?? startTemporal(home);
  let temporal = await startServer();
  const proxy = await startToxiproxy(options.toxiproxy, home.path('logs', 'toxiproxy.log'));
  const v2s = await behindOneAddress(cluster ? 2 : 1);
  const apis = await behindOneAddress(cluster ? 2 : 1);
  const links: Record<LinkName, Link> = {
    'workers-v2': await proxy.link('workers-v2', v2s.address),
    'workers-postgres': await proxy.link('workers-postgres', `127.0.0.1:${postgres.port}`),
    'workers-temporal': await proxy.link('workers-temporal', temporal.address),
    'v2-receiver': await proxy.link('v2-receiver', apis.address),
  };
  const v2Url = `http://${v2s.address}`;
  const apiUrl = `http://${apis.address}`;

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
  const ways = waysToPostgres(proxy);
  const role = async (name: string, args: string[], env: NodeJS.ProcessEnv) => {
    const database: GivenDatabase = name.startsWith('v2')
      ? { setting: 'V2_DATABASE_URL', url: v2DatabaseUrl, port: (v2Postgres ?? postgres).port }
      : { setting: 'DATABASE_URL', url: engineUrl, port: postgres.port };
    const way = cluster === null ? null : await ways.lead(name, database);
    const made = createRole({
      ...{ name, args, log_file: home.path('logs', `${name}.log`) },
      env: { ...common, ...env, ...way?.env },
    });
    way?.taken(made);
    return made;
  };
  const atPorts = async (name: string, [first, second]: Ports, env: NodeJS.ProcessEnv) => {
    const roles = [await role(name, [name, '--port', String(first)], env)] as const;
    return second === undefined
      ? roles
      : ([...roles, await role(`${name}-2`, [name, '--port', String(second)], env)] as const);
  };
  const v2Roles = await atPorts('v2', v2s.ports, {
    V2_SANDBOX: '1',
    V2_RATE_LIMIT: '0',
    V2_ALLOW_PRIVATE_WEBHOOKS: '1',
  });
  const apiRoles = await atPorts('api', apis.ports, {
    V2_BASE_URL: v2Url,
    // Temporal may come back on another port, the proxy does not.
    TEMPORAL_ADDRESS: links['workers-temporal'].address,
  });
  const throughProxies = {
    V2_BASE_URL: `http://${links['workers-v2'].address}`,
    TEMPORAL_ADDRESS: links['workers-temporal'].address,
    DATABASE_URL: throughLink(engineUrl, links['workers-postgres']),
  };
  const worker = (number: number) => role(`worker-${number}`, ['worker'], throughProxies);
  const workers = [await worker(1), await worker(2), ...(cluster ? [await worker(3)] : [])] as const;
  const [v2, api] = [v2Roles[0], apiRoles[0]];
  const roles = [...v2Roles, ...apiRoles, ...workers];

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
    for (const pid of [postgres.pid, temporal.pid, v2Postgres?.pid, cluster?.postgresPid()])
      if (pid !== undefined) killNow(pid);
    proxy.stop();
  });
  const system: System = {
    home,
    v2,
    api,
    workers,
    roles,
    links,
    ways_to_postgres: ways.of,
    temporalDatabases: () => cluster?.databases() ?? [],
    temporalPostgresPid: () => cluster?.postgresPid(),
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
    async killTemporalPostgres() {
      await cluster?.killPostgres();
    },
    async startTemporalPostgres() {
      await cluster?.startPostgres();
    },
    temporalServes: () => isServing(temporal.address),
    async killTemporal() {
      killNow(temporal.pid);
      await gone(temporal.pid);
    },
    async startTemporal() {
      temporal = await startServer();
      await links['workers-temporal'].leadTo(temporal.address);
    },
    callApi: (method, path, body) => call(apiUrl + path, method, { authorization: `Bearer ${apiKey}` }, body),
    async callV2<T>(method: string, path: string, body?: unknown) {
      const answer = await call<T>(v2Url + path, method, { 'x-api-key': v2Key }, body);
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    overture: (args, more) => runOverture(args, { ...common, V2_BASE_URL: v2Url, ...more }),
    async speedUp(speed) {
      await system.callV2('POST', '/sandbox/clock', { speed });
    },
    async worldNow() {
      const { now } = await system.callV2<{ now: string }>('GET', '/sandbox/clock');
      return Date.parse(now);
    },
    async heal() {
      for (const link of [...Object.values(links), ...ways.of.values()]) await link.up();
      await Promise.all(roles.map((each) => each.start()));
    },
    async stop() {
      await Promise.all([engineDb.end(), v2Db.end()]);
      await Promise.all(roles.map((each) => each.kill('SIGTERM')));
      proxy.stop();
      await Promise.all([v2s.stop(), apis.stop()]);
      await temporal.stop();
      await cluster?.stop();
      await postgres.stop();
      await v2Postgres?.stop();
      forget();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  try {
    for (const each of [...v2Roles, ...apiRoles]) await each.start();
    await Promise.all(workers.map((worker) => worker.start()));
    return system;
  } catch (error) {
    await system.stop();
    throw error;
  }
}
