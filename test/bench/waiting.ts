import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startDev } from '../../src/main/dev/start-dev.ts';
import { waitUntil } from '../../src/main/wait-until.ts';
import type { Ratio } from './ratio.ts';

/** How many wait when it is measured, counted from the first. */
const STAGES = [1_000, 10_000];
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
 * What an enrollment costs while it waits: bytes in Postgres (the engine's whole database, after a vacuum), bytes in Temporal (the
 * development server's SQLite file with its log), and what the worker holds in memory. Each is held against the same before the
 * first one. The people are enrolled by API, and their workflows have all come to their wait.
 */
export async function benchWaiting(report: (line: string) => void): Promise<Ratio[]> {
  const home = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const system = await startDev(
    {
      ...process.env,
      OVERTURE_HOME: home,
      OVERTURE_DEMO: '0',
      OVERTURE_PORT: '0',
      V2_PORT: '0',
      OVERTURE_LOG_LEVEL: 'warn',
    },
    { progress: () => undefined, up: (name, at) => report(`${name}: ${at}`), notice: report },
  );
  const database = new pg.Client({ connectionString: system.run.postgres?.url });
  try {
    await database.connect();
    const api = system.run.api?.url ?? '';
    const headers = { authorization: `Bearer ${system.api_key}` };
    await post(`${api}/api/sequences`, { ...headers, 'content-type': 'text/yaml' }, SEQUENCE);
    const measure = async (waiting: number): Promise<Measured> => ({
      waiting,
      postgres: await databaseSize(database),
      temporal: fileSize(join(home, 'temporal.db')) + fileSize(join(home, 'temporal.db-wal')),
      worker_rss: rssOf(workerPid(home)),
    });

    const rows = [await measure(0)];
    for (const wanted of STAGES) {
      for (let from = rows.at(-1)?.waiting ?? 0; from < wanted; from += BATCH) {
        const leads = Array.from({ length: Math.min(BATCH, wanted - from) }, (_, index) => leadOf(from + index));
        const body = JSON.stringify({ sequence: 'waiting', leads });
        await post(`${api}/api/enrollments/batch`, { ...headers, 'content-type': 'application/json' }, body);
      }
      if (!(await waitUntil(async () => (await waiting(database)) >= wanted, { timeout: 1_200_000, every: 500 }))) {
        throw new Error(`${wanted} enrollments did not come to their wait within 20 minutes`);
      }
      rows.push(await measure(wanted));
    }
    for (const line of table(rows)) report(line);
    return [];
  } finally {
    await database.end();
    await system.stop(() => undefined);
    rmSync(home, { recursive: true, force: true });
  }
}

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

async function waiting(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    "select count(*)::int as n from enrollments where status = 'active' and waiting_kind = 'time'",
  );
  return rows[0]?.n ?? 0;
}

const fileSize = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

function workerPid(home: string): number | null {
  const run: { pids?: Record<string, number> } = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'));
  return run.pids?.worker ?? null;
}

/** Resident memory, where the system tells it as Linux does. */
function rssOf(pid: number | null): number | null {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`POST ${url} answered ${answer.status}: ${await answer.text()}`);
}
