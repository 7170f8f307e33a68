import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { requireNamespace, type TemporalServerSettings } from '../../runtime/temporal/connect.ts';
import { requireSearchAttributes } from '../../runtime/temporal/search-attributes.ts';
import { createHttpDialer } from '../../shared/dial/create-http-dialer.ts';
import { CONFIGURED } from '../../shared/dial/policies.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import { describeUnavailable } from '../../shared/postgres/unavailable.ts';
import { describeEnvironment, readEnvironment, type VariableReport } from './config/read-environment.ts';
import { describeGoneHomes } from './describe-gone-homes.ts';
import { examineDisk } from './disk-space.ts';
import { examineAccounts } from './examine-accounts.ts';
import { examineDeployment } from './examine-deployment.ts';
import { examinePostgres } from './examine-postgres.ts';
import { examineSecretKey } from './examine-secret-key.ts';
import { examineSizes } from './examine-sizes.ts';
import { isFree } from './free-port.ts';
import { homeAt, readRunFile } from './home.ts';
import { postgresBinaries } from './postgres/binaries.ts';
import { dataOfGoneHomes } from './postgres/run-as.ts';
import { isAlive } from './processes.ts';
import { readNetworkProfiles } from './read-network-profiles.ts';
import { examineCounts } from './recount.ts';
import { oidcSettings } from './roles/oidc-settings.ts';
import { describeTemporal } from './temporal/describe-temporal.ts';
import { temporalFoundWithoutWork } from './temporal/find-temporal.ts';
import { type TemporalSettings, temporalSettings } from './temporal/temporal-settings.ts';
import { tracingSettings } from './tracing-settings.ts';
import { unavailableIn } from './unavailable-in.ts';

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  readonly fix?: string;
}

export interface DoctorReport {
  readonly ok: boolean;
  readonly variables: readonly VariableReport[];
  readonly findings: readonly Finding[];
}

/** Looks at everything that a start needs, and changes nothing. `counting`: also whether the numbers of all campaigns are right, which takes seconds for a million people. */
export async function examine(
  env: NodeJS.ProcessEnv,
  { counting = false }: { readonly counting?: boolean } = {},
): Promise<DoctorReport> {
  const findings: Finding[] = [];
  const look = async (name: string, work: () => Promise<string> | string) => {
    try {
      findings.push({ name, ok: true, text: await work() });
    } catch (error) {
      const text = messageOf(error);
      const fix = error instanceof CodedError ? error.fix : undefined;
      findings.push({ name, ok: false, text, ...(fix ? { fix } : {}) });
    }
  };

  await look('environment', () => `${Object.keys(readEnvironment(env)).length} variables set, all usable`);
  if (!findings[0]?.ok) return report(env, findings);
  const environment = readEnvironment(env);
  await look('network profiles', () => {
    const profiles = readNetworkProfiles(environment);
    return `${profiles.length} read: ${profiles.map(({ name }) => name).join(', ') || 'none, so no account has one'}`;
  });
  await look('sign-in', () => {
    const oidc = oidcSettings(environment);
    if (oidc === null) return 'with passwords, keys and links; no provider of OpenID Connect';
    return `by ${oidc.name} (${oidc.issuer})${oidc.only ? '; with passwords for owners alone' : ', and with passwords'}`;
  });
  await look('traces', () => {
    const traces = tracingSettings(environment);
    if (traces === null) return 'none are sent';
    const { origin, pathname } = new URL(traces.url);
    return `sent to ${origin}${pathname} by ${traces.protocol}`;
  });
  await look('Node', () => checkNode(process.versions.node));
  const folder = resolve(environment.OVERTURE_HOME ?? '.overture');
  await look('home', () => checkHome(folder));
  await look('disk', () => examineDisk(folder));
  const gone = dataOfGoneHomes();
  if (gone.length > 0) await look('data left behind', () => describeGoneHomes(gone));
  const run = existsSync(folder) ? readRunFile(homeAt(folder)) : null;
  const running = run !== null && isAlive(run.pid);

  const database = environment.DATABASE_URL ?? (running ? run.postgres?.url : undefined);
  await look('Postgres', async () => {
    if (database) return examinePostgres(database);
    await postgresBinaries();
    // One of our own has a process.
    const other = run?.postgres !== undefined && run.postgres.pid === undefined;
    return other
      ? 'embedded, ready to start; the last start was given a database of its own (DATABASE_URL), and this one is not'
      : 'embedded, ready to start';
  });
  if (database && findings.at(-1)?.ok) {
    await look('sizes', () => examineSizes(database));
    if (counting) await look('numbers', () => examineCounts(database));
    if (running) await look('accounts', () => examineAccounts(database));
  }
  const { DATABASE_DIRECT_URL: direct, V2_DATABASE_URL, V2_DATABASE_DIRECT_URL } = environment;
  if (direct) await look('Postgres, past its pooler', () => examinePostgres(direct));
  const ofV2 = V2_DATABASE_DIRECT_URL ?? V2_DATABASE_URL;
  if (ofV2 && !environment.V2_BASE_URL) await look('Postgres of the V2 service', () => examinePostgres(ofV2));
  await look('secret key', () => {
    const home = existsSync(folder) || environment.OVERTURE_SECRET_KEY ? homeAt(folder) : null;
    const ofHome = running ? run.postgres : undefined;
    const urls = [
      environment.DATABASE_URL ?? ofHome?.url,
      environment.V2_BASE_URL ? environment.V2_DATABASE_URL : (environment.V2_DATABASE_URL ?? ofHome?.v2_url),
    ];
    return examineSecretKey(
      environment,
      home,
      urls.filter((url) => url !== undefined),
    );
  });
  let reached: TemporalServerSettings | null = null;
  await look('Temporal', async () => {
    const given = temporalSettings(env) ?? (running ? (run.temporal ?? null) : null);
    if (given) {
      // As the roles reach it: with its TLS, its API key and the namespace that they use.
      const server = { namespace: given.namespace, connection: { address: given.address, ...connectionOf(given) } };
      await requireNamespace(server);
      reached = server;
      return `answers at ${given.address}, namespace ${given.namespace}`;
    }
    const found = temporalFoundWithoutWork(env);
    if (found) return `${found.executable} (${found.found})`;
    if (spawnSync('go', ['version']).status === 0)
      return 'not there yet; the first start builds it with Go (2 to 5 minutes)';
    throw new CodedError(
      'temporal_not_found',
      'no server is configured, on PATH or in the cache, and Go is not there to build one',
      {
        fix: 'Set TEMPORAL_ADDRESS, put `temporal` on PATH, or install Go; a download is tried at start.',
      },
    );
  });
  const temporal: TemporalServerSettings | null = reached;
  if (temporal !== null) {
    await look('search attributes', async () => {
      await requireSearchAttributes(temporal);
      return "registered: workflows are found in Temporal's interface by sequence, campaign and person";
    });
  }
  if (temporal !== null && environment.TEMPORAL_DEPLOYMENT_NAME !== undefined)
    await look('deployment', () => examineDeployment(temporal, environment));
  await look('V2 service', () =>
    readinessOf(environment.V2_BASE_URL ?? (running ? run.v2?.url : undefined), 'starts with overture dev'),
  );
  await look('API', () => readinessOf(running ? run.api?.url : undefined, 'starts with overture dev'));
  await look('worker', () => healthOf(running ? run.worker?.url : undefined, 'starts with overture dev'));
  if (!running) {
    for (const [name, port] of [
      ['OVERTURE_PORT', environment.OVERTURE_PORT ?? 4400],
      ['V2_PORT', environment.V2_PORT ?? 4401],
    ] as const) {
      await look(`port ${port}`, async () => {
        if (await isFree(port)) return 'free';
        // A role that was started alone leaves no word in the home.
        if (await isOurs(`http://127.0.0.1:${port}`)) return 'in use by one of our roles';
        throw new CodedError('port_in_use', `port ${port} is in use`, { fix: `Set ${name} to a free port.` });
      });
    }
  }
  return report(env, findings);
}

