import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { AT_NIGHT } from './at-night.ts';

export interface TestFile {
  /** From the root of the package. */
  readonly path: string;
  /** `npm test` runs it, or `npm run test:nightly`. */
  readonly when: 'always' | 'at night';
  /** The file starts a Temporal server, Java, a browser, a mail server or a whole system: one such file runs at a time. */
  readonly is_heavy: boolean;
  /** The file asks no server and starts no process: what fails there once has failed. */
  readonly is_pure: boolean;
}

/** Whatever imports one of these, itself or by what it imports, starts what takes a core of its own. */
const HEAVY = [
  'test/support/temporal.ts',
  'test/support/launch-chromium.ts',
  'test/support/mail/start-mail-servers.ts',
  'test/support/start-oidc-provider.ts',
  'test/e2e/support/start-overture.ts',
  'test/e2e/support/box.ts',
];

/** Rooms of which nothing is asked but what they compute. */
const PURE =
  /^test\/(?:calendar|checks|contract|docs|editing|engine|engine-simulator|experiments|expression|fit|generated|graph|histories|kit|mail|plan|runner|sequence|simulate|versions)\//;

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Whether a path of the night's list is this file's or its folder's. */
export const isNamed = (file: string, path: string): boolean =>
  path.endsWith('/') ? file.startsWith(path) : file === `${path}.test.ts`;

/** Every test file under `test`, by what its imports under `test` say. */
export function classifyFiles(root: string): readonly TestFile[] {
  const imports = new Map<string, readonly string[]>();
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .toSorted()
    .map((path) => {
      const reaches = reachedFrom(path);
      return {
        path,
        when: AT_NIGHT.some(({ paths }) => paths.some((named) => isNamed(path, named))) ? 'at night' : 'always',
        is_heavy: HEAVY.some((module) => reaches.has(module)),
        is_pure: PURE.test(path),
      };
    });

  /** The modules under `test` that a file leads to, itself among them. */
  function reachedFrom(file: string): ReadonlySet<string> {
    const found = new Set([file]);
    // A set goes on over what is added to it meanwhile.
    for (const path of found) for (const module of importsOf(path)) found.add(module);
    return found;
  }

  function importsOf(path: string): readonly string[] {
    const known = imports.get(path);
    if (known) return known;
    const text = readFileSync(join(root, path), 'utf8');
    const all = [...text.matchAll(IMPORT)].map(([, specifier = '']) =>
      relative(root, resolve(root, dirname(path), specifier)).replaceAll('\\', '/'),
    );
    const ours = all.filter((one) => one.startsWith('test/') && one.endsWith('.ts') && existsSync(join(root, one)));
    imports.set(path, ours);
    return ours;
  }
}
