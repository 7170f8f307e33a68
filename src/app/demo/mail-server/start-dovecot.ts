import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openSocket } from '../../../shared/dial/open-socket.ts';
import { THIS_MACHINE } from '../../../shared/dial/policies.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { freePort } from '../../main/free-port.ts';
import { giveTo } from '../../main/postgres/run-as.ts';
import { isAlive } from '../../main/processes.ts';
import { waitUntil } from '../../main/wait-until.ts';
import { type DovecotPorts, dovecotConfig, oauth2Config23 } from './dovecot-config.ts';
import type { Dovecot } from './find-dovecot.ts';

export interface DovecotServer {
  readonly ports: DovecotPorts;
  readonly pid: number;
  /** The whole list of who may sign in, with passwords; it takes effect at sign-ins from now on, up to a second later. */
  setUsers(passwords: ReadonlyMap<string, string>): void;
  /** Ends the connections of a user. */
  kick(user: string): void;
  stop(): Promise<void>;
}

/** Another program may take a port between the moment it was found free and the moment it is listened on. */
const TRIES = 3;

/**
 * Starts dovecot in `folder`, on free ports of 127.0.0.1. It ends with this process, however that ends. `folder` holds
 * `certificate.pem` and `key.pem`.
 */
export async function startDovecot(
  dovecot: Dovecot,
  folder: string,
  options: {
    readonly token_info_url: string;
    /** Preferred ports; others where they are taken. */
    readonly ports?: DovecotPorts;
    /** The server takes these ports or none: whoever was told of it asks there. */
    readonly only_ports?: DovecotPorts;
    readonly passwords?: ReadonlyMap<string, string>;
    /** Default true: see `DovecotPlace`. */
    readonly special_folders?: boolean;
  },
): Promise<DovecotServer> {
  const { run_as } = dovecot.user;
  for (const name of ['run', 'state', 'mail']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    giveTo(run_as, join(folder, name));
  }
  if (dovecot.modules !== null && !existsSync(join(folder, 'run/modules'))) {
    symlinkSync(dovecot.modules, join(folder, 'run/modules'));
  }
  const env = dovecot.library_path === null ? {} : { LD_LIBRARY_PATH: dovecot.library_path };
  const write = (name: string, text: string) => {
    const fresh = join(folder, `${name}.new`);
    writeFileSync(fresh, text, { mode: 0o600 });
    giveTo(run_as, fresh);
    renameSync(fresh, join(folder, name));
  };
  let writes = 0;
  const setUsers = (passwords: ReadonlyMap<string, string>) => {
    const lines = [...passwords].map(([user, password]) => `${user}:{PLAIN}${password}\n`);
    // Dovecot looks at the size and at the second of the last change.
    writes += 1;
    write('users', `${lines.join('')}#${'.'.repeat(writes)}\n`);
  };
  setUsers(options.passwords ?? new Map());
  const config = join(folder, 'dovecot.conf');
  /** Started by the reader of its configuration, because it would look for that at the place it was built for. */
  const command = (module: string, program: string) => [
    ...['-m', module, '-f', `service=${module}`, '-c', config, '-e', program, '-c', config],
  ];

  for (let attempt = 1; ; attempt += 1) {
    const ports = options.only_ports ?? (await freePorts(attempt === 1 ? options.ports : undefined));
    const { token_info_url, special_folders = true } = options;
    const place = { folder, ports, token_info_url, special_folders };
    write('oauth2.conf', oauth2Config23(place));
    write('dovecot.conf', dovecotConfig(dovecot, place));
    const log = openSync(join(folder, 'dovecot.log'), 'a');
    giveTo(run_as, join(folder, 'dovecot.log'));
    const child = spawn(
      '/bin/sh',
      // The pipe closes when this process is gone, and then dovecot gets the signal to end.
      [
        '-c',
        '"$@" </dev/null & pid=$!; trap "" TERM INT; cat >/dev/null; kill $pid; wait $pid',
        'sh',
        dovecot.doveconf,
        ...command('master', dovecot.server),
        '-F',
      ],
      {
        ...{ env: { PATH: process.env.PATH, ...env }, cwd: folder, stdio: ['pipe', log, log], ...(run_as ?? {}) },
        // A group of its own, so that what it leaves behind can be found.
        detached: true,
      },
    );
    closeSync(log);
    const ended = new Promise<void>((done) => child.on('exit', () => done()).on('error', () => done()));
    const stop = async () => {
      // The processes that a killed dovecot leaves behind hold its ports.
      if (child.pid !== undefined && !isAlive(masterPid(folder))) killGroup(child.pid);
      child.stdin?.end();
      await ended;
    };
    if (await greets(ports.imap)) {
      return {
        ports,
        pid: masterPid(folder),
        setUsers,
        kick: (user) =>
          void spawnSync(dovecot.doveconf, [...command('doveadm', dovecot.doveadm), 'kick', user], {
            env: { PATH: process.env.PATH, ...env },
            cwd: folder,
            timeout: 10_000,
            ...(run_as ?? {}),
          }),
        stop,
      };
    }
    await stop();
    if (attempt === TRIES || options.only_ports !== undefined) {
      const tail = readFileSync(join(folder, 'dovecot.log'), 'utf8').trim().split('\n').slice(-3).join(' / ');
      throw new CodedError('mail_server_start_failed', `dovecot did not start: ${tail}`, {
        fix: `See ${join(folder, 'dovecot.log')}.`,
      });
    }
  }
}

const freePorts = async (wanted: DovecotPorts | undefined): Promise<DovecotPorts> => ({
  imap: await freePort(wanted?.imap ?? 0),
  imaps: await freePort(wanted?.imaps ?? 0),
  lmtp: await freePort(wanted?.lmtp ?? 0),
});

/** As dovecot itself writes it down; 0: it has not come so far. */
function masterPid(folder: string): number {
  const file = join(folder, 'run/master.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Whether an IMAP server says its greeting there within some seconds. */
const greets = (port: number): Promise<boolean> =>
  waitUntil(
    async () => {
      const socket = await openSocket({ host: '127.0.0.1', port }, THIS_MACHINE, 5000).catch(() => null);
      if (socket === null) return false;
      return new Promise<boolean>((done) => {
        socket.setTimeout(5000, () => socket.destroy());
        socket.once('data', (data) => {
          socket.destroy();
          done(data.toString().startsWith('* OK'));
        });
        socket.on('error', () => done(false)).on('close', () => done(false));
      });
    },
    { timeout: 15_000 },
  );
