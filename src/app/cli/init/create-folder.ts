import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { PACKAGE_ROOT } from '../../main/package-root.ts';
import { packageManifest } from '../package-manifest.ts';
import { manifestWith, type OwnDependency, ownDependency } from './own-dependency.ts';

export interface CreatedFolder {
  readonly created: readonly string[];
  /** There already; left as they were. */
  readonly kept: readonly string[];
  /** Files among `kept` that hold the editor's schemas of another version. */
  readonly outdated: readonly string[];
  /** The step that is left to do where the package.json that was there does not name Overture; else null. */
  readonly to_install: string | null;
}

export interface FolderOptions {
  /** The package that npm is to install as Overture there; by default, where this package itself comes from. */
  readonly package?: string;
}

const TEMPLATES = join(PACKAGE_ROOT, 'src/app/cli/init/templates');
const SCHEMAS = ['sequence.schema.json', 'sequence-test.schema.json'];
const MANIFEST = 'package.json';

/** Writes what is missing, all or nothing; what is there is never touched. */
export function createFolder(folder: string, options: FolderOptions = {}): CreatedFolder {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new CodedError('wrong_use', `${folder} is a file`, { fix: 'Name a folder, or one to create.' });
  }
  const own = namesUs(join(folder, MANIFEST)) ? null : ownDependency(options.package);
  const files = [...templates(), ...(own ? filesOf(own) : [])];
  const there = files.filter(({ path }) => existsSync(join(folder, path)));
  const missing = files.filter((file) => !there.includes(file));
  writeAll(folder, missing);
  const outdated = there.filter(
    ({ path, content }) => SCHEMAS.includes(path) && readFileSync(join(folder, path), 'utf8') !== content,
  );
  const paths = (list: readonly Template[]): string[] => list.map(({ path }) => path);
  return {
    created: paths(missing),
    kept: [...paths(there), ...(own ? [] : [MANIFEST])],
    outdated: paths(outdated),
    to_install: own && paths(there).includes(MANIFEST) ? installing(own) : null,
  };
}

interface Template {
  /** Below the folder. */
  readonly path: string;
  readonly content: string | Buffer;
}

function templates(): Template[] {
  const paths = readdirSync(TEMPLATES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(TEMPLATES.length + 1)
        .replaceAll('\\', '/'),
    );
  const own = paths.sort().map((path) => ({ path, content: readFileSync(join(TEMPLATES, path), 'utf8') }));
  // Copies, so that editors complete without a network, and as this version understands it.
  const schemas = SCHEMAS.map((path) => ({ path, content: readFileSync(join(PACKAGE_ROOT, 'docs', path), 'utf8') }));
  // No template: npm leaves files of this name out of a package.
  return [...own, ...schemas, { path: '.gitignore', content: 'node_modules/\n.overture/\noverture.sarif\n' }];
}

const filesOf = (own: OwnDependency): Template[] => [
  { path: MANIFEST, content: manifestWith(own) },
  ...(own.file ? [{ path: own.file.file, content: own.file.bytes }] : []),
];

const installing = ({ name, spec, file }: OwnDependency): string =>
  `npm install --save-dev ${file ? `./${file.file}` : `${name}@${spec}`}`;

/** Whether the package.json that is there already gets Overture from somewhere. */
function namesUs(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  // Whatever else is in there is its owner's.
  return readFileSync(manifest, 'utf8').includes(`"${packageManifest().name}"`);
}

function writeAll(folder: string, files: readonly Template[]): void {
  const written: string[] = [];
  try {
    for (const { path, content } of files) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      // Not even a file that somebody else makes at this moment is overwritten.
      writeFileSync(target, content, { flag: 'wx' });
      written.push(target);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    const why = messageOf(error);
    throw new CodedError('cannot_write', `the folder could not be set up: ${why}`, {
      fix: 'Name a folder that you may write to. Nothing was changed.',
    });
  }
}
