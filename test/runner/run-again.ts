import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './classify-files.ts';
import type { FailedFile } from './report.ts';
import { runVitest, type VitestRun } from './run-vitest.ts';

/** With more than this something is broken, and running it all again tells nothing. */
const MOST = 8;
const LOGS = join('node_modules', '.cache', 'overture', 'unsteady');

export interface Unsteady {
  readonly path: string;
  readonly test: string;
  /** The first line of what went wrong. */
  readonly reason: string;
  /** The file that keeps all of it. */
  readonly log: string;
}

export interface Judged {
  /** Files that failed, and passed when they ran alone. */
  readonly unsteady: readonly Unsteady[];
  /** Files that failed for good. */
  readonly failed: readonly FailedFile[];
}

type Options = Pick<VitestRun, 'env' | 'print'> & {
  readonly files: readonly TestFile[];
  readonly run?: typeof runVitest;
  /** The folder that keeps what was unsteady. */
  readonly logs?: string;
};

/**
 * Runs each file that failed once more, alone. A pure one is not run again: what it computes does not depend on the machine, so that its failure
 * is a finding.
 */
export async function runAgain(
  failed: readonly FailedFile[],
  { files, env = {}, print, run = runVitest, logs = LOGS }: Options,
): Promise<Judged> {
  const isPure = (path: string) => files.find((file) => file.path === path)?.is_pure ?? false;
  const again = failed.filter(({ path }) => !isPure(path));
  if (again.length > MOST) {
    print(`${again.length} files failed: too many to be bad luck, so none is run again.`);
    return { unsteady: [], failed };
  }
  const unsteady: Unsteady[] = [];
  const lasting: FailedFile[] = failed.filter(({ path }) => isPure(path));
  for (const file of again) {
    print(`running ${file.path} once more, alone`);
    const { report, exit_code } = await run({ label: 'again', projects: [], files: [file.path], env, print });
    if (exit_code === 0 && report !== null && report.passed > 0) unsteady.push(...keep(file, logs));
    else lasting.push(file);
  }
  return { unsteady, failed: lasting };
}

function keep({ path, failures }: FailedFile, logs: string): Unsteady[] {
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `${path.replaceAll('/', '-')}-${Date.now()}.log`);
  writeFileSync(log, failures.map(({ test, error }) => `${test}\n${error}\n`).join('\n'));
  return failures.map(({ test, error }) => ({ path, test, reason: error.split('\n')[0] ?? '', log }));
}
