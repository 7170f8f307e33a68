import { type SpawnSyncOptions, spawnSync } from 'node:child_process';

/** Variables by which npm tells a script of the package that it runs, and which another npm would take for its own settings. */
const OF_A_RUN = /^npm_(?!config_(registry|cache|userconfig|offline|prefer_offline)$)|^INIT_CWD$/;

/** Makes an environment for an npm in another folder. */
export const npmEnvironment = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_RUN.test(name)));

/** Runs npm, and gives its standard output; throws with what it said when it fails. */
export function npm(folder: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    ...options,
    cwd: folder,
    env: { ...npmEnvironment(), ...options.env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}
