import { readFileSync } from 'node:fs';
import type { DevSystem } from '../../src/app/demo/dev/dev-system.ts';
import { commandLine, runningProcesses } from '../../src/app/main/processes.ts';

/** CPU milliseconds of each part of a system, in user and kernel code. */
export type CpuTime = ReadonlyMap<string, number>;

/** The kernel counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/** Reads how much CPU time each part has used so far; empty where there is no /proc. */
export function readCpuTime(
  { run }: Pick<DevSystem, 'run'>,
  others: Readonly<Record<string, number | undefined>> = {},
): CpuTime {
  const spent = new Map<string, number>();
  const add = (part: string, pid: number | undefined) => {
    if (pid) spent.set(part, (spent.get(part) ?? 0) + cpuOf(pid));
  };
  for (const [role, pid] of Object.entries({ ...run.pids, ...others })) add(role, pid);
  add('Temporal', run.temporal?.pid);
  add('the bench', process.pid);
  // Connections that were closed, and whoever tidied up.
  if (run.postgres?.pid) spent.set('Postgres', msOf(run.postgres.pid, ENDED_CHILDREN));
  for (const pid of runningProcesses()) {
    if (parentOf(pid) !== run.postgres?.pid) continue;
    // The title of a backend names its database.
    add(/^postgres: \S+ overture_v2 /.test(commandLine(pid)) ? 'Postgres of V2' : 'Postgres', pid);
  }
  return spent;
}

/** Sums up the CPU time of a server of Postgres beside that of the system, with the connections that were closed. */
export function postgresCpuTime(pid: number): number {
  const backends = runningProcesses().filter((one) => parentOf(one) === pid);
  return msOf(pid, ENDED_CHILDREN) + [pid, ...backends].reduce((sum, one) => sum + cpuOf(one), 0);
}

/** Returns the CPU time that was used between two readings, for each of `count`. */
export const cpuBetween = (before: CpuTime, after: CpuTime, count: number): CpuTime =>
  new Map([...after].map(([part, ms]) => [part, (ms - (before.get(part) ?? 0)) / count]));

/** As one line: `worker 5.1 + V2 service 4.0 = 9.1 ms of CPU each`. */
export function formatCpuTime(each: CpuTime): string {
  const parts = [...each].filter(([, ms]) => ms >= 0.05);
  const sum = parts.reduce((total, [, ms]) => total + ms, 0);
  return `${parts.map(([part, ms]) => `${part} ${ms.toFixed(1)}`).join(' + ')} = ${sum.toFixed(1)} ms of CPU each`;
}

/**
 * Sums up the CPU time of the programs that are compared. The V2 service is left out, since it is the same for all, and so is the
 * bench, which is part of none.
 */
export const outsideV2 = (cpu: CpuTime): number =>
  [...cpu].reduce((sum, [part, ms]) => (OF_NOBODY.has(part) ? sum : sum + ms), 0);
const OF_NOBODY = new Set(['V2 service', 'Postgres of V2', 'the bench']);

/** The fields of /proc/<pid>/stat after the name, which may hold anything. */
function statOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

const parentOf = (pid: number): number => Number(statOf(pid)[1]);
const cpuOf = (pid: number): number => msOf(pid, OWN);

/** Position of the time in user code; that in the kernel follows it. */
const OWN = 11;
const ENDED_CHILDREN = 13;
const msOf = (pid: number, at: number): number => {
  const stat = statOf(pid);
  return (Number(stat[at] ?? 0) + Number(stat[at + 1] ?? 0)) * TICK_MS;
};
