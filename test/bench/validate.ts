import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { type Bound, median } from './ratio.ts';

const TIMES = 15;
const MOST_MS = 200;
const MOST_CPU_MS = 150;
const SEQUENCE = fileURLToPath(new URL('../../sequences/backend-engineers.yaml', import.meta.url));

/**
 * `overture validate` as a whole process, from its start to its end, as a person at a keyboard waits for it; and what it computes, which is the
 * same beside other work.
 */
export async function benchValidate(report: (line: string) => void): Promise<Bound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  try {
    const tellsCpu = join(folder, 'tells-cpu.cjs');
    const usageFile = join(folder, 'cpu');
    writeFileSync(
      tellsCpu,
      `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(usageFile)}, JSON.stringify(process.cpuUsage())));`,
    );
    const times: number[] = [];
    const computing: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const started = performance.now();
      execFileSync(process.execPath, [BUILT_COMMAND, 'validate', SEQUENCE], { stdio: 'ignore' });
      times.push(performance.now() - started);
      execFileSync(process.execPath, ['--require', tellsCpu, BUILT_COMMAND, 'validate', SEQUENCE], { stdio: 'ignore' });
      const { user, system } = JSON.parse(readFileSync(usageFile, 'utf8')) as NodeJS.CpuUsage;
      computing.push((user + system) / 1_000);
    }
    const all = (ms: readonly number[]): string => ms.map((time) => time.toFixed(0)).join(' ');
    report(`${all(times)} ms; ${all(computing)} ms of CPU`);
    return [
      { what: '`overture validate`, the whole process', unit: 'ms', measured: median(times), aim: MOST_MS },
      { what: '`overture validate`, CPU', unit: 'ms', measured: median(computing), aim: MOST_CPU_MS },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
