import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Bound, median } from './ratio.ts';

const ROUNDS = 3;
const HISTORIES = 600;
const LEAST = 3000;
const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Mixed histories of the engine's simulator a minute, on all cores, with the start of its processes and of its server. */
export async function benchSimulator(report: (line: string) => void): Promise<Bound> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const seed = 30_000 + round * HISTORIES;
    const args = ['--seed', seed, '--histories', HISTORIES, '--mix', 'mixed'].map(String);
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'test:simulator', '--', ...args], {
      cwd: FOLDER,
    });
    report(stdout.trim());
    rates.push(Number(/\((\d+) a minute\)/.exec(stdout)?.[1]));
  }
  const histories = { what: "histories of the engine's simulator", unit: 'a minute' };
  return { ...histories, measured: median(rates), aim: LEAST, at_least: true };
}
