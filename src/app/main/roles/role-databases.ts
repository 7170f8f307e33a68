import { existsSync } from 'node:fs';
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

/** The engine's database: as given, else as `overture dev` was given it for this home, else of the embedded Postgres of the home. */
export async function engineDatabase(home: Home, environment: Environment): Promise<RoleDatabase> {
  const { DATABASE_URL: given = givenToDev(home).engine, DATABASE_DIRECT_URL: direct } = environment;
  if (given) return { url: await ensureDatabase(given, 'DATABASE_URL'), direct_url: direct ?? given, stop: nothing };
  return embedded(home, 'overture', direct);
}

/** The V2 service's database: as given, else beside the engine's. No other Postgres is started for it. */
export async function v2Database(home: Home, environment: Environment): Promise<RoleDatabase> {
  const { V2_DATABASE_URL, V2_DATABASE_DIRECT_URL: direct, DATABASE_URL: engine } = environment;
  const given = V2_DATABASE_URL ?? (engine ? undefined : givenToDev(home).v2);
  if (given) return { url: await ensureDatabase(given, 'V2_DATABASE_URL'), direct_url: direct ?? given, stop: nothing };
  if (!engine) return embedded(home, 'overture_v2', direct);
  const url = await ensureBeside(engine, 'overture_v2');
  return { url, direct_url: direct ?? url, stop: nothing };
}

/**
 * The databases that the last `overture dev` of this home was given. Whoever is started beside it, or after it, without the same
 * `DATABASE_URL` would else work on an empty database of the home.
 */
export function givenToDev(home: Home): { readonly engine?: string; readonly v2?: string } {
  const last = readRunFile(home)?.postgres;
  if (last === undefined) return {};
  // It started Postgres itself where it knows the process.
  if (last.pid === undefined) return { engine: last.url, v2: last.v2_url };
  return new URL(last.v2_url).host === new URL(last.url).host ? {} : { v2: last.v2_url };
}

/** Whether the home has an embedded Postgres with data. */
export const hasEmbedded = (home: Home): boolean => existsSync(home.path('postgres', 'data', 'PG_VERSION'));

/** Which database it is, for people; never with its password. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
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
