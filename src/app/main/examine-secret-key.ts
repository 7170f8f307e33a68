import { existsSync } from 'node:fs';
import pg from 'pg';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { inspectKeyRing } from '../../shared/secrets/stored-ring.ts';
import type { Environment } from './config/variables.ts';
import type { Home } from './home.ts';
import { SECRET_KEY_FILE, secretKeys } from './secret-keys.ts';

/** Whether our key opens these databases, in a sentence; changes nothing. Throws CodedError `wrong_secret_key` where it does not. */
export async function examineSecretKey(
  environment: Environment,
  home: Home | null,
  urls: readonly string[],
): Promise<string> {
  const isGiven = environment.OVERTURE_SECRET_KEY !== undefined;
  // Nobody has a key yet: then no database may have one either.
  const isMade = isGiven || (home !== null && existsSync(home.path(SECRET_KEY_FILE)));
  const unknown = (): readonly [Uint8Array] => [new Uint8Array(32)];
  const given = isMade && home !== null ? secretKeys(environment, home) : unknown;
  const states = await Promise.all(urls.map((url) => stateOf(url, given)));
  if (states.includes('sealed_with_previous')) {
    throw new CodedError('secret_key_not_rotated', 'new, but the database is still sealed with a former key', {
      fix: 'Start every role with both keys, then run: overture keys rotate-secret',
    });
  }
  if (!isMade) return 'made at the first start';
  return states.includes('sealed_with_present') ? 'opens the secrets in the database' : 'the database is still empty';
}

async function stateOf(url: string, given: Parameters<typeof inspectKeyRing>[1]) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
  } catch {
    return 'none'; // Said of Postgres already.
  }
  try {
    return await inspectKeyRing({ query: (text, values) => client.query(text, values && [...values]) }, given);
  } finally {
    await client.end();
  }
}
