import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Resident memory in bytes, where the system tells it as Linux does; null elsewhere. */
export const rssOf = (pid: number | undefined): number | null => readField(pid, 'VmRSS');

/** Sums up the memory that the processes below this one hold for themselves alone, such as the connections of a Postgres. */
export function ownMemoryBelow(pid: number | undefined): number | null {
  if (readField(pid, 'RssAnon') === null) return null;
  const below = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return below.reduce((sum, child) => sum + (readField(Number(child), 'RssAnon') ?? 0), 0);
}

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

function readField(pid: number | undefined, field: string): number | null {
  if (pid === undefined || !existsSync(`/proc/${pid}/status`)) return null;
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(statusOf(pid))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0);
