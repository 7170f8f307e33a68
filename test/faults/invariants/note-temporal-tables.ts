import { appendFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import type { System } from '../system/system.ts';

export const TEMPORAL_TABLES_FILE = 'temporal-tables.bin';

/** Writes every value that a cluster's Temporal has stored into a file, byte by byte: Postgres itself keeps long ones compressed. */
export async function noteTemporalTables({ home, temporalDatabases }: System): Promise<void> {
  const urls = temporalDatabases();
  if (urls.length === 0) return;
  const file = home.path(TEMPORAL_TABLES_FILE);
  writeFileSync(file, '');
  for (const url of urls) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      const { rows: columns } = await client.query<{ table: string; column: string }>(
        `select quote_ident(table_name) as table, quote_ident(column_name) as column from information_schema.columns
         where table_schema = 'public' and data_type in ('bytea', 'text', 'jsonb', 'character varying')`,
      );
      for (const { table, column } of columns) {
        const { rows } = await client.query<{ value: Buffer | string | object | null }>(
          `select ${column} as value from ${table} where ${column} is not null`,
        );
        for (const { value } of rows)
          appendFileSync(file, Buffer.isBuffer(value) || typeof value === 'string' ? value : JSON.stringify(value));
      }
    } finally {
      await client.end();
    }
  }
}
