import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OPENSSL: string = 'openssl';
export const HAS_OPENSSL = spawnSync(OPENSSL, ['version']).status === 0;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** An authority of its own and what it signs, as files in that folder. */
export interface Authority {
  readonly ca: string;
  of(name: string): Certificate;
}

export function makeAuthority(folder: string): Authority {
  const at = mkdtempSync(join(folder, 'authority-'));
  const path = (file: string) => join(at, file);
  const openssl = (...args: string[]): void => {
    const { status, stderr } = spawnSync(OPENSSL, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
  };
  const made = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...made, '-keyout', path('ca.key'), '-out', path('ca.pem'), '-subj', '/CN=authority');
  return {
    ca: path('ca.pem'),
    of(name) {
      const [key, request, cert] = [path(`${name}.key`), path(`${name}.csr`), path(`${name}.pem`)];
      writeFileSync(path('names'), `subjectAltName=DNS:${name}`);
      openssl('req', ...made, '-keyout', key, '-out', request, '-subj', `/CN=${name}`);
      const signed = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-CAcreateserial', '-extfile', path('names')];
      openssl('x509', '-req', '-in', request, ...signed, '-out', cert, '-days', '2');
      return { key, cert };
    },
  };
}
