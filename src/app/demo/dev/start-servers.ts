import type { Environment } from '../../main/config/variables.ts';
import type { Home, RunFile } from '../../main/home.ts';
import { ensureBeside, ensureDatabase } from '../../main/postgres/ensure-database.ts';
import { startPostgres } from '../../main/postgres/start-postgres.ts';
import { databaseName, givenToDev } from '../../main/roles/role-databases.ts';
import { registerAttributes, startTemporal, type TemporalServer } from '../../main/temporal/start-temporal.ts';
import { temporalSettings } from '../../main/temporal/temporal-settings.ts';
import type { DevReporter } from './dev-reporter.ts';
import { type KeptRunning, keepRunning } from './keep-running.ts';

type Databases = NonNullable<RunFile['postgres']>;
type Temporal = NonNullable<RunFile['temporal']>;

interface Started<Run> {
  /** The facts about the run that the home remembers. */
  readonly run: Run;
  /** The means to start a server of our own again; one that was given is others' to start. */
  readonly kept?: KeptRunning;
}

/** Postgres as it was given, or one of our own, with a database for each half. `onBack`: it was started again. */
export async function startDatabases(
  home: Home,
  environment: Environment,
  reporter: DevReporter,
  onBack: (run: Databases) => void,
): Promise<Started<Databases>> {
  if (environment.DATABASE_URL) {
    const url = await ensureDatabase(environment.DATABASE_URL, 'DATABASE_URL');
    const v2Url = environment.V2_DATABASE_URL
      ? await ensureDatabase(environment.V2_DATABASE_URL, 'V2_DATABASE_URL')
      : await ensureBeside(url, 'overture_v2');
    reporter.up('Postgres', 'as given');
    return { run: { url, v2_url: v2Url } };
  }
  const { engine, v2 } = givenToDev(home);
  const left = engine ?? (environment.V2_DATABASE_URL ? undefined : v2);
  if (left !== undefined) {
    reporter.notice(
      `the last start on this home was given the database ${databaseName(left)}; this one uses the home's own, which knows nothing of what is there (DATABASE_URL, V2_DATABASE_URL)`,
    );
  }
  reporter.progress('starting Postgres');
  const folder = home.path('postgres');
  const server = await startPostgres({ folder, progress: reporter.progress });
  const url = await server.ensureDatabase('overture');
  const v2Url = environment.V2_DATABASE_URL
    ? await ensureDatabase(environment.V2_DATABASE_URL, 'V2_DATABASE_URL')
    : await server.ensureDatabase('overture_v2');
  reporter.up('Postgres', `port ${server.port}${server.adopted ? ', adopted from an earlier start' : ''}`);
  const run = { url, v2_url: v2Url };
  const kept = keepRunning(server, {
    name: 'Postgres',
    again: () => startPostgres({ folder, only_port: server.port }),
    onBack: ({ pid }) => onBack({ ...run, pid }),
    notice: reporter.notice,
  });
  return { run: { ...run, pid: server.pid }, kept };
}

/** `onBack`: it was started again. */
export async function startOrFindTemporal(
  home: Home,
  processEnv: NodeJS.ProcessEnv,
  reporter: DevReporter,
  onBack: (run: Temporal) => void,
): Promise<Started<Temporal>> {
  const given = temporalSettings(processEnv);
  if (given) {
    reporter.up('Temporal', `${given.address}, namespace ${given.namespace} (given)`);
    const server = { namespace: given.namespace, connection: given.connection };
    const fix = await registerAttributes(server);
    if (fix !== null) reporter.notice(fix);
    return { run: { address: given.address, namespace: given.namespace } };
  }
  reporter.progress('starting Temporal');
  const server = await startTemporal(home, { progress: reporter.progress });
  reporter.up(
    'Temporal',
    `${server.address}${server.adopted ? ', adopted from an earlier start' : ''} · UI ${server.ui}`,
  );
  const runOf = ({ address, namespace, ui, pid }: TemporalServer): Temporal => ({ address, namespace, ui, pid });
  const kept = keepRunning(server, {
    name: 'Temporal',
    again: () => startTemporal(home, { instead_of: server }),
    onBack: (back) => onBack(runOf(back)),
    notice: reporter.notice,
  });
  return { run: runOf(server), kept };
}
