import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KILLS_FILE } from '../support/kill-at.ts';

const COUNTED_FILE = 'faults-counted.jsonl';

/** Faults that the scenario caused; those at a point of a step note themselves. */
export function noteFault(home: string, what: string): void {
  appendFileSync(join(home, COUNTED_FILE), `${JSON.stringify({ what, wall: new Date().toISOString() })}\n`);
}

export function readFaults(home: string): number {
  const count = (name: string) => {
    const file = join(home, name);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  };
  return count(COUNTED_FILE) + count(KILLS_FILE);
}
