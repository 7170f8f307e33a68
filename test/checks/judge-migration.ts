import type pg from 'pg';
import { type Migration, OUTSIDE, statementsOf } from '../../src/shared/postgres/run-migrations.ts';

/** Modes that somebody who writes waits for. */
const STRONG = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];
/** The line behind which a migration says what the version that still runs would miss. */
const CONTRACT = '-- Contract: ';

/**
 * Runs a migration as it will be run, and says what in it takes as long as a table is large while others wait, or takes something away from
 * the version that still runs; empty where nothing does. `client` is at the state before.
 */
export async function judgeMigration(client: pg.Client, { name, sql }: Migration): Promise<string[]> {
  if (sql.startsWith(OUTSIDE)) return await judgeOutside(client, sql);
  const before = await tablesOf(client);
  const columns = await columnsOf(client);
  await client.query('begin');
  const scansBefore = await scansOf(client);
  await client.query(sql);
  const found: string[] = [];
  const locked = await lockedTables(client, STRONG);
  const changed = await lockedTables(client, ['RowExclusiveLock']);
  const scans = await scansOf(client);
  const after = await tablesOf(client);
  for (const [table, file] of before) {
    const scanned = (scans.get(table) ?? 0) > (scansBefore.get(table) ?? 0);
    if (after.has(table) && after.get(table) !== file)
      found.push(`writes all of ${table} anew, which is locked meanwhile`);
    else if (scanned && locked.has(table)) found.push(`reads all of ${table}, which is locked meanwhile`);
    else if (scanned && changed.has(table))
      found.push(`changes rows all over ${table} in one transaction: do it in pieces, from the code`);
  }
  await client.query('commit');
  const left = await columnsOf(client);
  for (const column of columns)
    if (!left.has(column) && !sql.includes(CONTRACT)) found.push(`takes ${column} away: ${EXPAND}`);
  return found.map((what) => `${name} ${what}`);
}

const EXPAND = `first a version that does without, then a migration that says so in a line "${CONTRACT}since …"`;

/** Each statement is seen to be one that lets others write, and can be begun again. */
async function judgeOutside(client: pg.Client, sql: string): Promise<string[]> {
  const found: string[] = [];
  const dropped = new Set<string>();
  for (const statement of statementsOf(sql)) {
    const [, gone] = /^drop index concurrently if exists (\S+)$/i.exec(statement) ?? [];
    const [, made] = /^create (?:unique )?index concurrently (\S+) on\s/i.exec(statement) ?? [];
    if (gone !== undefined) dropped.add(gone);
    else if (made === undefined)
      found.push(`is outside of a transaction, where only indexes are made or dropped concurrently: ${statement}`);
    else if (!dropped.has(made))
      found.push(`makes ${made}, of which a killed attempt leaves half: drop it before, if it exists`);
    await client.query(statement);
  }
  return found;
}

type Counts = ReadonlyMap<string, number>;

/** The file that each table is in, which changes where it is written anew. */
async function tablesOf(client: pg.Client): Promise<Counts> {
  const { rows } = await client.query<{ name: string; file: number }>(
    `select relname as name, pg_relation_filenode(oid)::int as file from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, file }) => [name, file]));
}

async function columnsOf(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** How often this transaction has read each table from its beginning to its end; the making of an index, and a look whether a rule holds, too. */
async function scansOf(client: pg.Client): Promise<Counts> {
  const { rows } = await client.query<{ name: string; scans: number }>(
    `select relname as name, seq_scan::int as scans from pg_stat_xact_user_tables where schemaname = 'public'`,
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

async function lockedTables(client: pg.Client, modes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_locks join pg_class on pg_class.oid = relation where pid = pg_backend_pid() and mode = any($1)`,
    [modes],
  );
  return new Set(rows.map(({ name }) => name));
}
