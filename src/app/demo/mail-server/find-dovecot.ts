import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import { cacheFolder } from '../../main/temporal/find-temporal.ts';
import { type DovecotUser, dovecotUser } from './dovecot-user.ts';
import { fetchDovecot } from './fetch-dovecot.ts';

/** The programs of a dovecot that is on this machine. */
export interface Dovecot {
  readonly server: string;
  readonly doveconf: string;
  readonly doveadm: string;
  readonly openssl: string;
  /** The folder of its services: imap, lmtp, auth, … */
  readonly services: string;
  /** The folder of its modules, where they lie elsewhere than it was built for; null: at their place. */
  readonly modules: string | null;
  /** The folder of its shared libraries, beside the system's; null: nowhere else. */
  readonly library_path: string | null;
  /** 2.4 has another language of configuration. */
  readonly version: '2.3' | '2.4';
  readonly user: DovecotUser;
}

export interface FindDovecotOptions {
  /** Something that takes a while began. */
  readonly progress?: (line: string) => void;
}

const SERVICES = ['/usr/lib/dovecot', '/usr/libexec/dovecot'];

/**
 * The installed dovecot with IMAP and LMTP, or else Debian's packages of it unpacked into the user's cache, once; nothing is
 * installed. The failure says why it cannot be had.
 */
export async function findDovecot({
  progress = () => undefined,
}: FindDovecotOptions = {}): Promise<Result<Dovecot, string>> {
  if (process.platform !== 'linux') return fail('dovecot is got on Linux alone');
  const user = dovecotUser();
  if (!user) return fail('this machine has no ordinary user with a name to run dovecot as');
  const services = SERVICES.find((folder) => ['imap', 'lmtp'].every((name) => existsSync(join(folder, name))));
  if (services && existsSync('/usr/sbin/dovecot')) {
    const programs = {
      server: '/usr/sbin/dovecot',
      doveconf: '/usr/bin/doveconf',
      doveadm: '/usr/bin/doveadm',
      openssl: '/usr/bin/openssl',
    };
    return withVersion({ ...programs, services, modules: null, library_path: null, user });
  }
  const fetched = await fetchDovecot(user, join(cacheFolder(), 'dovecot'), progress);
  if (!fetched.ok) return fetched;
  const { root, library_path } = fetched.value;
  return withVersion({
    server: join(root, 'usr/sbin/dovecot'),
    doveconf: join(root, 'usr/bin/doveconf'),
    doveadm: join(root, 'usr/bin/doveadm'),
    openssl: ['/usr/bin/openssl', join(root, 'usr/bin/openssl')].find(existsSync) ?? 'openssl',
    services: join(root, 'usr/lib/dovecot'),
    modules: join(root, 'usr/lib/dovecot/modules'),
    library_path,
    user,
  });
}

function withVersion(found: Omit<Dovecot, 'version'>): Result<Dovecot, string> {
  const asked = spawnSync(found.server, ['--version'], {
    env: { ...process.env, ...(found.library_path === null ? {} : { LD_LIBRARY_PATH: found.library_path }) },
    encoding: 'utf8',
    timeout: 10_000,
  });
  const version = /^(2\.[34])\./.exec(asked.stdout ?? '')?.[1];
  if (version === '2.3' || version === '2.4') return ok({ ...found, version });
  return fail(`${found.server} --version says "${(asked.stdout || asked.stderr || '').trim()}"`);
}
