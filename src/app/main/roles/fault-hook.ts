import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Home } from '../home.ts';

/** The file where each kill is noted, because a log line may be lost with the process that writes it. */
export const FAULTS_FILE = 'faults.jsonl';

/**
 * For fault runs. `FAULT=<point>:<n>` kills every life of this process the n-th time it comes to that point. Of a list each
 * life takes the next entry, and the life after the last one is left in peace.
 */
export function faultHook(fault: string | undefined, home: Home): (point: string) => void {
  if (fault === undefined) return () => undefined;
  const file = home.path(FAULTS_FILE);
  const entries = fault.split(',');
  const mine = entries.length === 1 ? fault : entries[countLines(file)];
  if (mine === undefined) return () => undefined;
  const [wanted, count] = mine.split(':');
  let left = Number(count);
  return (point) => {
    if (point !== wanted || --left > 0) return;
    appendFileSync(file, `${JSON.stringify({ fault: mine, pid: process.pid })}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
}

const countLines = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);
