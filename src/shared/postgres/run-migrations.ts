import { setTimeout as pass } from 'node:timers/promises';
import { SECOND } from '../kit/duration.ts';

/** One numbered SQL file. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface MigrationWaits {
  /** Wall milliseconds for which a statement waits for a lock: whoever comes after it waits behind it. */
  readonly lock_ms: number;
  /** Wall milliseconds between two attempts, so that they get through. */
  readonly pause_ms: number;
  readonly attempts: number;
}

const WAITS: MigrationWaits = { lock_ms: 2 * SECOND, pause_ms: SECOND, attempts: 60 };

const LOCK = 727274;
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * The first line of a migration that builds or drops indexes that many people may have filled: each of its statements is then
 * on its own.
 */
export const OUTSIDE = '-- Outside of a transaction.';

/**
 * Runs what is missing, in the order of the names, under an advisory lock so that two roles started together do not race; each in a
 * transaction of its own, unless it says that it is outside of one. `connection` must be one session, not a pool.
 */
export async function runMigrations(
  connection: Connection,
  migrations: readonly Migration[],
  waits: MigrationWaits = WAITS,
): Promise<string[]> {
  const ran: string[] = [];
  await waitForTurn(connection);
  try {
    await connection.query(
      'create table if not exists migrations (name text primary key, wall_ran_at timestamptz not null default now())',
    );
    const { rows } = await connection.query('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    for (const migration of [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (done.has(migration.name)) continue;
      await migrate(connection, migration, waits);
      ran.push(migration.name);
    }
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [LOCK]);
  }
  return ran;
}

/** Asks again and again: a statement that waits here has a snapshot, for whose end an index that is built concurrently would wait in turn. */
async function waitForTurn(connection: Connection): Promise<void> {
  for (;;) {
    const { rows } = await connection.query('select pg_try_advisory_lock($1) as ours', [LOCK]);
    if (rows[0]?.ours === true) return;
    await pass(100);
  }
}

/** Gives up its place in the line for a lock, and comes back: behind a migration that waits for somebody's long transaction, all others wait. */
async function migrate(connection: Connection, migration: Migration, waits: MigrationWaits): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (migration.sql.startsWith(OUTSIDE) ? outside(connection, migration) : within(connection, migration, waits));
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== LOCK_NOT_AVAILABLE || attempt >= waits.attempts)
        throw new Error(`migration ${migration.name} failed`, { cause: error });
      await pass(waits.pause_ms);
    }
  }
}

async function within(connection: Connection, { name, sql }: Migration, { lock_ms }: MigrationWaits): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query(`set local lock_timeout = ${lock_ms}`);
    await connection.query(sql);
    await connection.query('insert into migrations (name) values ($1)', [name]);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}

/** Whoever is killed in between begins again with its first statement. */
async function outside(connection: Connection, { name, sql }: Migration): Promise<void> {
  for (const statement of statementsOf(sql)) await connection.query(statement);
  await connection.query('insert into migrations (name) values ($1)', [name]);
}

/** Splits a file that holds no text and no function into statements: each ends with a semicolon at the end of a line. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
