import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';

/** Has the server that is going to be started in this home count its statements: a library that it loads at its start. */
export async function letCountStatements(home: string): Promise<void> {
  const postgres = await startPostgres({ folder: join(home, 'postgres') });
  try {
    const client = new pg.Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await client.end();
  } finally {
    await postgres.stop();
  }
}

/** How often each statement was asked of the database that `database` is connected to, those of the bench itself left out. */
export async function countStatements(database: pg.Client, ownWords: string): Promise<ReadonlyMap<string, number>> {
  await database.query('create extension if not exists pg_stat_statements');
  const { rows } = await database.query<{ query: string; calls: number }>(
    `select query, sum(calls)::int as calls from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query not like '%pg_stat_statements%' and query not like $1 group by query`,
    [`%${ownWords}%`],
  );
  return new Map(rows.map(({ query, calls }) => [query, calls]));
}

/** Returns the statements that ran between two readings, for each of `count`: the most frequent first. */
export function statementsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  count: number,
): { readonly query: string; readonly calls: number }[] {
  return [...after]
    .map(([query, calls]) => ({ query, calls: (calls - (before.get(query) ?? 0)) / count }))
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => other.calls - one.calls);
}
