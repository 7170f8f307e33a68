import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MILLION } from '../../support/fill-million.ts';
import { postgresCpuTime } from '../cpu-time.ts';
import { memoryOfConnections } from '../process-memory.ts';
import type { Bound } from '../ratio.ts';
import type { Imported } from './import-process.ts';

/** Rows each second. */
const AIM = 8000;
/** Bytes by which a process may be larger at its largest than after a tenth of the file. */
export const FLAT_MB = 50;

/** A third of the young generation that the worker gives to its importing thread (`src/app/main/roles/importing`). */
const YOUNG = '--max-semi-space-size=24';

/** A file of so many people into the database, while nothing else runs. */
export async function importAlone(
  url: string,
  postgres: number,
  rows: number,
  report: (line: string) => void,
): Promise<Bound[]> {
  const path = fileURLToPath(new URL('./import-process.ts', import.meta.url));
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(sumOf(memoryOfConnections(postgres))), 500);
  const importing = fork(path, [url, MILLION.sequence, String(rows)], { execArgv: [...process.execArgv, YOUNG] });
  let before = 0;
  const done = await new Promise<Imported>((resolve, reject) => {
    importing.on('message', (said) => {
      if (said === 'kept') before = postgresCpuTime(postgres);
      else resolve(said as Imported);
    });
    importing.once('exit', (code) => reject(new Error(`the import ended with ${code}`)));
  }).finally(() => clearInterval(sampling));
  const speed = rows / done.imported_s;
  const ofPostgres = ((postgresCpuTime(postgres) - before) * 1000) / rows;
  report(
    `import of ${rows.toLocaleString('en-US')} rows: kept in ${done.staged_s.toFixed(1)} s, enrolled in ${done.imported_s.toFixed(1)} s, ` +
      `${((done.cpu_s / rows) * 1e6).toFixed(0)} µs of CPU of the worker and ${ofPostgres.toFixed(0)} µs of Postgres for each`,
  );
  const grown = done.rss_most === null || done.rss_first === null ? Number.NaN : done.rss_most - done.rss_first;
  const later = memory.slice(Math.floor(memory.length / 10));
  return [
    { what: 'import, alone', unit: 'rows/s', measured: speed, aim: AIM, at_least: true },
    { what: 'memory of who imports: by how much it grows', unit: 'MB', measured: grown / 1e6, aim: FLAT_MB },
    {
      what: 'memory of the connections of Postgres meanwhile: by how much it grows',
      unit: 'MB',
      measured: (Math.max(...later) - (later[0] ?? Number.NaN)) / 1e6,
      aim: FLAT_MB,
    },
  ];
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
