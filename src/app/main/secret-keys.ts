import { existsSync, readFileSync } from 'node:fs';
import type { GivenKeys } from '../../shared/secrets/stored-ring.ts';
import type { Environment } from './config/variables.ts';
import { type Home, newSecretKey, secretFile } from './home.ts';

export const SECRET_KEY_FILE = 'secret-key';
/** The former keys of the home, newest first, one a line. */
export const PREVIOUS_KEYS_FILE = 'secret-key-previous';

/** The secret key and the former ones, as environment and home say at the moment: a home's key may be changed while roles run. */
export const secretKeys =
  (environment: Environment, home: Home): GivenKeys =>
  () => {
    const present = environment.OVERTURE_SECRET_KEY ?? secretFile(home, SECRET_KEY_FILE, newSecretKey);
    return [bytesOf(present), ...previousKeys(environment, home).map(bytesOf)];
  };

export function previousKeys(environment: Environment, home: Home): readonly string[] {
  const file = home.path(PREVIOUS_KEYS_FILE);
  const ofHome = environment.OVERTURE_SECRET_KEY === undefined && existsSync(file) ? linesOf(file) : [];
  return [...(environment.OVERTURE_SECRET_KEY_PREVIOUS ?? []), ...ofHome];
}

const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
