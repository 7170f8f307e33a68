import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { giveTo } from '../../main/postgres/run-as.ts';
import type { Dovecot } from './find-dovecot.ts';

/** A key and a certificate for `localhost` and 127.0.0.1, signed by itself; its text. */
export function makeCertificate(dovecot: Dovecot, folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync(
    dovecot.openssl,
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '3650'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-config', '/dev/null'],
    ],
    { env: { ...process.env, LD_LIBRARY_PATH: dovecot.library_path ?? '' }, encoding: 'utf8', timeout: 60_000 },
  );
  if (made.status !== 0) {
    throw new CodedError(
      'mail_server_start_failed',
      `openssl made no certificate: ${made.stderr.trim().split('\n').at(-1)}`,
    );
  }
  chmodSync(key, 0o600);
  for (const file of [key, certificate]) giveTo(dovecot.user.run_as, file);
  return readFileSync(certificate, 'utf8');
}
