import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { CodedError } from '../../shared/kit/coded-error.ts';

/** Sequences, not their tests. */
export const isSequence = (name: string): boolean => name.endsWith('.yaml') && !name.endsWith('.test.yaml');

/** Files as they are named, the sequences of a folder (of those in it, where it has none itself), and what a pattern with `*` and `**` finds; each once, in this order. */
export async function sequencePaths(named: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of named) found.push(...(await pathsOf(path)));
  return [...new Set(found)];
}

async function pathsOf(path: string): Promise<string[]> {
  if (path === '-') return [path];
  const known = await stat(path).catch(() => null);
  if (known?.isDirectory()) {
    const names = (await readdir(path)).filter(isSequence).sort();
    if (names.length > 0) return names.map((name) => join(path, name));
    // `.` in what `overture init` makes: the sequences are one folder further down.
    const below = await matchingPaths(join(path, '**'));
    if (below.length > 0) return below;
    throw new CodedError('wrong_use', `${path} is a folder without sequences`, {
      fix: 'Name a folder with *.yaml files in it, or a file.',
    });
  }
  // A file may have a * in its name; what is neither file nor pattern fails when it is read.
  if (known || !/[*?]/.test(path)) return [path];
  const matching = await matchingPaths(path);
  if (matching.length > 0) return matching;
  throw new CodedError('wrong_use', `no sequence matches ${path}`, { fix: 'Name files that exist.' });
}

async function matchingPaths(pattern: string): Promise<string[]> {
  // All before the first folder with a wildcard is where the search begins.
  const top = dirname(`${/^[^*?]*/.exec(pattern)?.[0] ?? ''}x`);
  const matches = expressionOf(relative(top, pattern).split(sep).join('/'));
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && isSequence(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => matches.test(relative(top, path).split(sep).join('/')))
    .sort();
}

/** `*` and `?` stay inside a folder, `**` does not; neither looks into folders like node_modules or .git. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) => WILDCARDS[wildcard] ?? wildcard);
  return new RegExp(`^${source}$`);
}

const FOLDER = '(?!node_modules/|\\.)[^/]+/';
const WILDCARDS: Readonly<Record<string, string>> = {
  '**/': `(?:${FOLDER})*`,
  '**': `(?:${FOLDER})*[^/]*`,
  '*': '[^/]*',
  '?': '[^/]',
};