function report(env: NodeJS.ProcessEnv, findings: Finding[]): DoctorReport {
  const variables = [...describeEnvironment(env), ...describeTemporal(env)];
  return { ok: findings.every(({ ok }) => ok), variables, findings };
}

/** The connection that was given; of a server that we started ourselves nothing but its address is known. */
const connectionOf = (given: object): Partial<TemporalSettings['connection']> =>
  'connection' in given && typeof given.connection === 'object' ? { ...given.connection } : {};

/** Writable, or in a folder where it can be made. */
function checkHome(folder: string): string {
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch {
    throw new CodedError('home_not_writable', `${there} cannot be written to`, {
      fix: 'Set OVERTURE_HOME to a folder that you can write to.',
    });
  }
  return there === folder ? folder : `${folder}, made at the first start`;
}

function checkNode(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return version;
  throw new CodedError('node_too_old', `Node ${version} is too old`, { fix: 'Install Node 20.19 or newer.' });
}

const isOurs = (url: string): Promise<boolean> =>
  healthOf(url, '').then(
    () => true,
    () => false,
  );

/** That it lives, and where it says so itself (the API and our V2 service do) that its database takes writes. */
async function readinessOf(url: string | undefined, otherwise: string): Promise<string> {
  const lives = await healthOf(url, otherwise);
  if (!url) return lives;
  const http = createHttpDialer(CONFIGURED);
  try {
    const { body } = await http.request(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
    const answer = await body.json().catch(() => null);
    const reason = unavailableIn(answer);
    if (!reason) return lives;
    const { text, fix } = describeUnavailable(reason);
    throw new CodedError('database_unavailable', `${url}: ${text}`, { fix });
  } finally {
    await http.destroy();
  }
}

async function healthOf(url: string | undefined, otherwise: string): Promise<string> {
  if (!url) return otherwise;
  const http = createHttpDialer(CONFIGURED);
  try {
    const { statusCode } = await http.request(`${url}/healthz`, { signal: AbortSignal.timeout(5000) });
    if (statusCode < 300) return `answers at ${url}`;
    throw new Error(`${url}/healthz answers ${statusCode}`);
  } catch (error) {
    throw new CodedError('unreachable', `${url}: ${messageOf(error)}`, {
      fix: 'Start it, or correct the address.',
    });
  } finally {
    await http.destroy();
  }
}
