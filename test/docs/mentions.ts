import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '../../src/app/main/config/variables.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const FOLDERS = ['src', 'test', 'docs', 'activities', 'workflows', 'sequences', 'limits', 'deploy'];
/** Read elsewhere than in the table of variables: by the SDK of Temporal, and by the tests. */
const OTHER_VARIABLES = /^(?:TEMPORAL_\w+|OVERTURE_RECORD|OVERTURE_GOLDEN)$/;

/** Files and folders of the repository that a page names in code, and that are not there. */
export function missingPaths(file: string): string[] {
  const named = [...readFileSync(file, 'utf8').matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
  return named
    .filter((path) => FOLDERS.includes(path.split('/')[0] ?? ''))
    .filter((path) => !existsSync(join(PACKAGE_ROOT, path)));
}

/** Environment variables that a page names, and that nothing reads. */
export function unknownVariables(file: string): string[] {
  const named = readFileSync(file, 'utf8').match(/\b(?:OVERTURE|V2|DATABASE|TEMPORAL)_[A-Z_]*[A-Z]\b/g) ?? [];
  return [...new Set(named)].filter((name) => !Object.hasOwn(VARIABLES, name) && !OTHER_VARIABLES.test(name));
}
