import { chmodSync, openSync, statSync } from 'node:fs';

/** A log to append to, that nobody else reads; nor one that an earlier version made. */
export function openLog(file: string): number {
  const log = openSync(file, 'a', 0o600);
  keepFromOthers(file);
  return log;
}

/** Takes from group and others what is not in `allowed`, and never gives anything. What is not there, or not ours, stays as it is. */
export function keepFromOthers(path: string, allowed = 0o700): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077 & ~allowed) !== 0) chmodSync(path, mode & (0o7700 | allowed));
  } catch {
    // Whoever it belongs to decides.
  }
}

/** Whatever `start` makes, or a program that it starts, is for us alone. */
export function privately<T>(start: () => T): T {
  const before = process.umask(0o077);
  try {
    return start();
  } finally {
    process.umask(before);
  }
}
