import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { type AlteredBundles, alterBundle } from '../support/altered-bundles.ts';

/** Writes later builds of the workflow code into a folder: the environment of roles and commands that have one in place of the built one. */
export function otherBundles(folder: string): Readonly<Record<keyof AlteredBundles, NodeJS.ProcessEnv>> {
  const built = readFileSync(join(dirname(BUILT_COMMAND), '../workflows/bundled.js'), 'utf8');
  const { patched, unguarded } = alterBundle(built);
  return {
    patched: withBundle(join(folder, 'patched-workflows.js'), patched),
    unguarded: withBundle(join(folder, 'unguarded-workflows.js'), unguarded),
  };
}

function withBundle(file: string, code: string): NodeJS.ProcessEnv {
  writeFileSync(file, code);
  return { ...WITH_ALTERED_CODE, OVERTURE_FAULTS_BUNDLE: file };
}

/** The environment of roles whose built code is altered as it is loaded. */
export const WITH_ALTERED_CODE: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--require ${fileURLToPath(new URL('plant-mistake.cjs', import.meta.url))}`,
  // Else what was compiled before runs in its place.
  NODE_DISABLE_COMPILE_CACHE: '1',
};
