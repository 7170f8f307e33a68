import { CodedError } from '../../kit/coded-error.ts';
import type { Environment } from '../config/variables.ts';
import { type Home, readRunFile } from '../home.ts';
import { ensureBeside } from '../postgres/ensure-beside.ts';
import { startPostgres } from '../postgres/start-postgres.ts';

export interface RoleDatabases {
  readonly url: string;
  readonly v2_url: string;
  /** Past a pooler, where one is between: for what needs a session of its own. */
  readonly direct_url: string;
  readonly v2_direct_url: string;
  /** Stops the Postgres that this role had to start; nothing when it used one that ran. */
  stop(): Promise<void>;
}

const nothing = async () => undefined;

/** The databases of a role that starts alone: as given, else those that run in the home, else an embedded Postgres. */
export async function roleDatabases(home: Home, environment: Environment): Promise<RoleDatabases> {
  if (environment.DATABASE_URL) {
    const v2Url = environment.V2_DATABASE_URL ?? (await ensureBeside(environment.DATABASE_URL, 'overture_v2'));
    return { ...withDirect({ url: environment.DATABASE_URL, v2_url: v2Url }, environment), stop: nothing };
  }
  const server = await startPostgres({ folder: home.path('postgres') });
  const url = await server.ensureDatabase('overture');
  const v2Url = environment.V2_DATABASE_URL ?? (await server.ensureDatabase('overture_v2'));
  return { ...withDirect({ url, v2_url: v2Url }, environment), stop: server.adopted ? nothing : server.stop };
}

const withDirect = (urls: Pick<RoleDatabases, 'url' | 'v2_url'>, environment: Environment) => ({
  ...urls,
  direct_url: environment.DATABASE_DIRECT_URL ?? urls.url,
  v2_direct_url: environment.V2_DATABASE_DIRECT_URL ?? urls.v2_url,
});

/** The V2 service of a role that starts alone. */
export function roleV2(home: Home, environment: Environment, key: () => string): { base_url: string; api_key: string } {
  const url = environment.V2_BASE_URL ?? readRunFile(home)?.v2?.url;
  if (!url) {
    throw new CodedError('not_running', 'There is no V2 service to work with.', {
      fix: 'Set V2_BASE_URL and V2_API_KEY, or start one with: overture v2 (or all of it with: overture dev).',
    });
  }
  return { base_url: url, api_key: environment.V2_API_KEY ?? environment.V2_BOOTSTRAP_KEY ?? key() };
}
