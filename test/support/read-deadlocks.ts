import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '../../src/shared/postgres/database.ts';

/**
 * Reads who waited for whom in this database, with their statements: only the server's log tells. It lies beside the data where
 * the tests started the server themselves; of another server nothing is told.
 */
export async function readDeadlocks(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const log = join(rows[0]?.folder ?? '', '..', 'postgres.log');
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.includes('deadlock detected') ? [deadlockAt(lines, at)] : []));
}

/** The lines that belong to this one: until the next that begins with a time of its own and names no part of it. */
function deadlockAt(lines: readonly string[], at: number): string {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => /^\d{4}-/.test(line) && !/ (?:DETAIL|HINT|CONTEXT|STATEMENT):/.test(line));
  return [lines[at], ...rest.slice(0, end === -1 ? 200 : end)].join('\n');
}
