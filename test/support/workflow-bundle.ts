import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

let file: Promise<string> | undefined;

/** The file of the bundled workflows, made once for all test files of a run: it takes three seconds of CPU time. */
export function workflowBundleFile(): Promise<string> {
  file ??= makeOnce();
  return file;
}

export const workflowBundle = async (): Promise<{ code: string }> => ({
  code: readFileSync(await workflowBundleFile(), 'utf8'),
});

/** Before the end-to-end tests: each of their systems wants it, and their processes need not load the bundler. */
export const setup = async (): Promise<void> => void (await workflowBundleFile());

async function makeOnce(): Promise<string> {
  const made = join(runFolder(), 'workflows.js');
  if (existsSync(made)) return made;
  const { writeWorkflowBundle } = await import('./write-workflow-bundle.ts');
  const mine = `${made}.${process.pid}`;
  await writeWorkflowBundle(mine);
  // Whole or not there, also where two processes make it at the same time.
  renameSync(mine, made);
  return made;
}
