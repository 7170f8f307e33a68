import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const SOURCES = ['src', 'workflows', 'activities'];

/** A copy of what is built, to be changed and compiled. */
export interface CompiledTree {
  /** The errors with these texts in place of ours; what another call had put there is gone. */
  errorsWith(texts: Readonly<Record<string, string>>): Promise<string[]>;
  dispose(): void;
}

export function copyTree(): CompiledTree {
  const folder = mkdtempSync(join(tmpdir(), 'overture-tree-'));
  for (const name of SOURCES) cpSync(join(PACKAGE_ROOT, name), join(folder, name), { recursive: true });
  cpSync(join(PACKAGE_ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { compilerOptions } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'tsconfig.json'), 'utf8'));
  // The second compilation goes on from the first: it asks again only what was changed and whoever imports that.
  const options = {
    ...compilerOptions,
    tsBuildInfoFile: 'tree.tsbuildinfo',
    assumeChangesOnlyAffectDirectDependencies: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: SOURCES }));
  let put: string[] = [];
  return {
    async errorsWith(texts) {
      for (const path of put) restore(folder, path);
      put = Object.keys(texts);
      for (const [path, content] of Object.entries(texts)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      return errorsIn(folder);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function restore(folder: string, path: string): void {
  rmSync(join(folder, path));
  try {
    cpSync(join(PACKAGE_ROOT, path), join(folder, path));
  } catch {
    // Ours has no such file.
  }
}

/** `<file>: <message>` of each, by file. */
async function errorsIn(folder: string): Promise<string[]> {
  const compiler = spawn(
    process.execPath,
    [join(PACKAGE_ROOT, 'node_modules/typescript-native/bin/tsc'), '--pretty', 'false'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const output = await text(compiler.stdout);
  const errors = [...output.matchAll(/^(\S+?)\(\d+,\d+\): error TS\d+: (.*)$/gm)];
  // What it says without a place, of its settings for one, is an error too.
  if (errors.length === 0 && output.trim() !== '') throw new Error(output);
  return errors.map(([, path, message]) => `${path}: ${message}`).sort();
}
