import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { startBareWaits } from './bare-waits.ts';
import type { BenchOptions } from './bench-options.ts';
import { post } from './post.ts';
import { rssOf } from './process-memory.ts';
import type { Figure } from './ratio.ts';
import { type BenchSystem, untilCount, withSystem } from './with-system.ts';

/** How many wait when it is measured, counted from the first. */
const STAGES = [1_000, 10_000, 30_000];
/** Workflows that only wait, started after all others. */
const BARE = 2_000;
/**
 * Aims: the worker's memory in MB, at the most and from the stage before the last to the last, and bytes in Temporal against
 * those of a bare wait.
 */
const AIM = { memory: 400, growth: 50, bytes: 1.2 } as const;
const BATCH = 500;

const SEQUENCE = `sequence: waiting
steps:
  - wait: 30 days
  - end: completed
`;

interface Measured {
  readonly waiting: number;
  readonly postgres: number;
  readonly temporal: number;
  readonly worker_rss: number | null;
}

/**
 * Measures how much an enrollment costs while it waits: bytes in Postgres (the engine's whole database, after a vacuum), bytes in
 * Temporal (the development server's SQLite file with its log), and the memory of the worker. Each is compared with the same
 * before the first enrollment, and the bytes in Temporal with those of a workflow that does nothing but wait. The people are
 * enrolled by API, and their workflows have all come to their wait.
 */
export async function benchWaiting(
  report: (line: string) => void,
  { people }: Pick<BenchOptions, 'people'> = {},
): Promise<Figure[]> {
  const stages = people === undefined ? STAGES : [Math.ceil(people / 10), people];
  const bare = Math.min(BARE, stages.at(-1) ?? BARE);
  const { rows, bare_bytes } = await withSystem(report, {}, (bench) => fillUp(bench, stages, bare));
  for (const line of table(rows)) report(line);
  report(`a workflow that only waits: ${Math.round(bare_bytes)} bytes in Temporal`);
  return figuresOf(rows, bare_bytes);
}

interface FilledUp {
  readonly rows: readonly Measured[];
  /** Bytes that one bare wait takes in Temporal. */
  readonly bare_bytes: number;
}

/** Computes the figures from the slope between the stage before the last and the last. */
function figuresOf(rows: readonly Measured[], bare_bytes: number): Figure[] {
  const [before, last] = rows.slice(-2);
  if (before === undefined || last === undefined) return [];
  const ours = (last.temporal - before.temporal) / (last.waiting - before.waiting);
  const memory = (bytes: number | null): number => (bytes ?? Number.NaN) / 1e6;
  const people = last.waiting.toLocaleString('en-US');
  return [
    {
      ...{ what: 'bytes in Temporal while somebody waits, against a workflow that only waits', unit: 'bytes' },
      ...{ ours: [ours], baseline: [bare_bytes], aim: AIM.bytes, at_most: true },
    },
    {
      what: `memory of the worker while ${people} wait`,
      unit: 'MB',
      measured: memory(last.worker_rss),
      aim: AIM.memory,
    },
    {
      what: `memory of the worker: by how much it grows from ${before.waiting.toLocaleString('en-US')} to ${people} who wait`,
      unit: 'MB',
      measured: memory(last.worker_rss) - memory(before.worker_rss),
      aim: AIM.growth,
    },
  ];
}

async function fillUp(
  { system, home, api, engine }: BenchSystem,
  stages: readonly number[],
  bare: number,
): Promise<FilledUp> {
  await post(api, '/api/sequences', SEQUENCE);
  const measure = async (waiting: number): Promise<Measured> => ({
    waiting,
    postgres: await databaseSize(engine),
    temporal: fileSize(join(home, 'temporal.db')) + fileSize(join(home, 'temporal.db-wal')),
    worker_rss: rssOf(system.run.pids?.worker),
  });
  const rows = [await measure(0)];
  for (const wanted of stages) {
    for (let from = rows.at(-1)?.waiting ?? 0; from < wanted; from += BATCH) {
      const leads = Array.from({ length: Math.min(BATCH, wanted - from) }, (_, index) => leadOf(from + index));
      await post(api, '/api/enrollments/batch', { sequence: 'waiting', leads });
    }
    await untilCount(engine, WAITING, wanted);
    rows.push(await measure(wanted));
  }
  await startBareWaits(system.run.temporal?.address ?? '', bare);
  const { temporal } = await measure(bare);
  return { rows, bare_bytes: (temporal - (rows.at(-1)?.temporal ?? 0)) / bare };
}

const WAITING = "select count(*)::int as n from enrollments where status = 'active' and waiting_kind = 'time'";

const leadOf = (number: number) => ({
  profile_url: `https://www.professional.example/in/person-${number}`,
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: `Company ${number % 500}`,
});

function* table([first, ...rows]: readonly Measured[]): Generator<string> {
  if (first === undefined) return;
  yield 'waiting   Postgres, each   Temporal, each   worker memory   of it for each';
  yield `${column(0, 7)}   ${' '.repeat(35)}${megabytes(first.worker_rss)}`;
  for (const row of rows) {
    const each = (bytes: number) => column(Math.round(bytes / row.waiting), 8);
    const memory = row.worker_rss === null || first.worker_rss === null ? null : row.worker_rss - first.worker_rss;
    yield [
      `${column(row.waiting, 7)}   ${each(row.postgres - first.postgres)} bytes   ${each(row.temporal - first.temporal)} bytes   `,
      `${megabytes(row.worker_rss)}   ${memory === null ? '' : `${each(memory)} bytes`}`,
    ].join('');
  }
}

const column = (value: number, width: number): string => value.toLocaleString('en-US').padStart(width);
const megabytes = (bytes: number | null): string =>
  bytes === null ? 'not known here' : `${column(Math.round(bytes / 2 ** 20), 10)} MiB`;

async function databaseSize(database: pg.Client): Promise<number> {
  await database.query('vacuum (analyze)');
  const { rows } = await database.query<{ size: string }>('select pg_database_size(current_database()) as size');
  return Number(rows[0]?.size ?? 0);
}

const fileSize = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
