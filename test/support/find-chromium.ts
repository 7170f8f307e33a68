import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without windows, bars and extensions: a page takes it a fifth of the CPU that it takes a whole browser. */
const SHELL = ['chromium-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** A Chromium that is there; null: the browser tests are skipped. */
export const findChromium = (): string | null => installed(SHELL) ?? installed(WHOLE);

/** Brings the one that takes least, once, where we are root and Debian's package manager is there; another serves where it cannot. */
export function setup(): void {
  if (installed(SHELL) !== null || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write('installing Chromium for the browser tests (once, about a minute)\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network it gives up soon.
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=300'];
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...patience, ...args], { env, stdio: 'ignore' }).status === 0;
  if (!run('update') || run('install', '-y', '--no-install-recommends', ...SHELL)) return;
  // An older Debian has no such package.
  if (installed(WHOLE) === null) run('install', '-y', '--no-install-recommends', 'chromium');
}

function installed(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file)) ?? null;
}
