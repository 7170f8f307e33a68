import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Resident memory in bytes, where the system tells it as Linux does; null elsewhere. */
export const rssOf = (pid: number | undefined): number | null => readField(pid, 'VmRSS');

/**
 * Lists the memory that each process of a Postgres holds for itself alone, as its connections do. Those of its autovacuum are not counted: they come and go with each table that is analyzed, and take
 * what a sample of it takes, however many rows come.
 */
export function memoryOfConnections(postgres: number | undefined): readonly number[] {
  if (readField(postgres, 'RssAnon') === null) return [];
  const below = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === postgres);
  const counted = below.filter((child) => !readOf(child, 'cmdline').includes('autovacuum worker'));
  return counted.map((child) => readField(Number(child), 'RssAnon') ?? 0);
}

const readOf = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

function readField(pid: number | undefined, field: string): number | null {
  if (pid === undefined || !existsSync(`/proc/${pid}/status`)) return null;
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readOf(String(pid), 'status'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(readOf(String(pid), 'status'))?.[1] ?? 0);
