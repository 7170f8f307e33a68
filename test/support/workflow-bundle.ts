import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

let file: Promise<string> | undefined;

/** The bundled workflows: those of the build where its modules are tested, else made once for all test files of a run, which takes three seconds of CPU. */
export async function workflowBundle(): Promise<{ code: string }> {
  file ??= makeOnce();
  return { code: readFileSync(await file, 'utf8') };
}

async function makeOnce(): Promise<string> {
  const made = join(runFolder(), 'workflows.js');
  if (existsSync(made)) return made;
  const { workflowBundle: read } = await import('../../src/runtime/temporal/workflow-bundle.ts');
  const { code } = await read();
  const mine = `${made}.${process.pid}`;
  writeFileSync(mine, code);
  // Whole or not there, also where two processes make it at the same time.
  renameSync(mine, made);
  return made;
}
