import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

let file: Promise<string> | undefined;

/** The bundled workflows, made once for all test files of a run: it takes three seconds of CPU time. */
export async function workflowBundle(): Promise<{ code: string }> {
  file ??= makeOnce();
  return { code: readFileSync(await file, 'utf8') };
}

async function makeOnce(): Promise<string> {
  const made = join(runFolder(), 'workflows.js');
  if (existsSync(made)) return made;
  const { bundleWorkflows } = await import('../../src/runtime/temporal/workflow-bundle.ts');
  const { code } = await bundleWorkflows();
  const mine = `${made}.${process.pid}`;
  writeFileSync(mine, code);
  // Whole or not there, also where two processes make it at the same time.
  renameSync(mine, made);
  return made;
}
