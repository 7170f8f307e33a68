import { existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { runFolder } from './run-folder.ts';

let file: Promise<string> | undefined;

/**
 * The built command with the hundreds of modules of `dist` in a few files, made once for all test files of a run: each role that starts would
 * look for them one by one, a third of a second of CPU time. What users have are the modules; the tests of the package and of the image run them.
 */
export function commandBundle(): Promise<string> {
  file ??= makeOnce();
  return file;
}

/** Before the end-to-end tests, which start dozens of roles. */
export const setup = async (): Promise<void> => void (await commandBundle());

async function makeOnce(): Promise<string> {
  const folder = join(runFolder(), 'command');
  const made = join(folder, 'bin.js');
  if (existsSync(made)) return made;
  const mine = `${folder}.${process.pid}`;
  await build({
    ...{
      entryPoints: [join(PACKAGE_ROOT, 'dist/src/app/cli/bin.js')],
      outdir: mine,
      bundle: true,
      packages: 'external',
    },
    // A command loads what it needs, as it does from `dist`.
    ...{ splitting: true, platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' },
    plugins: [{ name: 'keeps-places', setup: ({ onLoad }) => onLoad({ filter: /\/dist\/.*\.js$/ }, withItsPlace) }],
  });
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(mine, 'node_modules'));
  try {
    // Whole or not there, also where two processes make it at the same time.
    renameSync(mine, folder);
  } catch (error) {
    if (!existsSync(made)) throw error;
  }
  return made;
}

/** Modules find files beside themselves by their own place. */
const withItsPlace = ({ path }: { readonly path: string }) => ({
  contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
});
