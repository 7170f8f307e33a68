import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../src/app/main/temporal/find-temporal.ts';

const VERSION = '4.32.5';
const PYTHONS = ['python3', 'python'];

/**
 * The command of Schemathesis, installed from PyPI into our cache on first use; null where there is no Python or the installation
 * fails, with the reason told to `progress`.
 */
export function findSchemathesis(progress: (line: string) => void): string | null {
  const folder = join(cacheFolder(), `schemathesis-${VERSION}`);
  const command = join(folder, 'bin', 'schemathesis');
  if (existsSync(command)) return command;
  const python = PYTHONS.find((name) => spawnSync(name, ['--version']).status === 0);
  if (python === undefined) return missing(progress, 'there is no Python');

  progress(`installing schemathesis ${VERSION} from PyPI, once`);
  mkdirSync(cacheFolder(), { recursive: true });
  // What an interrupted installation left has no command yet.
  rmSync(folder, { recursive: true, force: true });
  for (const [program, ...args] of [
    [python, '-m', 'venv', folder],
    [join(folder, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`],
  ] as const) {
    const run = spawnSync(program, args, { encoding: 'utf8', timeout: 300_000 });
    if (run.status !== 0) return missing(progress, run.stderr.trim().split('\n').at(-1) ?? 'it could not be installed');
  }
  return existsSync(command) ? command : missing(progress, 'its command was not installed');
}

function missing(progress: (line: string) => void, why: string): null {
  progress(`no schemathesis: ${why}`);
  return null;
}
