import { readFileSync, renameSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const made = new Map<string, Promise<string>>();

/**
 * A TypeScript module as one file that plain Node runs as a process of its own: hundreds of modules, loaded one by one as TypeScript, take
 * seconds of CPU time at each start.
 */
export function childScript(source: URL): Promise<string> {
  const script = made.get(source.href) ?? bundle(fileURLToPath(source));
  made.set(source.href, script);
  return script;
}

async function bundle(source: string): Promise<string> {
  // Below the packages that it imports.
  const name = relative(PACKAGE_ROOT, source).replaceAll(sep, '-').replace(/\.ts$/, '.mjs');
  const outfile = join(PACKAGE_ROOT, 'node_modules/.cache/overture/scripts', name);
  const mine = `${outfile}.${process.pid}`;
  await build({
    ...{ entryPoints: [source], outfile: mine, bundle: true, packages: 'external', logLevel: 'warning' },
    ...{ platform: 'node', target: 'node20', format: 'esm', plugins: [KEEPS_PLACES] },
  });
  // Whole at any time: another process of the run may have made the same one, which is being loaded.
  renameSync(mine, outfile);
  return outfile;
}

/** Modules find files beside themselves by their own place, which is where their source is. */
const KEEPS_PLACES: Plugin = {
  name: 'keeps-places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    })),
};
