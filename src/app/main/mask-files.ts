import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** Text of ours in the home: logs, and files beside the keys. The data of Postgres, Temporal and a mail server are theirs. */
const TEXTS = /\.(?:log|json|jsonl|txt|csv)(?:\.\d+)?$/;
/** Files that the engine itself reads; they name nobody. */
const OURS: readonly string[] = ['clock.json', 'clock-beat.json', 'run.json'];
const CHUNK = 1024 * 1024;

/** Puts stars over names in files of the home, byte for byte: whoever writes to a log goes on at its end. Returns how many files had one. */
export function maskFiles(home: Home, mask: (text: string) => string): number {
  // What Postgres logs of a statement that failed may name a value.
  const files = [...filesIn(home.folder), ...filesIn(home.path('logs')), ...filesIn(home.path('postgres'))];
  return files.filter((file) => maskFile(file, mask)).length;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isFile() && TEXTS.test(one.name) && !OURS.includes(one.name))
      .map(({ name }) => join(folder, name));
  } catch {
    return []; // The home of another machine.
  }
}

function maskFile(file: string, mask: (text: string) => string): boolean {
  const open = openSync(file, 'r+');
  try {
    const { size } = statSync(file);
    const bytes = Buffer.alloc(CHUNK);
    let found = false;
    for (let from = 0; from < size; ) {
      const read = readSync(open, bytes, 0, CHUNK, from);
      if (read === 0) break;
      // Whole lines, as long as they fit.
      const end = bytes.subarray(0, read).lastIndexOf(0x0a) + 1 || read;
      const text = bytes.toString('utf8', 0, end);
      const masked = Buffer.from(mask(text));
      // What is no UTF-8 would change its length.
      if (masked.length === end && !masked.equals(bytes.subarray(0, end))) {
        writeSync(open, masked, 0, end, from);
        found = true;
      }
      from += end;
    }
    return found;
  } finally {
    closeSync(open);
  }
}

/** Removes logs to which nothing was written since; wall time. How many. */
export function purgeLogs(home: Home, before: Date): number {
  const old = filesIn(home.path('logs')).filter((file) => statSync(file).mtimeMs < before.getTime());
  for (const file of old) rmSync(file, { force: true });
  return old.length;
}
