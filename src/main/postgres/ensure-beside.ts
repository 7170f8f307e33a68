import pg from 'pg';
import { CodedError } from '../../kit/coded-error.ts';

/** The URL of another database on the same server, which is created unless it is there. */
export async function ensureBeside(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    throw new CodedError(
      'postgres_unreachable',
      `Postgres at ${new URL(url).host}: ${String(error instanceof Error ? error.message : error)}`,
      {
        fix: `Check DATABASE_URL and that its user may create databases, or set V2_DATABASE_URL to one that exists.`,
      },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return beside.href;
}
