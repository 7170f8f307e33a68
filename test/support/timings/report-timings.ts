import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from 'vitest/node';
import { TIMINGS_FILE, type Timing } from './timing.ts';

const SLOWEST = 25;
const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);

/** Prints, after a run, its slowest test files, and in which of their tests they waited. */
export class ReportTimings implements Reporter {
  onInit(): void {
    rmSync(TIMINGS_FILE, { force: true });
    mkdirSync(dirname(TIMINGS_FILE), { recursive: true });
  }

  onTestRunEnd(): void {
    const timings = readFileSync(TIMINGS_FILE, 'utf8')
      .trim()
      .split('\n')
      .map((line): Timing => JSON.parse(line));
    const slowest = timings.toSorted((one, other) => other.wall - one.wall).slice(0, SLOWEST);
    const head = ['', 'Seconds, CPU of', ' wall   itself   others   idle'];
    const all = ['', `All ${timings.length} files:`, row(sum(timings)), ''];
    process.stdout.write([...head, ...slowest.flatMap(lines), ...all].join('\n'));
  }
}

const waited = ({ waits }: Timing): number => Object.values(waits).reduce((total, ms) => total + ms, 0);

const row = (timing: Timing): string =>
  [timing.wall, timing.cpu, timing.children, waited(timing)].map(seconds).join(' ');

/** The file, and below it where most of its waiting is. */
function lines(timing: Timing): string[] {
  const most = Object.entries(timing.waits)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .filter(([, ms]) => ms > 1_000);
  return [`${row(timing)}  ${timing.file}`, ...most.map(([test, ms]) => `${' '.repeat(24)}${seconds(ms)}  ${test}`)];
}

const sum = (timings: readonly Timing[]): Timing => ({
  file: '',
  wall: timings.reduce((total, { wall }) => total + wall, 0),
  cpu: timings.reduce((total, { cpu }) => total + cpu, 0),
  children: timings.reduce((total, { children }) => total + children, 0),
  waits: { all: timings.reduce((total, timing) => total + waited(timing), 0) },
});
