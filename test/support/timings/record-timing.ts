import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { HOOKS, TIMINGS_FILE, type Timing } from './timing.ts';

/** Milliseconds between two looks at whether the process does anything. */
const LOOK = 50;

// A set-up file: it runs before the imports of each test file, in its process.
const begun = performance.now();
const cpuBefore = process.cpuUsage();
const childrenBefore = cpuOfChildren();
const waits: Record<string, number> = {};
// Left by the file before, in the same process.
expect.setState({ currentTestName: '' });

let [wall, taken] = [begun, takenSoFar()];
const timer = setInterval(look, LOOK).unref();

function look(): void {
  const [now, sum] = [performance.now(), takenSoFar()];
  const idle = now - wall - (sum - taken);
  const name = expect.getState().currentTestName || HOOKS;
  if (idle > 0) waits[name] = (waits[name] ?? 0) + idle;
  [wall, taken] = [now, sum];
}

afterAll(() => {
  look();
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpuBefore);
  const timing: Timing = {
    file: relative(PACKAGE_ROOT, expect.getState().testPath ?? ''),
    wall: performance.now() - begun,
    cpu: (user + system) / 1000,
    children: cpuOfChildren() - childrenBefore,
    waits,
  };
  appendFileSync(TIMINGS_FILE, `${JSON.stringify(timing)}\n`);
});

/** Milliseconds for which the main thread ran, or would have run had no other program had the processor: that is no waiting. */
function takenSoFar(): number {
  try {
    const [ran, delayed] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    return (Number(ran) + Number(delayed)) / 1_000_000;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

/** The kernel counts in hundredths of a second; 0 where there is no /proc. */
function cpuOfChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}
