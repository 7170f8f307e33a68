import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The programs of dovecot that are run, and what they load. */
const LOADED = [
  'usr/sbin/dovecot',
  'usr/bin/doveconf',
  'usr/bin/doveadm',
  ...['anvil', 'auth', 'config', 'imap', 'imap-login', 'lmtp', 'log', 'stats'].map((name) => `usr/lib/dovecot/${name}`),
  'usr/lib/dovecot/modules/libssl_iostream_openssl.so',
  'usr/bin/openssl',
];

/** Names of the shared libraries that neither this machine nor `libraryPath` has. */
export function missingLibraries(root: string, libraryPath: string): string[] {
  const files = LOADED.map((file) => join(root, file)).filter(existsSync);
  const { stdout } = spawnSync('ldd', files, {
    env: { ...process.env, LD_LIBRARY_PATH: libraryPath },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return [...new Set([...stdout.matchAll(/^[ \t]*(\S+) => not found$/gm)].map(([, name]) => name ?? ''))];
}
