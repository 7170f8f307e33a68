import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { PACKAGE_ROOT } from '../../main/package-root.ts';

export interface PackedPackage {
  readonly file: string;
  readonly bytes: Buffer;
}

/** Packs this very package as the file that npm installs, for a folder that can get it from nowhere else. */
export function packOurselves(): PackedPackage {
  if (!existsSync(join(PACKAGE_ROOT, 'dist'))) throw cannot('it is not built', 'Build it first: npm run build.');
  const folder = mkdtempSync(join(tmpdir(), 'overture-pack-'));
  try {
    // Packs the files that are there: nothing is built on the way.
    const args = ['pack', PACKAGE_ROOT, '--ignore-scripts', '--pack-destination', folder];
    const { error, status, stderr } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
    const [file] = readdirSync(folder);
    if (status !== 0 || file === undefined) {
      const why = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
      throw cannot(`npm pack ended with ${status}: ${why}`, 'Put npm on PATH.');
    }
    return { file, bytes: readFileSync(join(folder, file)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const cannot = (why: string, fix: string): CodedError =>
  new CodedError('cannot_pack', `A copy of Overture for the folder could not be made: ${why}`, {
    fix: `${fix} Or say what npm is to install there, a version, a repository's address or a file: --package <spec>.`,
  });
