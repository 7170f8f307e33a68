import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { PostgresBinaries } from './binaries.ts';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Postgres refuses to run as root: then it runs as `postgres`, or as `nobody`. Null: as ourselves. */
export function postgresUser(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const user = ordinaryUser(['postgres', 'nobody']);
  if (user) return user;
  throw new CodedError(
    'postgres_needs_user',
    'Started as root, and there is no user `postgres` or `nobody` to run Postgres as.',
    { fix: 'Run as an ordinary user, or set DATABASE_URL to a running Postgres.' },
  );
}

/** The first of these users that this machine has. */
export function ordinaryUser(names: readonly string[]): RunAs | null {
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map((fields) => [fields[0] ?? '', { uid: Number(fields[2]), gid: Number(fields[3]) }]),
  );
  return names.map((name) => users.get(name)).find((user) => user !== undefined && user.uid !== 0) ?? null;
}

const ELSEWHERE = '/var/lib/overture';
/** In such a folder: whose data it is, so that it can be told from that of a home which is gone. */
const BELONGS_TO = 'belongs-to';

/**
 * Finds a folder in which that user can work. A root's home is usually closed to everybody else (`/root`), and what lies below
 * it with it; then the data lives in `/var/lib/overture`, in a folder of its own for each home, and the binaries are copied
 * beside it. The wanted folder says where.
 */
export function enterableFolder(user: RunAs | null, wanted: string): string {
  mkdirSync(wanted, { recursive: true });
  if (user === null || canEnter(user, wanted)) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = join(ELSEWHERE, name);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, BELONGS_TO), `${wanted}\n`);
  writeFileSync(join(wanted, 'data-is-in'), `${folder}\n`);
  return folder;
}

/** A folder with the data of a home that was removed without it, and the folder that wanted it. */
export interface GoneHome {
  readonly folder: string;
  readonly wanted: string;
}

export function dataOfGoneHomes(): GoneHome[] {
  const names = existsSync(ELSEWHERE) ? readdirSync(ELSEWHERE) : [];
  return names.flatMap((name) => {
    const note = join(ELSEWHERE, name, BELONGS_TO);
    if (!existsSync(note)) return [];
    const wanted = readFileSync(note, 'utf8').trim();
    return existsSync(wanted) ? [] : [{ folder: join(ELSEWHERE, name), wanted }];
  });
}

export function enterableBinaries(user: RunAs | null, binaries: PostgresBinaries, beside: string): PostgresBinaries {
  const native = dirname(dirname(binaries.postgres));
  if (user === null || canEnter(user, join(native, 'bin'))) return binaries;
  const copy = join(dirname(beside), `postgres-programs-${statSync(binaries.postgres).size}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    // Links as they are, from library to library beside it: made absolute they would lead back to where that user cannot enter.
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    moveOnce(half, copy);
  }
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

/** Another start may have been quicker; its copy is as good. */
function moveOnce(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    rmSync(from, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

export function giveTo(user: RunAs | null, folder: string): void {
  if (user !== null) chownSync(folder, user.uid, user.gid);
}

function canEnter(user: RunAs, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0 && at !== folder) return false;
    if (at === dirname(at)) return true;
  }
}
