import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { Environment } from '../config/variables.ts';
import { type Home, readRunFile } from '../home.ts';
import { ensureBeside, ensureDatabase } from '../postgres/ensure-database.ts';
import { startPostgres } from '../postgres/start-postgres.ts';

/** One database of a role, and how to reach it past a pooler, where one is between: for what needs a session of its own. */
export interface RoleDatabase {
  readonly url: string;
  readonly direct_url: string;
  /** Stops the Postgres that this role had to start; nothing when it used one that ran. */
  stop(): Promise<void>;
}

const nothing = async () => undefined;

/** The engine's database: as given, else the one that runs in the home, else of an embedded Postgres. */
export async function engineDatabase(home: Home, environment: Environment): Promise<RoleDatabase> {
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct } = environment;
  if (given) return { url: await ensureDatabase(given, 'DATABASE_URL'), direct_url: direct ?? given, stop: nothing };
  return embedded(home, 'overture', direct);
}

/** The V2 service's database: as given, else beside the engine's. No other Postgres is started for it. */
export async function v2Database(home: Home, environment: Environment): Promise<RoleDatabase> {
  const { V2_DATABASE_URL: given, V2_DATABASE_DIRECT_URL: direct, DATABASE_URL: engine } = environment;
  if (given) return { url: await ensureDatabase(given, 'V2_DATABASE_URL'), direct_url: direct ?? given, stop: nothing };
  if (!engine) return embedded(home, 'overture_v2', direct);
  const url = await ensureBeside(engine, 'overture_v2');
  return { url, direct_url: direct ?? url, stop: nothing };
}

async function embedded(home: Home, name: string, direct: string | undefined): Promise<RoleDatabase> {
  const server = await startPostgres({ folder: home.path('postgres') });
  const url = await server.ensureDatabase(name);
  return { url, direct_url: direct ?? url, stop: server.adopted ? nothing : server.stop };
}

/** The V2 service of a role that starts alone. */
export function roleV2(home: Home, environment: Environment, key: () => string): { base_url: string; api_key: string } {
  const url = environment.V2_BASE_URL ?? readRunFile(home)?.v2?.url;
  if (!url) {
    throw new CodedError('not_running', 'No V2 service is configured.', {
      fix: 'Set V2_BASE_URL and V2_API_KEY, or start one with: overture v2 (or all of it with: overture dev).',
    });
  }
  return { base_url: url, api_key: environment.V2_API_KEY ?? environment.V2_BOOTSTRAP_KEY ?? key() };
}
