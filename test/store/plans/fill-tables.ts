import type pg from 'pg';

/** SQL of the value that a column of each type has in the nth row: no two rows are alike, as ids and times are not. */
const VALUES: Readonly<Record<string, string>> = {
  text: `'x' || n`,
  integer: 'n',
  bigint: 'n',
  smallint: 'n % 30000',
  'double precision': 'n',
  real: 'n',
  numeric: 'n',
  boolean: 'n % 2 = 0',
  jsonb: `'{}'::jsonb`,
  date: `date '2026-01-01' + n % 1000`,
  'timestamp with time zone': `timestamptz '2026-01-01' + n * interval '1 minute'`,
  'text[]': `array['x' || n]`,
  bytea: `decode(md5(n::text), 'hex')`,
  'bigint[]': 'array[n]',
  'integer[]': 'array[n]',
  inet: `'127.0.0.1'::inet`,
  tsvector: `to_tsvector('simple', 'x' || n)`,
  interval: `n * interval '1 second'`,
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Fills each of the tables with so many rows, which refer to nothing: it is for what Postgres makes of its statements, not for what they say. */
export async function fillTables(client: pg.Client, rows: number): Promise<readonly string[]> {
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'`,
  );
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  for (const { name } of tables.rows) await fill(client, name, rows);
  return tables.rows.map(({ name }) => name);
}

/** `given`: SQL of the columns that are to say something. */
export async function fill(
  client: pg.Client,
  table: string,
  rows: number,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const checks = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  for (const { name } of checks.rows) await client.query(`alter table ${table} drop constraint "${name}"`);
  await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const { rows: columns } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const values = columns.map(({ name, type }) => {
    const value = given[name] ?? VALUES[type];
    if (value === undefined) throw new Error(`no value is known for ${table}.${name}, which is ${type}`);
    return value;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await client.query(
    `insert into ${table} (${names}) overriding system value select ${values.join(', ')} from generate_series(1, ${rows}) as n on conflict do nothing`,
  );
}
