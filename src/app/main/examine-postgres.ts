import pg from 'pg';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { probeWrites } from '../../shared/postgres/probe-writes.ts';
import { describeUnavailable, type Unavailable, unavailableBy } from '../../shared/postgres/unavailable.ts';
import { CONNECTIONS, CONNECTIONS_OF_ONE_EACH } from './roles/connections.ts';

/**
 * Examines a server: its version, whether it takes writes, and whether it allows as many connections as the roles hold. Throws
 * CodedError `postgres_unreachable`, `database_unavailable`, `few_connections`.
 */
export async function examinePostgres(url: string): Promise<string> {
  const { version, allowed } = await read(url);
  await requireWrites(url);
  const { api, worker, importing, v2 } = CONNECTIONS;
  const need = `an api, a worker and a V2 service hold up to ${CONNECTIONS_OF_ONE_EACH} (${api}, ${worker + importing} and one, ${v2})`;
  if (allowed >= CONNECTIONS_OF_ONE_EACH) return `answers: ${version}; ${allowed} connections, of which ${need}`;
  throw new CodedError('few_connections', `Postgres allows ${allowed} connections; ${need}.`, {
    fix: 'Raise max_connections, also by what further roles and Temporal on the same server need, or use a pooler.',
  });
}

function databaseUnavailable(why: Unavailable): CodedError {
  const { text, fix } = describeUnavailable(why);
  return new CodedError('database_unavailable', text, { fix });
}

async function requireWrites(url: string): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    const why = await probeWrites(db);
    if (why !== null) throw databaseUnavailable(why);
  } finally {
    await db.close();
  }
}

async function read(url: string): Promise<{ readonly version: string; readonly allowed: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; allowed: number }>(
      `select current_setting('server_version') as version,
              current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    );
    return rows[0] ?? { version: '', allowed: 0 };
  } catch (error) {
    const why = unavailableBy(error);
    if (why !== null) throw databaseUnavailable(why);
    throw new CodedError('postgres_unreachable', messageOf(error), {
      fix: 'Check DATABASE_URL and that the server runs.',
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
