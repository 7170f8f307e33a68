/** One numbered SQL file. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Runs what is missing, in the order of the names, each in its own transaction, under an advisory lock so that two roles
 * started together do not race. `connection` must be one session, not a pool.
 */
export async function runMigrations(connection: Connection, migrations: readonly Migration[]): Promise<string[]> {
  const ran: string[] = [];
  await connection.query('select pg_advisory_lock(727274)');
  try {
    await connection.query(
      'create table if not exists migrations (name text primary key, wall_ran_at timestamptz not null default now())',
    );
    const { rows } = await connection.query('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    for (const migration of [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (done.has(migration.name)) continue;
      await connection.query('begin');
      try {
        await connection.query(migration.sql);
        await connection.query('insert into migrations (name) values ($1)', [migration.name]);
        await connection.query('commit');
      } catch (error) {
        await connection.query('rollback');
        throw new Error(`migration ${migration.name} failed`, { cause: error });
      }
      ran.push(migration.name);
    }
  } finally {
    await connection.query('select pg_advisory_unlock(727274)');
  }
  return ran;
}
