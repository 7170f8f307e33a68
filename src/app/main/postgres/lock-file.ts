import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockFile {
  readonly pid: number;
  readonly port: number;
}

/** Reads `postmaster.pid`: line 1 is the process, line 4 the port. Null where there is none, or it is incomplete. */
export function readLockFile(dataFolder: string): LockFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null;
}
