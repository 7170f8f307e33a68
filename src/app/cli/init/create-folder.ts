import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { PACKAGE_ROOT } from '../../main/package-root.ts';

export interface CreatedFolder {
  readonly created: readonly string[];
  /** There already; left as they were. */
  readonly kept: readonly string[];
  /** Of `kept`: the editor's schemas, where they are not this version's. */
  readonly outdated: readonly string[];
}

const TEMPLATES = join(PACKAGE_ROOT, 'src/app/cli/init/templates');
const SCHEMAS = ['sequence.schema.json', 'sequence-test.schema.json'];

/** Writes what is missing, all or nothing; what is there is never touched. */
export function createFolder(folder: string): CreatedFolder {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new CodedError('wrong_use', `${folder} is a file`, { fix: 'Name a folder, or a new one.' });
  }
  const files = templates();
  const kept = files.filter(({ path }) => existsSync(join(folder, path)));
  const missing = files.filter(({ path }) => !kept.some((file) => file.path === path));
  writeAll(folder, missing);
  const outdated = kept.filter(
    ({ path, text }) => SCHEMAS.includes(path) && readFileSync(join(folder, path), 'utf8') !== text,
  );
  const paths = (list: readonly Template[]): string[] => list.map(({ path }) => path);
  return { created: paths(missing), kept: paths(kept), outdated: paths(outdated) };
}

interface Template {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
}

function templates(): Template[] {
  const paths = readdirSync(TEMPLATES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(TEMPLATES.length + 1)
        .replaceAll('\\', '/'),
    );
  const own = paths.sort().map((path) => ({ path, text: readFileSync(join(TEMPLATES, path), 'utf8') }));
  // Copies, so that editors complete without a network, and as this version understands it.
  const schemas = SCHEMAS.map((path) => ({ path, text: readFileSync(join(PACKAGE_ROOT, 'docs', path), 'utf8') }));
  return [...own, ...schemas];
}

function writeAll(folder: string, files: readonly Template[]): void {
  const written: string[] = [];
  try {
    for (const { path, text } of files) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      // Not even a file that somebody else makes at this moment is overwritten.
      writeFileSync(target, text, { flag: 'wx' });
      written.push(target);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new CodedError('cannot_write', `the folder could not be set up: ${why}`, {
      fix: 'Name a folder that you may write to. Nothing was changed.',
    });
  }
}
