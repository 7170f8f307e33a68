import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { type Bound, median } from './ratio.ts';

const TIMES = 15;
const MOST_MS = 200;
const SEQUENCE = fileURLToPath(new URL('../../sequences/backend-engineers.yaml', import.meta.url));

/** `overture validate` as a whole process, from its start to its end, as a person at a keyboard waits for it. */
export async function benchValidate(report: (line: string) => void): Promise<Bound> {
  const times = Array.from({ length: TIMES }, () => {
    const started = performance.now();
    execFileSync(process.execPath, [BUILT_COMMAND, 'validate', SEQUENCE], { stdio: 'ignore' });
    return performance.now() - started;
  });
  report(`${times.map((time) => time.toFixed(0)).join(' ')} ms`);
  return { what: '`overture validate`, the whole process', unit: 'ms', measured: median(times), aim: MOST_MS };
}
