import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '../../src/app/main/config/variables.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const FOLDERS = ['src', 'test', 'docs', 'activities', 'workflows', 'sequences', 'limits', 'deploy'];
/** All files of the repository, those not yet committed too. */
export const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: PACKAGE_ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
/** Read elsewhere than in the table of variables: by the SDK of Temporal, and by the tests. */
const OTHER_VARIABLES = /^(?:TEMPORAL_\w+|OVERTURE_RECORD|OVERTURE_GOLDEN)$/;

/** Files and folders of the repository that a page names in code, and that are not there. */
export function missingPaths(file: string): string[] {
  const named = [...readFileSync(file, 'utf8').matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path);
  return named.filter((path) => !isThere(path));
}

/** The same of what the comments of a file of code name. */
export function missingInComments(file: string): string[] {
  const comments = readFileSync(file, 'utf8').match(/^\s*(?:\/?\*|\/\/).*|\s\/\/\s.*/gm) ?? [];
  const named = comments.flatMap((comment) => comment.match(/(?<![\w./@<-])[\w-]+(?:[./][\w-]+)+/g) ?? []);
  return named.filter((path) => !isThere(path));
}

/** Whole paths, and files of code that are named by the end of theirs: `steps/kinds.ts`, `watch.ts`. What looks like neither is there. */
function isThere(path: string): boolean {
  if (path.includes('/') && FOLDERS.includes(path.split('/')[0] ?? '')) return existsSync(join(PACKAGE_ROOT, path));
  return !/^[\w-].*\.(?:ts|mjs|cjs|sql)$/.test(path) || FILES.some((known) => `/${known}`.endsWith(`/${path}`));
}

/** Environment variables that a page names, and that nothing reads. */
export function unknownVariables(file: string): string[] {
  const named = readFileSync(file, 'utf8').match(/\b(?:OVERTURE|V2|DATABASE|TEMPORAL)_[A-Z_]*[A-Z]\b/g) ?? [];
  return [...new Set(named)].filter((name) => !Object.hasOwn(VARIABLES, name) && !OTHER_VARIABLES.test(name));
}
