import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from './fast-folder.ts';

/** The variable that names it. */
export const RUN_FOLDER = 'OVERTURE_TEST_RUN';

/** A folder that lives as long as the run; each project has this called, and all of them share it. */
export function setup(): (() => void) | undefined {
  if (process.env[RUN_FOLDER] !== undefined) return undefined;
  const folder = makeFolder();
  return () => rmSync(folder, { recursive: true, force: true });
}

/** For what the test files of a run share; of the process alone where there is no run, as in a benchmark. */
export function runFolder(): string {
  const given = process.env[RUN_FOLDER];
  if (given !== undefined) return given;
  const folder = makeFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Named in the environment, which the processes of the test files inherit. */
function makeFolder(): string {
  const folder = mkdtempSync(join(fastFolder(), 'overture-run-'));
  process.env[RUN_FOLDER] = folder;
  // Commands find engines of the run alone, and those of whoever runs the tests stay out of it.
  process.env.XDG_STATE_HOME = join(folder, 'state');
  return folder;
}
