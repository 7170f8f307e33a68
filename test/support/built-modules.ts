import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vitest/config';

/** Set by `npm test`, which has built what it tests. */
export const TESTS_BUILT = 'OVERTURE_TESTS_BUILT';

/** Matches the modules that Node loads itself, for Vitest. */
export const BUILT = /\/dist\/(?:src|activities|workflows)\//;

const ROOMS = ['src', 'activities', 'workflows'];

/** Gives tests each module of ours as the build has made it, so that Node loads what users run, and no lane of tests turns a thousand modules into JavaScript for itself. */
export function builtModules(root: string): Plugin {
  return {
    name: 'built-modules',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const built = resolved === null ? null : builtOf(root, resolved.id);
      return built === null ? resolved : { id: built };
    },
  };
}

/** Null where the build makes no module of it: what runs in a browser, and what is not ours. */
function builtOf(root: string, file: string): string | null {
  const path = relative(root, file);
  if (!/\.tsx?$/.test(path) || !ROOMS.includes(path.split(sep)[0] ?? '')) return null;
  const built = join(root, 'dist', path.replace(/\.tsx?$/, '.js'));
  return existsSync(built) ? built : null;
}
