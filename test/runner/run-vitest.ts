import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { REPORT_FILE, type Report, readReport } from './report.ts';

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

export interface VitestRun {
  /** Before each line of what it prints. */
  readonly label: string;
  readonly projects: readonly string[];
  /** The projects to run; none: all of them. */
  readonly files?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
}

export interface VitestResult {
  /** Null: it broke before it could tell. */
  readonly report: Report | null;
  readonly exit_code: number | null;
}

/** One process of Vitest, which runs one file at a time, without colors: the log is read by people and programs, and so is what tests ask of others. */
export async function runVitest({ label, projects, files = [], env = {}, print }: VitestRun): Promise<VitestResult> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-report-'));
  const file = join(folder, 'report.json');
  try {
    const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...files];
    const child = spawn(process.execPath, [VITEST, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Vitest and TypeScript take any FORCE_COLOR for a wish, even 0.
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env, [REPORT_FILE]: file },
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => print(`[${label}] ${line}`));
    }
    const exit_code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { report: readReport(file), exit_code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
