import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ERASED_TEXT } from '../../../src/runtime/store/erasure/table-answer.ts';
import type { Overture } from '../../e2e/support/start-overture.ts';

/** How large everything is at one moment of the year. */
export interface Sample {
  readonly week: number;
  /** Memory of each process, in bytes. */
  readonly memory: Readonly<Record<string, number>>;
  /** Lines and events that still say something, which is what retention ends. */
  readonly kept_rows: number;
  /** Everybody who was ever enrolled. */
  readonly people: number;
  /** Bytes of the databases of the engine, of the V2 service, and of Temporal. */
  readonly bytes: Readonly<Record<'engine' | 'v2' | 'temporal', number>>;
}

/** Counts what retention ends: lines of timelines that still say something, events with their bodies, and what webhooks were told. The rows stay. */
const KEPT = `select ((select count(*) from timeline where title <> ${ERASED_TEXT}) + (select count(*) from events where payload <> '{}'::jsonb)
  + (select count(*) from announcements))::int as kept_rows, (select count(*)::int from enrollments) as people,
  pg_database_size(current_database())::float8 as bytes`;

export async function takeSample(system: Overture, week: number): Promise<Sample> {
  const { pids, postgres, temporal } = system.run();
  const [engine, v2] = await Promise.all([
    readOne<{ kept_rows: number; people: number; bytes: number }>(postgres.url, KEPT),
    readOne<{ bytes: number }>(postgres.v2_url, 'select pg_database_size(current_database())::float8 as bytes'),
  ]);
  return {
    week,
    memory: Object.fromEntries(
      Object.entries({ ...pids, Temporal: temporal.pid }).flatMap(([name, pid]) =>
        pid === undefined ? [] : [[name, memoryOf(pid)]],
      ),
    ),
    kept_rows: engine.kept_rows,
    people: engine.people,
    bytes: { engine: engine.bytes, v2: v2.bytes, temporal: statSync(join(system.home, 'temporal.db')).size },
  };
}

export async function readOne<T extends object>(url: string, text: string): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<T>(text);
    const [row] = rows;
    if (row === undefined) throw new Error(`nothing was found by ${text}`);
    return row;
  } finally {
    await client.end();
  }
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
